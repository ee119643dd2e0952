import type { EntityEvent } from '@khmer-learning/contracts';
import { commit, type Transaction } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import { deleteCheckout } from '../orders/checkout.ts';
import { emailErasureDate } from './email-erasure.ts';
import { orphanedPurchasesOf, type StoredOrphanedPurchases } from './orphaned-purchases.model.ts';
import { purchaseRowProjection, purchasesOf } from './purchase.model.ts';
import { isNeverCaptured, type PurchaseRow } from './purchase-status.ts';
import { deletePurchase, writePurchase } from './purchase-writes.ts';

/** Who is gone, and who is behind it. */
export type OrphanedPurchases = Omit<StoredOrphanedPurchases, '_id'>;

/** So many purchases and their events fit into one transaction; MongoDB 4.0 takes 16 MB. */
const maxPerTransaction = 500;

/**
 * A main lesson or a person is gone: what was paid stays without it, what was not goes. A purchase whose money is
 * being taken at this moment stays too; the reconciler looks after it. Of very many purchases the rest is left to
 * `processRemainingOrphanedPurchases`.
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
  for (const row of rows) {
    if (isNeverCaptured(row) && !row.captureSince) {
      await deletePurchase(commerce, row, tx, cause);
      await deleteCheckout(connection, row, session);
    } else {
      const eraseEmailAt = field === 'userId' ? { eraseEmailAt: emailErasureDate(commerce) } : {};
      await writePurchase(commerce, row, { ...row, [field]: null, ...eraseEmailAt }, tx, cause);
    }
  }
  const _id = `${field}:${id}`;
  const orphanedPurchases = orphanedPurchasesOf(connection);
  if (rows.length < maxPerTransaction) await orphanedPurchases.deleteOne({ _id }, { session });
  else
    await orphanedPurchases.updateOne({ _id }, { $set: { field, id, ...cause } }, { session, upsert: true });
}

/** Goes on with departures that were too large for one transaction, until none is left. */
export async function processRemainingOrphanedPurchases(commerce: CommerceContext): Promise<void> {
  for (;;) {
    const next = await orphanedPurchasesOf(commerce.connection).findOne().lean();
    if (!next) return;
    await commit(commerce, { actor: next.actor, requestId: next.requestId }, (tx) =>
      processOrphanedPurchases(commerce, next, tx),
    );
  }
}

/** A person has another e-mail address: their purchases are found by it. */
export async function updatePurchaseEmails(
  commerce: CommerceContext,
  { email, event }: { email: string; event: EntityEvent },
  tx: Transaction,
): Promise<void> {
  const rows = await purchasesOf(commerce.connection)
    .find({ userId: Number(event.entityId), userEmail: { $ne: email } }, purchaseRowProjection, {
      session: tx.session,
    })
    .lean<PurchaseRow[]>();
  for (const row of rows) await writePurchase(commerce, row, { ...row, userEmail: email }, tx, event);
}
