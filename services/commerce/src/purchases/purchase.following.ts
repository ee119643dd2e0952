import type { EntityEvent } from '@khmer-learning/contracts';
import { commit, type Transaction } from '@khmer-learning/service-kit';
import { releaseCheckout } from '../orders/checkout.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import { departuresOf, type StoredDeparture } from './departure.model.ts';
import { eraseAt } from './erase-emails.ts';
import { purchasesOf, rowProjection } from './purchase.model.ts';
import { isUnpaid, type PurchaseRow } from './purchase-status.ts';
import { removePurchase, writePurchase } from './purchase-writes.ts';

/** Who is gone, and who is behind it. */
export type Departure = Omit<StoredDeparture, '_id'>;

/** So many purchases and their events fit into one transaction; MongoDB 4.0 takes 16 MB. */
const mostInOneGo = 500;

/**
 * A main lesson or a person is gone: what was paid stays without it, what was not goes. A purchase whose money is
 * being taken at this moment stays too; the reconciler looks after it. Of very many purchases the rest is left to
 * `finishDepartures`.
 */
export async function leavePurchases(
  store: CommerceStore,
  { field, id, actor, requestId }: Departure,
  tx: Transaction,
): Promise<void> {
  const { connection } = store;
  const { session } = tx;
  const cause = { actor, requestId };
  const rows = await purchasesOf(connection)
    .find({ [field]: id }, rowProjection, { session, limit: mostInOneGo })
    .lean<PurchaseRow[]>();
  for (const row of rows) {
    if (isUnpaid(row) && !row.captureSince) {
      await removePurchase(store, row, tx, cause);
      await releaseCheckout(connection, row, session);
    } else {
      const eraseEmailAt = field === 'userId' ? { eraseEmailAt: eraseAt(store) } : {};
      await writePurchase(store, row, { ...row, [field]: null, ...eraseEmailAt }, tx, cause);
    }
  }
  const _id = `${field}:${id}`;
  const departures = departuresOf(connection);
  if (rows.length < mostInOneGo) await departures.deleteOne({ _id }, { session });
  else await departures.updateOne({ _id }, { $set: { field, id, ...cause } }, { session, upsert: true });
}

/** Goes on with departures that were too large for one transaction, until none is left. */
export async function finishDepartures(store: CommerceStore): Promise<void> {
  for (;;) {
    const next = await departuresOf(store.connection).findOne().lean();
    if (!next) return;
    await commit(store, { actor: next.actor, requestId: next.requestId }, (tx) =>
      leavePurchases(store, next, tx),
    );
  }
}

/** A person has another e-mail address: their purchases are found by it. */
export async function readdressPurchases(
  store: CommerceStore,
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
