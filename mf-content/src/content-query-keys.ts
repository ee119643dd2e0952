import { queryKeys } from '@khmer-learning/console-sdk';

export const lessonKeys = queryKeys('lessons');
export const lessonTypeKeys = queryKeys('lessonTypes');
export const mainLessonKeys = queryKeys('mainLessons');

/**
 * The queries to invalidate after any content change. Each of the three entities shows data of the others. A quiz shows
 * its lesson's title and is deleted with it; pending purchases are deleted with their main lesson.
 */
export const contentQueryKeys = [
  lessonKeys.all,
  lessonTypeKeys.all,
  mainLessonKeys.all,
  queryKeys('quizzes').all,
  queryKeys('purchases').all,
] as const;
