import { lessons, mainLessons } from '@khmer-learning/contracts';
import { describeReviews } from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  parents = {
    mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});
afterAll(() => content.close());

const common = {
  publishedStatus: 'published',
  service: () => content.service,
  call: ((...args) => content.call(...args)) as TestContent['call'],
};

describe('the review of a lesson', () => {
  describeReviews({
    ...common,
    contract: lessons,
    path: '/api/lessons',
    deletedPath: '/api/deleted-lessons',
    create: (contents) => content.createLesson({ ...parents, ...contents }),
    contents: (title) => buildLessonBody({ ...parents, title }),
  });
});

describe('the review of a main lesson', () => {
  describeReviews({
    ...common,
    contract: mainLessons,
    path: '/api/main-lessons',
    deletedPath: '/api/deleted-main-lessons',
    create: (contents) => content.createMainLesson(contents),
    contents: (title) => ({ title, description: 'The first week', imageCover: 'cover.png' }),
  });
});
