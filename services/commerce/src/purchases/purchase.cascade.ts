import { type Actor, deletedLearnerName } from '@khmer-learning/contracts';
import {
  commit,
  type JobDefinition,
  type JobRow,
  modelOf,
  type Transaction,
} from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';
import { type CommerceContext, systemContext } from '../context/commerce-context.ts';
import { deleteCheckout } from '../orders/checkout.ts';
import { purchaseRowProjection, purchasesOf } from './purchase.model.ts';
import { deletePurchase, writePurchase } from './purchase.queries.ts';
import { isNeverCaptured, type PurchaseRow } from './purchase-status.ts';

/** A deleted main lesson or user, or a user's new address, with more purchases than one transaction can process. */
interface StoredOrphanedPurchases {
  /** `<field>:<id>`, or `email:<id>` */
  _id: string;
  field: 'mainLessonId' | 'userId';
  id: number;
  /** A user's new address; absent for a deletion. */
  email?: string;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<StoredOrphanedPurchases>(
  { _id: String, field: String, id: Number, email: String, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'departures' },
).index({ heldUntil: 1 });

export const orphanedPurchasesOf = modelOf('Departure', schema);

/** The deleted main lesson or user, and who deleted it. */
export type OrphanedPurchases = Omit<StoredOrphanedPurchases, '_id' | 'email'>;

const dayMs = 24 * 60 * 60_000;
/** Longer transactions would block other writes, and on MongoDB 4.0 exceed one oplog entry (16 MB). */
const maxPerTransaction = 200;

/**
 * Handles the deletion of a main lesson or user: paid purchases stay without the reference, unpaid ones and a deleted
 * user's granted ones are deleted. One with a capture in flight is left to the reconciler. The address of a user who was
 * deleted by others is erased later, else now. What is too much for a transaction is left to `remainingPurchasesJob`.
 */
export async function processOrphanedPurchases(
  commerce: CommerceContext,
  orphaned: OrphanedPurchases,
  tx: Transaction,
): Promise<void> {
  const { field, id, actor, requestId } = orphaned;
  const rows = await findOrphanedPurchases(commerce, orphaned, tx);
  const pending = { _id: `${field}:${id}`, field, id, actor, requestId };
  if (await leaveToJob(commerce, pending, rows, tx)) return;
  await orphanPurchases(commerce, orphaned, rows, tx);
}

/** A user's new address, and who changed it. */
export type NewAddress = Pick<StoredOrphanedPurchases, 'id' | 'actor' | 'requestId'> & {
  readonly email: string;
};

/** Updates the address of a user's purchases, by which they are found, or leaves too many to `remainingPurchasesJob`. */
export async function updatePurchaseEmails(
  commerce: CommerceContext,
  address: NewAddress,
  tx: Transaction,
): Promise<void> {
  const rows = await findWithOtherAddress(commerce, address, tx);
  const { id, email, actor, requestId } = address;
  const pending = { _id: `email:${id}`, field: 'userId', id, email, actor, requestId } as const;
  if (await leaveToJob(commerce, pending, rows, tx)) return;
  await changeAddress(commerce, address, rows, tx);
}

/** The job for deletions and new addresses with too many purchases for one transaction. */
export function remainingPurchasesJob(
  commerce: CommerceContext,
): JobDefinition<StoredOrphanedPurchases & JobRow> {
  const pending = orphanedPurchasesOf(commerce.connection);

  /** @returns whether nothing is left */
  async function runBatch(
    { _id, field, id, email, actor, requestId }: StoredOrphanedPurchases,
    tx: Transaction,
  ) {
    const cause = { actor, requestId };
    const rows =
      email === undefined
        ? await findOrphanedPurchases(commerce, { field, id }, tx)
        : await findWithOtherAddress(commerce, { id, email }, tx);
    if (email === undefined) await orphanPurchases(commerce, { field, id, ...cause }, rows, tx);
    else await changeAddress(commerce, { email, ...cause }, rows, tx);
    if (rows.length === maxPerTransaction) return false;
    await pending.deleteOne({ _id }, { session: tx.session });
    return true;
  }

  return {
    name: 'purchases of deleted and changed items',
    collection: pending.collection.collectionName,
    dueFilter: () => ({}),
    run: (lease, { runBatches }) =>
      runBatches(() =>
        commit(commerce, systemContext, async (tx) =>
          // The row as it is now: the address may have been replaced by a later one.
          runBatch(await lease.update({}, {}, tx.session), tx),
        ),
      ),
  };
}

/** Stores what is to be done if there are too many purchases for this transaction; otherwise, nothing is left of it. */
async function leaveToJob(
  { connection }: CommerceContext,
  { _id, ...pending }: StoredOrphanedPurchases,
  rows: readonly PurchaseRow[],
  { session }: Transaction,
): Promise<boolean> {
  const isLarge = rows.length === maxPerTransaction;
  const stored = orphanedPurchasesOf(connection);
  if (isLarge) await stored.updateOne({ _id }, { $set: pending }, { session, upsert: true });
  else await stored.deleteOne({ _id }, { session });
  return isLarge;
}

function findOrphanedPurchases(
  { connection }: CommerceContext,
  { field, id }: Pick<OrphanedPurchases, 'field' | 'id'>,
  { session }: Transaction,
): Promise<PurchaseRow[]> {
  return purchasesOf(connection)
    .find({ [field]: id }, purchaseRowProjection, { session, limit: maxPerTransaction })
    .lean<PurchaseRow[]>();
}

function findWithOtherAddress(
  { connection }: CommerceContext,
  { id, email }: Pick<NewAddress, 'id' | 'email'>,
  { session }: Transaction,
): Promise<PurchaseRow[]> {
  const filter = { userId: id, userEmail: { $ne: email } };
  return purchasesOf(connection)
    .find(filter, purchaseRowProjection, { session, limit: maxPerTransaction })
    .lean<PurchaseRow[]>();
}

async function orphanPurchases(
  commerce: CommerceContext,
  { field, id, actor, requestId }: OrphanedPurchases,
  rows: readonly PurchaseRow[],
  tx: Transaction,
): Promise<void> {
  const cause = { actor, requestId };
  const erasedByUser = field === 'userId' && actor?.id === id;
  const emailErasure = erasedByUser
    ? { userEmail: deletedLearnerName }
    : field === 'userId'
      ? { eraseEmailAt: new Date(commerce.now().getTime() + commerce.deletedEmailRetentionDays * dayMs) }
      : {};
  for (const row of rows) {
    const isUnpaid = isNeverCaptured(row) && !row.captureSince;
    // No account is kept of what was granted, and its reason may name the learner.
    if (isUnpaid || (field === 'userId' && row.grant)) {
      await deletePurchase(commerce, row, tx, cause);
      await deleteCheckout(commerce.connection, row, tx.session);
    } else {
      await writePurchase(commerce, row, { ...row, [field]: null, ...emailErasure }, tx, cause);
    }
  }
}

async function changeAddress(
  commerce: CommerceContext,
  { email, actor, requestId }: Omit<NewAddress, 'id'>,
  rows: readonly PurchaseRow[],
  tx: Transaction,
): Promise<void> {
  for (const row of rows)
    await writePurchase(commerce, row, { ...row, userEmail: email }, tx, { actor, requestId });
}
