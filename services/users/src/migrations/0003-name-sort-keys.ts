import { backfillSortKeys, type Migration } from '@khmer-learning/service-kit';

/** Users get the keys by which their list is sorted by name. */
export const nameSortKeys: Migration = {
  name: '0003-name-sort-keys',
  up: (connection) =>
    backfillSortKeys(connection, 'users', { key: 'nameSort', texts: ['firstName', 'lastName'] }),
};
