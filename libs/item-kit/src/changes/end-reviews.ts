import {
  type EventDefinition,
  type ReviewEvent,
  reviewEventOf,
  type StateOf,
} from '@khmer-learning/contracts';
import { deleteTombstones, type EntityChange, type HookTransaction } from '@khmer-learning/service-kit';
import type { Connection, mongo } from 'mongoose';
import type { VersionedEntity } from '../versions/version-rows.ts';

/** The collection of the reviews of items. */
export const reviewCollection = 'reviews';

/** The review of an item. Its row stays when it ends, because its version never goes back. */
export interface ReviewRow {
  /** `lesson-42` */
  _id: string;
  entity: string;
  id: number;
  /** The item's title at the last change of the review. */
  title: string;
  /** Of the review itself, in its events. */
  version: number;
  /** `granted`: it was published, `ended`: it ended otherwise. */
  state: 'requested' | 'changes-requested' | 'granted' | 'ended';
  /** What is reviewed: a draft or a working copy, and its version. */
  of: 'item' | 'working-copy';
  reviewedVersion: number;
  /** The main lesson that the item is or was in at the request; null for none. */
  mainLessonId: number | null;
  requestedBy: number;
  requestedAt: Date;
  message: string;
  answeredBy: number | null;
  answeredAt: Date | null;
  answer: string | null;
}

/** The states of a review that has not ended. */
export const openStates = ['requested', 'changes-requested'] as const;

/** The `_id` of the review of an item. */
export const reviewId = ({ entity, id }: VersionedEntity): string => `${entity}-${id}`;

/** The state of a review in its event; null when it has ended. */
export function toReviewState(row: ReviewRow): StateOf<ReviewEvent> | null {
  const { _id: id, state } = row;
  if (state === 'ended') return null;
  return {
    id,
    item: { entity: row.entity, id: row.id, title: row.title },
    mainLessonId: row.mainLessonId,
    state,
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    answeredBy: row.answeredBy,
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

/** Stores a review with its next version, and its event. @param former null for the first review of an item */
export async function storeReview(
  connection: Connection,
  tx: HookTransaction,
  { service }: Pick<EventDefinition, 'service'>,
  former: Pick<ReviewRow, 'version' | 'state'> | null,
  review: Omit<ReviewRow, 'version'>,
): Promise<ReviewRow> {
  const { session } = tx;
  const row = { ...review, version: (former?.version ?? 0) + 1 };
  const { _id: id, version } = row;
  await rowsOf(connection).replaceOne({ _id: id }, row, { session, upsert: true });
  const event = reviewEventOf(service);
  if (former?.state === 'ended') await deleteTombstones(connection, event, [id], session);
  const state = toReviewState(row);
  if (state) tx.emitChanged(event, { id, version, state, surrogateKeys: [] });
  else tx.emitDeleted(event, { id, version, surrogateKeys: [] });
  return row;
}

/** Ends the review of an item, if there is one. @param how `granted`: by a publication, which the audit log says */
export async function endReview(
  connection: Connection,
  tx: HookTransaction,
  { definition, id }: Pick<EntityChange, 'definition' | 'id'>,
  how: 'granted' | 'ended',
  by: number | null,
): Promise<void> {
  const where = { _id: reviewId({ entity: definition.entity, id }), state: { $in: [...openStates] } };
  const row = await rowsOf(connection).findOne(where, { session: tx.session });
  if (row) await end(connection, tx, definition, row, how, by);
}

/**
 * Ends the reviews of items that were deleted, and of drafts that were published, in the transaction of the changes. Those of deleted
 * items that were published are forgotten.
 */
export async function endReviews(
  connection: Connection,
  changes: readonly EntityChange[],
  tx: HookTransaction,
): Promise<void> {
  const byId = new Map(
    changes
      .filter((change) => change.after === null || isPublication(change))
      .map((change) => [reviewId({ entity: change.definition.entity, id: change.id }), change]),
  );
  if (byId.size === 0) return;
  const rows = rowsOf(connection);
  const found = await rows
    .find({ _id: { $in: [...byId.keys()] }, state: { $ne: 'ended' } }, { session: tx.session })
    .toArray();
  for (const row of found) {
    const change = byId.get(row._id);
    if (change?.after === null) await end(connection, tx, change.definition, row, 'ended', null);
    else if (change && row.state !== 'granted')
      await end(connection, tx, change.definition, row, 'granted', change.actor?.id ?? null);
  }
}

function isPublication({ before, after }: EntityChange): boolean {
  if (!before || !after || !('status' in before) || !('status' in after)) return false;
  return before.status === 'draft' && after.status !== 'draft';
}

async function end(
  connection: Connection,
  tx: HookTransaction,
  definition: EventDefinition,
  row: ReviewRow,
  state: 'granted' | 'ended',
  by: number | null,
): Promise<void> {
  const { id, title } = row;
  const answer = { answeredBy: by, answeredAt: new Date(), answer: null, message: '' };
  await storeReview(connection, tx, definition, row, { ...row, ...answer, state });
  if (state === 'granted') tx.audit(definition, { action: 'review-granted', id, title });
}

/**
 * Has the review of a working copy go on as that of the draft that it became.
 *
 * @param became the version of the draft that has the same contents as this version of the working copy
 */
export async function moveReviewToDraft(
  connection: Connection,
  { session }: HookTransaction,
  { definition, id }: Pick<EntityChange, 'definition' | 'id'>,
  became: { readonly copy: number; readonly draft: number },
): Promise<void> {
  const where = { _id: reviewId({ entity: definition.entity, id }), of: 'working-copy' } as const;
  const rows = rowsOf(connection);
  const row = await rows.findOne(where, { session });
  if (!row) return;
  // No version of a draft is 0: it was saved since the request.
  const reviewedVersion = row.reviewedVersion === became.copy ? became.draft : 0;
  await rows.updateOne(where, { $set: { of: 'item', reviewedVersion } }, { session });
}

function rowsOf(connection: Connection): mongo.Collection<ReviewRow> {
  return connection.collection<ReviewRow>(reviewCollection);
}
