import type { mongo } from 'mongoose';
import type { JobDefinition } from '../jobs/job-runner.ts';
import type { JobRow } from '../outbox/lease.ts';
import { type TransactDeps, transact } from '../outbox/transact.ts';
import { type DeletedItemRow, deletedItemsOf } from '../versions/deleted-items.ts';
import { versionRange, versionsOf } from '../versions/version-rows.ts';

/** Most versions erased in one transaction. */
const maxErasedVersions = 500;
/** Most deleted entities looked at in one transaction. */
const maxErasedItems = 50;

/** Erases deleted entities that can no longer be restored, with their versions, in batches. */
export function erasureJob(store: TransactDeps): JobDefinition<JobRow> {
  const { connection } = store;
  const expired = () => ({ expiresAt: { $lte: new Date() } });

  /** @returns whether nothing is left */
  async function eraseBatch(session: mongo.ClientSession): Promise<boolean> {
    const items = await deletedItemsOf(connection)
      .find(expired(), { entity: 1, id: 1 }, { session })
      .sort({ expiresAt: 1 })
      .limit(maxErasedItems)
      .lean<Pick<DeletedItemRow, '_id' | 'entity' | 'id'>[]>();
    let versions = 0;
    for (const item of items) {
      const limit = maxErasedVersions - versions;
      const found = await versionsOf(connection)
        .find(versionRange(item), { _id: 1 }, { session, limit })
        .lean();
      const ids = found.map(({ _id }) => _id);
      await versionsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
      versions += ids.length;
      if (versions >= maxErasedVersions) return false;
      await deletedItemsOf(connection).deleteOne({ _id: item._id }, { session });
    }
    return items.length < maxErasedItems;
  }

  return {
    name: 'erasure of deleted items',
    collection: 'deleted_items',
    dueFilter: expired,
    run: (_lease, { runBatches }) =>
      runBatches(async () => {
        const { result } = await transact(store, { actor: null, requestId: null }, ({ session }) =>
          eraseBatch(session),
        );
        return result;
      }),
  };
}
