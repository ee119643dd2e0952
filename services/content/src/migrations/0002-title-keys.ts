import { backfillTitleKeys, type Migration } from '@khmer-learning/service-kit';

/** Lessons get the keys by which learners find locked ones by title and description alone. */
export const titleKeys: Migration = {
  name: '0002-title-keys',
  up: (connection) => backfillTitleKeys(connection, 'lessons'),
};
