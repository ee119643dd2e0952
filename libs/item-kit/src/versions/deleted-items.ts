import { type DeletedItem, versionLimits } from '@khmer-learning/contracts';
import {
  modelOf,
  recomputeFields,
  type SearchFields,
  searchFields,
  searchSchemaFields,
} from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import { entityKeyOf, type VersionedEntity } from './version-rows.ts';

/** A deleted entity that can be restored; its versions hold its contents. */
export interface DeletedItemRow extends SearchFields {
  /** `lesson.42` */
  _id: string;
  entity: string;
  id: number;
  title: string;
  /** The version of its deletion. */
  version: number;
  deletedAt: Date;
  /** The user's id; null for the system. */
  deletedBy: number | null;
  /** The parent that was deleted with it. */
  with?: NonNullable<DeletedItem['deletedWith']>;
  expiresAt: Date;
  /** What a restoration needs besides the last state. */
  details?: object;
}

/** A deletion, to be remembered. */
export interface ItemDeletion
  extends VersionedEntity,
    Pick<DeletedItemRow, 'title' | 'version' | 'deletedBy'> {
  readonly with?: DeletedItemRow['with'];
  readonly details?: object;
}

/** The indexes that cover filter and sort, by name: the last deleted first. */
export const deletedItemIndexes = {
  newest: { entity: 1, deletedAt: -1, id: -1 },
  words: { searchKeys: 1, deletedAt: -1, id: -1 },
  parent: { 'with.type': 1, 'with.id': 1, entity: 1, id: 1 },
} as const;

const schema = new Schema<DeletedItemRow>(
  {
    _id: String,
    entity: String,
    id: Number,
    title: String,
    version: Number,
    deletedAt: Date,
    deletedBy: Number,
    with: Schema.Types.Mixed,
    expiresAt: Date,
    details: Schema.Types.Mixed,
    ...searchSchemaFields,
  },
  { versionKey: false, collection: 'deleted_items', id: false },
);
schema.index(deletedItemIndexes.newest);
schema.index(deletedItemIndexes.words);
schema.index(deletedItemIndexes.parent);
schema.index({ expiresAt: 1 });

/** The model of the collection `deleted_items` on a connection; registers it on first use. */
export const deletedItemsOf = modelOf('DeletedItem', schema);

const retentionMs = versionLimits.deletedDays * 24 * 60 * 60_000;

/** Remembers deleted entities, in the transaction that deletes them. */
export async function storeDeletedItems(
  connection: Connection,
  deletions: readonly ItemDeletion[],
  session: ClientSession,
): Promise<void> {
  if (deletions.length === 0) return;
  const deletedAt = new Date();
  const expiresAt = new Date(deletedAt.getTime() + retentionMs);
  const rows = deletions.map((deletion) => ({
    ...deletion,
    ...searchFields([deletion.title]),
    _id: entityKeyOf(deletion),
    id: Number(deletion.id),
    deletedAt,
    expiresAt,
  }));
  await deletedItemsOf(connection).insertMany(rows, { session, lean: true });
}

/** Computes the search fields of deleted items anew, for a migration after their rule has changed. */
export function recomputeDeletedItems(connection: Connection): Promise<void> {
  return recomputeFields<{ title: string }>(connection, 'deleted_items', {
    reads: ['title'],
    compute: ({ title }) => searchFields([title]),
  });
}
