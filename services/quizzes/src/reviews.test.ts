import { quizzes as quizContract } from '@khmer-learning/contracts';
import { describeReviews } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  startQuizzes,
  type TestQuizzes,
} from './quizzes.test-kit.ts';

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

describe('the review of a quiz', () => {
  describeReviews({
    contract: quizContract,
    path: '/api/quizzes',
    deletedPath: '/api/deleted-quizzes',
    publishedStatus: 'active',
    service: () => quizzes.service,
    call: ((...args) => quizzes.call(...args)) as TestQuizzes['call'],
    create: (contents) => quizzes.createQuiz(contents),
    contents: (title) => buildQuizBody({ title }),
  });
});
