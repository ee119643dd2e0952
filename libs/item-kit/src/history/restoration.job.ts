import type { Actor, EventDefinition } from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  type JobDefinition,
  modelOf,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import { type DeletedItemRow, deletedItemIndexes, deletedItemsOf } from '../versions/deleted-items.ts';
import { forgetDeletedItems, type RestorableItem, readContents } from './history.ts';

/** The restoration of all that was deleted with a parent. */
interface Restoration {
  /** `main-lesson.7` */
  _id: string;
  parent: Pick<NonNullable<DeletedItemRow['with']>, 'type' | 'id'>;
  /** The last id that has been dealt with. */
  after: number;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<Restoration>(
  { _id: String, parent: Schema.Types.Mixed, after: Number, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'restorations' },
).index({ heldUntil: 1 });

/** The model of the collection `restorations` on a connection; registers it on first use. */
export const restorationsOf = modelOf('Restoration', schema);

/** Most entities, and bytes of them, restored in one transaction, which must end long before the job's lease. */
const maxRestored = 20;
const maxRestoredBytes = 2 * 1024 * 1024;

const itemsWith = (parent: Restoration['parent']) => ({
  'with.type': parent.type,
  'with.id': parent.id,
});

/**
 * Records that what was deleted with restored parents is to be restored, in the transaction that restores the parents.
 *
 * @returns the number of entities to restore
 */
export async function requestRestorations(
  connection: Connection,
  type: Restoration['parent']['type'],
  parents: readonly ({ readonly id: number } & Pick<Restoration, 'actor' | 'requestId'>)[],
  session: ClientSession,
): Promise<number> {
  const found = await deletedItemsOf(connection)
    .aggregate<{ _id: number; items: number }>([
      { $match: { 'with.type': type, 'with.id': { $in: parents.map(({ id }) => id) } } },
      { $group: { _id: '$with.id', items: { $sum: 1 } } },
    ])
    .hint(deletedItemIndexes.parent)
    .session(session);
  if (found.length === 0) return 0;
  const counts = new Map(found.map(({ _id, items }) => [_id, items]));
  await restorationsOf(connection).bulkWrite(
    parents
      .filter(({ id }) => counts.has(id))
      .map(({ id, ...cause }) => ({
        updateOne: {
          filter: { _id: `${type}.${id}` },
          update: { $set: { parent: { type, id }, after: 0, ...cause } },
          upsert: true,
        },
      })),
    { session },
  );
  return found.reduce((sum, { items }) => sum + items, 0);
}

/**
 * Restores what was deleted with restored parents, in batches.
 *
 * @param options.definition of the entities to restore
 * @param options.label such as `Lesson`
 * @param options.revive writes a restored entity. It throws ApiError, before any write, when it cannot be restored now, as
 * another parent was deleted too; then it stays in the list of deleted ones
 */
export function restorationJob(
  store: ServiceContext,
  options: {
    readonly definition: EventDefinition;
    readonly label: string;
    readonly revive: (tx: Transaction, item: RestorableItem) => Promise<unknown>;
  },
): JobDefinition<Restoration> {
  const { connection } = store;
  const { definition, label, revive } = options;

  async function restore(tx: Transaction, item: RestorableItem): Promise<boolean> {
    try {
      await revive(tx, item);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** @returns whether nothing is left */
  async function restoreBatch(_id: string, tx: Transaction): Promise<boolean> {
    const { session } = tx;
    const restoration = await restorationsOf(connection).findById(_id, {}, { session }).lean();
    if (!restoration) return true;
    const { parent, after } = restoration;
    const items = await deletedItemsOf(connection)
      .find(
        {
          ...itemsWith(parent),
          entity: definition.entity,
          id: { $gt: after },
          expiresAt: { $gt: new Date() },
        },
        {},
        { session, limit: maxRestored },
      )
      .sort({ id: 1 })
      .hint(deletedItemIndexes.parent)
      .lean<DeletedItemRow[]>();
    let bytes = 0;
    let last = after;
    const restored: number[] = [];
    for (const deleted of items) {
      if (bytes > maxRestoredBytes) break;
      const item = await readContents(connection, label, deleted, session);
      bytes += Buffer.byteLength(JSON.stringify(item.state));
      if (await restore(tx, item)) restored.push(item.id);
      last = item.id;
    }
    if (restored.length > 0) await forgetDeletedItems(connection, definition, restored, session);
    const isDone = items.length < maxRestored && last === (items.at(-1)?.id ?? last);
    if (isDone) await restorationsOf(connection).deleteOne({ _id }, { session });
    else await restorationsOf(connection).updateOne({ _id }, { $set: { after: last } }, { session });
    return isDone;
  }

  return {
    name: 'restoration of what was deleted with a parent',
    collection: 'restorations',
    dueFilter: () => ({}),
    run: ({ row: { _id, actor, requestId } }, { runBatches }) =>
      runBatches(() => commit(store, { actor, requestId }, (tx) => restoreBatch(_id, tx))),
  };
}
