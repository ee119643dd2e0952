import { markItems } from '@khmer-learning/item-kit';
import type { Migration } from '@khmer-learning/service-kit';

/** Lessons and main lessons with a working copy or a schedule get their marks, so that lists look up only those. */
export const itemMarks: Migration = {
  name: '0006-item-marks',
  up: (connection) =>
    markItems(connection, [
      { entity: 'lesson', collection: 'lessons' },
      { entity: 'main-lesson', collection: 'main_lessons' },
    ]),
};
