import { backfillTitleKeys, type Migration } from '@khmer-learning/service-kit';

/** Quizzes get the keys by which learners find locked ones by title and description alone. */
export const titleKeys: Migration = {
  name: '0001-title-keys',
  up: (connection) => backfillTitleKeys(connection, 'quizzes'),
};
