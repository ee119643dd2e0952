import { queryKeys } from '@khmer-learning/console-sdk';

export const lessonKeys = queryKeys('lessons');
export const lessonTypeKeys = queryKeys('lessonTypes');
export const mainLessonKeys = queryKeys('mainLessons');

/**
 * Each of the three shows something of the others, so a change of one puts all out of date, and what other views show
 * of them: a quiz has its lesson's title and goes with it, and pending purchases go with a main lesson.
 */
export const contentQueryKeys = [
  lessonKeys.all,
  lessonTypeKeys.all,
  mainLessonKeys.all,
  queryKeys('quizzes').all,
  queryKeys('purchases').all,
] as const;
