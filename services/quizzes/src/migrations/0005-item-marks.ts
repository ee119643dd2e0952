import { markItems } from '@khmer-learning/item-kit';
import type { Migration } from '@khmer-learning/service-kit';

/** Quizzes with a working copy or a schedule get their marks, so that lists look up only those. */
export const itemMarks: Migration = {
  name: '0005-item-marks',
  up: (connection) => markItems(connection, [{ entity: 'quiz', collection: 'quizzes' }]),
};
