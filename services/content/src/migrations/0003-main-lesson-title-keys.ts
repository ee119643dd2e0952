import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { mainLessonTitleKey } from '../parents/parents.ts';

/** Main lessons get the keys by which imports find them by title. */
export const mainLessonTitleKeys: Migration = {
  name: '0003-main-lesson-title-keys',
  up: (connection) =>
    recomputeFields<{ title: string }>(connection, 'main_lessons', {
      reads: ['title'],
      compute: ({ title }) => ({ titleKey: mainLessonTitleKey(title) }),
      batchSize: 500,
    }),
};
