import { fakeApi } from '@khmer-learning/console-sdk/testing';
import type { Lesson, LessonType, MainLesson } from '@khmer-learning/contracts';

const times = { createdAt: '2026-05-01T03:00:00.000Z', updatedAt: '2026-05-04T03:42:00.000Z' };

export const vocabularyType: LessonType = {
  ...times,
  id: 1,
  title: 'Vocabulary',
  icon: '📖',
  iconMode: 'raw',
  iconUrl: null,
  version: 3,
};

export const readingType: LessonType = {
  ...times,
  id: 2,
  title: 'Reading',
  icon: 'icon-reading.svg',
  iconMode: 'file',
  iconUrl: '/uploads/icon-reading.svg',
  version: 1,
};

export const firstWords: MainLesson = {
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

export const englishForWork: MainLesson = {
  ...firstWords,
  id: 2,
  title: 'English for Work',
  imageCover: 'cover-work.png',
  imageCoverUrl: '/uploads/cover-work.png',
  free: false,
  price: 999,
  status: 'draft',
};

export const greetings: Lesson = {
  ...times,
  id: 7,
  mainLessonId: 1,
  lessonTypeId: 1,
  lessonType: vocabularyType,
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

/** So many lessons, newest first. */
export function manyLessons(count: number): Lesson[] {
  return Array.from({ length: count }, (_, index) => ({
    ...greetings,
    id: count - index,
    title: `Lesson ${count - index}`,
  }));
}

/** One page of rows, as a list endpoint cuts it. */
export function pageOf<Row>(rows: readonly Row[], query: URLSearchParams): Row[] {
  const offset = Number(query.get('offset') ?? 0);
  return rows.slice(offset, offset + Number(query.get('limit') ?? rows.length));
}

/** An API with a small school in it. Tests change the routes they are about. */
export function schoolApi() {
  return fakeApi({
    'GET /api/lessons': ({ query }) => ({ body: { lessons: pageOf([greetings], query), total: 1 } }),
    'GET /api/lessons/7': () => ({ body: greetings }),
    'GET /api/lesson-type': () => ({ body: [readingType, vocabularyType] }),
    'GET /api/main-lessons': () => ({ body: { mainLessons: [englishForWork, firstWords], total: 2 } }),
    'GET /api/main-lessons/1': () => ({ body: firstWords }),
    'GET /api/main-lessons/2': () => ({ body: englishForWork }),
  });
}
