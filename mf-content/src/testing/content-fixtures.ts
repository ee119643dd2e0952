import { fakeApi, paginate } from '@khmer-learning/console-sdk/testing';
import type { Lesson, LessonType, MainLesson } from '@khmer-learning/contracts';

const times = { createdAt: '2026-05-01T03:00:00.000Z', updatedAt: '2026-05-04T03:42:00.000Z' };

export const vocabularyLessonType: LessonType = {
  ...times,
  id: 1,
  title: 'Vocabulary',
  icon: '📖',
  iconMode: 'raw',
  iconUrl: null,
  version: 3,
};

export const readingLessonType: LessonType = {
  ...times,
  id: 2,
  title: 'Reading',
  icon: 'icon-reading.svg',
  iconMode: 'file',
  iconUrl: '/uploads/icon-reading.svg',
  version: 1,
};

export const firstWordsMainLesson: MainLesson = {
  ...times,
  id: 1,
  title: 'First Words',
  description: 'Greetings and numbers',
  imageCover: 'cover-first-words.png',
  imageCoverUrl: '/uploads/cover-first-words.png',
  free: true,
  price: null,
  status: 'published',
  position: 1,
  version: 2,
};

export const englishForWorkMainLesson: MainLesson = {
  ...firstWordsMainLesson,
  id: 2,
  title: 'English for Work',
  imageCover: 'cover-work.png',
  imageCoverUrl: '/uploads/cover-work.png',
  free: false,
  price: 999,
  status: 'draft',
};

export const greetingsLesson: Lesson = {
  ...times,
  id: 7,
  mainLessonId: 1,
  lessonTypeId: 1,
  lessonType: vocabularyLessonType,
  title: 'Greetings',
  description: 'Say hello',
  level: 'Beginner',
  image: 'vocabulary',
  status: 'published',
  position: 7,
  version: 4,
  sections: [
    { title: 'Key words', content: 'Hello [suo-sdey] : សួស្តី', html: null, ops: null },
    { title: 'A short talk', content: 'A: Hello!\n\nB: Hello!', html: null, ops: null },
  ],
};

export function buildLessons(count: number): Lesson[] {
  return Array.from({ length: count }, (_, index) => ({
    ...greetingsLesson,
    id: count - index,
    title: `Lesson ${count - index}`,
  }));
}

export function fakeContentApi() {
  return fakeApi({
    'GET /api/lessons': ({ query }) => ({ body: { lessons: paginate([greetingsLesson], query), total: 1 } }),
    'GET /api/lessons/7': () => ({ body: greetingsLesson }),
    'GET /api/lesson-type': () => ({ body: [readingLessonType, vocabularyLessonType] }),
    'GET /api/main-lessons': () => ({
      body: { mainLessons: [englishForWorkMainLesson, firstWordsMainLesson], total: 2 },
    }),
    'GET /api/main-lessons/1': () => ({ body: firstWordsMainLesson }),
    'GET /api/main-lessons/2': () => ({ body: englishForWorkMainLesson }),
    'GET /api/main-lessons/2/sales': () => ({ body: { learners: 0, paid: 0 } }),
    'POST /api/pronunciations': ({ body }) => ({
      body: { words: (body as { words: unknown[] }).words.map(() => ({ spellings: [] })) },
    }),
    'GET /api/quizzes/count': () => ({ body: { total: 0 } }),
  });
}
