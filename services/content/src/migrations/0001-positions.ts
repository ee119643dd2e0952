import type { Migration } from '@khmer-learning/service-kit';
import type { mongo } from 'mongoose';

const batchSize = 1_000;

interface PositionedRow {
  _id: number;
  position?: number;
}

async function setMissingPositions(
  rows: Pick<mongo.Collection<PositionedRow>, 'find' | 'bulkWrite'>,
): Promise<void> {
  const withoutPosition = { position: { $exists: false } };
  let ids: number[] = [];
  async function writeBatch(): Promise<void> {
    if (ids.length === 0) return;
    await rows.bulkWrite(
      ids.map((_id) => ({
        updateOne: { filter: { _id, ...withoutPosition }, update: { $set: { position: _id } } },
      })),
    );
    ids = [];
  }
  for await (const { _id } of rows.find(withoutPosition, { projection: { _id: 1 } })) {
    ids.push(_id);
    if (ids.length === batchSize) await writeBatch();
  }
  await writeBatch();
}

/**
 * Main lessons and lessons that were stored without a position get their id as position, as new ones do. It is not a
 * new version: events without a position mean the same.
 */
export const positions: Migration = {
  name: '0001-positions',
  async up(connection) {
    await setMissingPositions(connection.collection<PositionedRow>('main_lessons'));
    await setMissingPositions(connection.collection<PositionedRow>('lessons'));
  },
};
