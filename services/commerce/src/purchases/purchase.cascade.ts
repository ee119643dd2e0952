import { deletedLearnerName } from '@khmer-learning/contracts';
import { commit, type Transaction } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import { deleteCheckout } from '../orders/checkout.ts';
import { emailErasureDate } from './email-erasure.ts';
import { orphanedPurchasesOf, type StoredOrphanedPurchases } from './orphaned-purchases.model.ts';
import { purchaseRowProjection, purchasesOf } from './purchase.model.ts';
import { deletePurchase, writePurchase } from './purchase.queries.ts';
import { isNeverCaptured, type PurchaseRow } from './purchase-status.ts';

/** The deleted main lesson or user, and who deleted it. */
export type OrphanedPurchases = Omit<StoredOrphanedPurchases, '_id' | 'email'>;

/** This many purchases and their events fit into one transaction (MongoDB 4.0: 16 MB). */
const maxPerTransaction = 500;

/**
 * Handles the deletion of a main lesson or user: paid purchases stay without the reference, unpaid ones are deleted. A
 * purchase with a capture in flight stays too, and the reconciler handles it later. The address of a user who was
 * deleted by others is erased later, that of a learner who deleted the account now. Processes one batch;
 * `processRemainingOrphanedPurchases` does the rest.
 */
export async function processOrphanedPurchases(
  commerce: CommerceContext,
  { field, id, actor, requestId }: OrphanedPurchases,
  tx: Transaction,
): Promise<void> {
  const { connection } = commerce;
  const { session } = tx;
  const cause = { actor, requestId };
  const rows = await purchasesOf(connection)
    .find({ [field]: id }, purchaseRowProjection, { session, limit: maxPerTransaction })
    .lean<PurchaseRow[]>();
  const erasedByUser = field === 'userId' && actor?.id === id;
  const emailErasure = erasedByUser
    ? { userEmail: deletedLearnerName }
    : field === 'userId'
      ? { eraseEmailAt: emailErasureDate(commerce) }
      : {};
  for (const row of rows) {
    if (isNeverCaptured(row) && !row.captureSince) {
      await deletePurchase(commerce, row, tx, cause);
      await deleteCheckout(connection, row, session);
    } else {
      await writePurchase(commerce, row, { ...row, [field]: null, ...emailErasure }, tx, cause);
    }
  }
  const _id = `${field}:${id}`;
  const orphanedPurchases = orphanedPurchasesOf(connection);
  if (rows.length < maxPerTransaction) await orphanedPurchases.deleteOne({ _id }, { session });
  else
    await orphanedPurchases.updateOne({ _id }, { $set: { field, id, ...cause } }, { session, upsert: true });
}

/** Processes the deletions and new addresses that were too large for one transaction until none is left. */
export async function processRemainingOrphanedPurchases(commerce: CommerceContext): Promise<void> {
  for (;;) {
    const next = await orphanedPurchasesOf(commerce.connection).findOne().lean();
    if (!next) return;
    const { field, id, email, ...cause } = next;
    await commit(commerce, cause, (tx) =>
      email === undefined
        ? processOrphanedPurchases(commerce, { field, id, ...cause }, tx)
        : updateRemainingEmails(commerce, next._id, tx),
    );
  }
}

/** A user's new address, and who changed it. */
export type NewAddress = Pick<StoredOrphanedPurchases, 'id' | 'actor' | 'requestId'> & {
  readonly email: string;
};

/**
 * Updates the email address of a user's purchases after it was changed, so that the search finds them by it. Processes
 * one batch; `processRemainingOrphanedPurchases` does the rest. A later address replaces an earlier one.
 */
export async function updatePurchaseEmails(
  commerce: CommerceContext,
  { id, email, actor, requestId }: NewAddress,
  tx: Transaction,
): Promise<void> {
  const { connection } = commerce;
  const { session } = tx;
  const cause = { actor, requestId };
  const rows = await purchasesOf(connection)
    .find({ userId: id, userEmail: { $ne: email } }, purchaseRowProjection, {
      session,
      limit: maxPerTransaction,
    })
    .lean<PurchaseRow[]>();
  for (const row of rows) await writePurchase(commerce, row, { ...row, userEmail: email }, tx, cause);
  const _id = `email:${id}`;
  const pending = orphanedPurchasesOf(connection);
  if (rows.length < maxPerTransaction) await pending.deleteOne({ _id }, { session });
  else
    await pending.updateOne(
      { _id },
      { $set: { field: 'userId', id, email, ...cause } },
      { session, upsert: true },
    );
}

/** Continues with the address that is now the newest: the row is read in the transaction. */
async function updateRemainingEmails(commerce: CommerceContext, _id: string, tx: Transaction): Promise<void> {
  const row = await orphanedPurchasesOf(commerce.connection)
    .findOne({ _id }, null, { session: tx.session })
    .lean();
  if (row?.email !== undefined) await updatePurchaseEmails(commerce, { ...row, email: row.email }, tx);
}
