import type { Migration } from '@khmer-learning/service-kit';

/** Removes the index of the first release that allowed one active API key per admin. */
export const oneKeyPerAdmin: Migration = {
  name: '0001-one-key-per-admin',
  async up(connection) {
    const keys = connection.collection('api_keys');
    const indexes = await keys.listIndexes().toArray();
    if (indexes.some(({ name }) => name === 'userId_1')) await keys.dropIndex('userId_1');
  },
};
