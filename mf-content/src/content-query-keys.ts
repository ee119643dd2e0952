import { queryKeys } from '@khmer-learning/console-sdk';

/** The entities of this remote. Lists and details of each of them show data of the others. */
export const contentEntities = ['lesson', 'lesson-type', 'main-lesson'] as const;

export const lessonKeys = queryKeys('lessons', contentEntities);
export const lessonTypeKeys = queryKeys('lessonTypes', contentEntities);
export const mainLessonKeys = queryKeys('mainLessons', contentEntities);
export const pronunciationKeys = queryKeys('pronunciations', ['lesson']);
