import type { JobDefinition } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { type ProgressErasureRow, progressModels } from './progress.model.ts';

const maxPerBatch = 500;

/** The job that erases the entries of users whose progress is deleted. */
export function progressErasureJob(connection: Connection): JobDefinition<ProgressErasureRow> {
  const { entries, erasures } = progressModels(connection);

  /** @returns whether nothing is left */
  async function eraseBatch(userId: number): Promise<boolean> {
    const rows = await entries.find({ userId }, { _id: 1 }).limit(maxPerBatch).lean();
    await entries.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    if (rows.length === maxPerBatch) return false;
    await erasures.deleteOne({ _id: userId });
    return true;
  }

  return {
    name: 'erasure of progress',
    collection: erasures.collection.name,
    dueFilter: () => ({}),
    run: ({ row }, { runBatches }) => runBatches(() => eraseBatch(row._id)),
  };
}
