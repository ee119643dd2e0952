import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { lessonTitleKey } from '../lessons/lesson-title-key.ts';

/** Copies of lessons get the keys by which imports find them by title. */
export const lessonTitleKeys: Migration = {
  name: '0004-lesson-title-keys',
  up: (connection) =>
    recomputeFields<{ title: string }>(connection, 'lessons', {
      reads: ['title'],
      compute: ({ title }) => ({ titleKey: lessonTitleKey(title) }),
      // One that has just been renamed has its key.
      guard: 'title',
      batchSize: 500,
    }),
};
