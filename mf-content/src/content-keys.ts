import { queryKeys } from '@khmer-learning/console-sdk';

export const lessonKeys = queryKeys('lessons');
export const lessonTypeKeys = queryKeys('lessonTypes');
export const mainLessonKeys = queryKeys('mainLessons');

/** Each of the three shows something of the others, so a change of one puts all out of date. */
export const contentKeys = [lessonKeys.all, lessonTypeKeys.all, mainLessonKeys.all] as const;
