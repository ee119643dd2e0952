import { backfillSortKeys, type Migration } from '@khmer-learning/service-kit';

/** Lessons and main lessons get the keys by which their lists are sorted by title. */
export const titleSortKeys: Migration = {
  name: '0004-title-sort-keys',
  async up(connection) {
    for (const collection of ['lessons', 'main_lessons'])
      await backfillSortKeys(connection, collection, { key: 'titleSort', texts: ['title'] });
  },
};
