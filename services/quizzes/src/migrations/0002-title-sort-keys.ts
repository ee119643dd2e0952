import { backfillSortKeys, type Migration } from '@khmer-learning/service-kit';

/** Quizzes get the keys by which their list is sorted by title. */
export const titleSortKeys: Migration = {
  name: '0002-title-sort-keys',
  up: (connection) => backfillSortKeys(connection, 'quizzes', { key: 'titleSort', texts: ['title'] }),
};
