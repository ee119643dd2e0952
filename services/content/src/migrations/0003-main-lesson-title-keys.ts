import type { Migration } from '@khmer-learning/service-kit';
import { mainLessonTitleKey } from '../parents/parents.ts';

const batchSize = 500;

interface TitledRow {
  _id: number;
  title: string;
  version: number;
  titleKey?: string;
}

/** Main lessons get the keys by which imports find them by title. */
export const mainLessonTitleKeys: Migration = {
  name: '0003-main-lesson-title-keys',
  async up(connection) {
    const rows = connection.collection<TitledRow>('main_lessons');
    for (let after = 0; ; ) {
      const batch = await rows
        .find({ _id: { $gt: after } }, { projection: { title: 1, version: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      if (batch.length === 0) return;
      await rows.bulkWrite(
        batch.map(({ _id, version, title }) => ({
          // One that has just been renamed has its key.
          updateOne: { filter: { _id, version }, update: { $set: { titleKey: mainLessonTitleKey(title) } } },
        })),
      );
      after = batch.at(-1)?._id ?? after;
    }
  },
};
