import type { EntityEvent } from '@khmer-learning/contracts';
import type { Transaction } from '@khmer-learning/service-kit';
import type { CommerceStore } from '../store/commerce-store.ts';
import { purchasesOf, rowProjection } from './purchase.model.ts';
import { isUnpaid, type PurchaseRow } from './purchase-status.ts';
import { removePurchase, writePurchase } from './purchase-writes.ts';

type Following = Pick<CommerceStore, 'connection' | 'now' | 'reconcileAfterMs'>;

/**
 * A main lesson or a person is gone: what was paid stays without it, what was not goes. A purchase whose money is
 * being taken at this moment stays too; the reconciler looks after it.
 */
export async function leavePurchasesOf(
  store: Following,
  of: { field: 'mainLessonId' | 'userId'; event: EntityEvent },
  tx: Transaction,
): Promise<PurchaseRow[]> {
  const { field, event } = of;
  const rows = await purchasesOf(store.connection)
    .find({ [field]: Number(event.entityId) }, rowProjection, { session: tx.session })
    .lean<PurchaseRow[]>();
  const gone: PurchaseRow[] = [];
  for (const row of rows) {
    if (isUnpaid(row) && !row.captureSince) {
      await removePurchase(store, row, tx, event);
      gone.push(row);
    } else await writePurchase(store, row, { ...row, [field]: null }, tx, event);
  }
  return gone;
}

/** A person has another e-mail address: their purchases are found by it. */
export async function readdressPurchases(
  store: Following,
  { email, event }: { email: string; event: EntityEvent },
  tx: Transaction,
): Promise<void> {
  const rows = await purchasesOf(store.connection)
    .find({ userId: Number(event.entityId), userEmail: { $ne: email } }, rowProjection, {
      session: tx.session,
    })
    .lean<PurchaseRow[]>();
  for (const row of rows) await writePurchase(store, row, { ...row, userEmail: email }, tx, event);
}
