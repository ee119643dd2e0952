import type { Migration } from '@khmer-learning/service-kit';
import { lessonTitleKey } from '../lessons/lesson-title-key.ts';

const batchSize = 500;

interface TitledRow {
  _id: number;
  title: string;
  titleKey?: string;
}

/** Copies of lessons get the keys by which imports find them by title. */
export const lessonTitleKeys: Migration = {
  name: '0004-lesson-title-keys',
  async up(connection) {
    const rows = connection.collection<TitledRow>('lessons');
    for (let after = 0; ; ) {
      const batch = await rows
        .find({ _id: { $gt: after } }, { projection: { title: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      if (batch.length === 0) return;
      await rows.bulkWrite(
        batch.map(({ _id, title }) => ({
          // One that has just been renamed has its key.
          updateOne: { filter: { _id, title }, update: { $set: { titleKey: lessonTitleKey(title) } } },
        })),
      );
      after = batch.at(-1)?._id ?? after;
    }
  },
};
