import {
  type JobDefinition,
  type JobRow,
  type TransactDeps,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import { type DeletedItemRow, deletedItemsOf } from '../versions/deleted-items.ts';
import { versionRange, versionsOf } from '../versions/version-rows.ts';

/** Most versions erased in one transaction. */
const maxErasedVersions = 500;
/** Most deleted entities looked at in one transaction. */
const maxErasedItems = 50;

/**
 * Erases deleted entities that can no longer be restored, with their versions, in batches.
 *
 * @param erasers erase in the same transaction what else an entity has
 */
export function erasureJob(
  store: TransactDeps,
  erasers: readonly ((tx: Transaction, item: Pick<DeletedItemRow, 'entity' | 'id'>) => Promise<void>)[],
): JobDefinition<JobRow> {
  const { connection } = store;
  const expired = () => ({ expiresAt: { $lte: new Date() } });

  /** @returns whether nothing is left */
  async function eraseBatch(tx: Transaction): Promise<boolean> {
    const { session } = tx;
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
      for (const erase of erasers) await erase(tx, item);
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
        const { result } = await transact(store, { actor: null, requestId: null }, (tx) => eraseBatch(tx));
        return result;
      }),
  };
}
