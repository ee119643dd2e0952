import { inBatches, type Migration } from '@khmer-learning/service-kit';

const batchSize = 1_000;
const withoutPosition = { position: { $exists: false } };

/** Rows without a position get their id, as new ones do. No new version: events without a position mean the same. */
export const positions: Migration = {
  name: '0001-positions',
  async up(connection) {
    for (const name of ['main_lessons', 'lessons']) {
      const rows = connection.collection<{ _id: number; position?: number }>(name);
      for await (const batch of inBatches(rows.find(withoutPosition, { projection: { _id: 1 } }), batchSize))
        await rows.bulkWrite(
          batch.map(({ _id }) => ({
            updateOne: { filter: { _id, ...withoutPosition }, update: { $set: { position: _id } } },
          })),
        );
    }
  },
};
