import { isDeepStrictEqual } from 'node:util';
import { purchaseEvent } from '@khmer-learning/contracts';
import { type RequestContext, commit, searchFields, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { CommerceStore } from '../store/commerce-store.ts';
import { nextLook, reasonToAsk } from './next-look.ts';
import { purchaseState } from './purchase.answers.ts';
import { purchasesOf, rowProjection } from './purchase.model.ts';
import type { PurchaseRow } from './purchase-status.ts';

/** What a change may do besides: in the same transaction, before and after it are known. */
export type Within = (tx: Transaction, before: PurchaseRow, after: PurchaseRow) => Promise<void> | void;

/** Who caused a change, where that is not whom the unit of work was begun for. */
type Cause = Parameters<Transaction['emitChanged']>[2];

type Clock = Pick<CommerceStore, 'connection' | 'now' | 'reconcileAfterMs'>;

/** Stores a new purchase and tells of it. */
export async function addPurchase(
  { connection }: Pick<CommerceStore, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
): Promise<void> {
  const stored = { ...row, ...searchFields([row.userEmail]) };
  await purchasesOf(connection).insertMany([stored], { session: tx.session, lean: true });
  tx.emitChanged(purchaseEvent, { id: row._id, version: row.version, state: purchaseState(row) });
}

/**
 * Changes a purchase as it is at that moment; with the money, what nobody but this service sees.
 *
 * @param decide the purchase as it shall be; the same to leave it. May be asked several times
 * @returns the purchase as it is now, null when there is none
 */
export async function changePurchase(
  store: CommerceStore,
  context: RequestContext,
  id: number,
  decide: (current: PurchaseRow) => PurchaseRow,
  within?: Within,
): Promise<PurchaseRow | null> {
  return commit(store, context, async (tx) => {
    const current = await readIn(store.connection, id, tx.session);
    if (!current) return null;
    const next = await writePurchase(store, current, decide(current), tx);
    await within?.(tx, current, next);
    return next;
  });
}

/**
 * Writes a purchase over the one that was read in the same transaction; tells of it if anybody can see the change, and
 * writes every refund that it counts for the first time into the audit trail, whoever learned of it.
 */
export async function writePurchase(
  store: Clock,
  current: PurchaseRow,
  wanted: PurchaseRow,
  tx: Transaction,
  cause?: Cause,
): Promise<PurchaseRow> {
  const next = withNextLook(wanted, current, store);
  if (isDeepStrictEqual(next, current)) return current;
  const isVisible = !isDeepStrictEqual(purchaseState(next), purchaseState(current));
  const written = isVisible ? { ...next, version: current.version + 1, updatedAt: store.now() } : next;
  const { _id, ...fields } = written;
  const gone = Object.keys(current).filter((name) => !(name in written));
  await purchasesOf(store.connection).updateOne(
    { _id },
    {
      $set: {
        ...fields,
        ...(written.userEmail === current.userEmail ? {} : searchFields([written.userEmail])),
      },
      ...(gone.length > 0 ? { $unset: Object.fromEntries(gone.map((name) => [name, 1])) } : {}),
    },
    { session: tx.session },
  );
  if (isVisible)
    tx.emitChanged(purchaseEvent, { id: _id, version: written.version, state: purchaseState(written) }, cause);
  recordRefunds(current, written, tx);
  return written;
}

/** One record for each refund that the provider has made and that was not counted before, of who has asked for it. */
function recordRefunds(before: PurchaseRow, { _id, userEmail, refunds }: PurchaseRow, tx: Transaction): void {
  const counted = new Set(before.refunds.map(({ id }) => id));
  for (const { id, amount, by } of refunds) {
    if (id === null || counted.has(id)) continue;
    const detail = `USD ${(amount / 100).toFixed(2)}`;
    // What nobody has asked for here was sent back at the provider's own site.
    tx.audit(purchaseEvent, { action: 'refunded', id: _id, title: userEmail, detail }, by ?? nobody);
  }
}

const nobody = { actor: null, requestId: null };

/** Deletes a purchase that was read in the same transaction, and tells of it. */
export async function removePurchase(
  { connection }: Pick<CommerceStore, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
  cause?: Cause,
): Promise<void> {
  await purchasesOf(connection).deleteOne({ _id: row._id }, { session: tx.session });
  tx.emitDeleted(purchaseEvent, { id: row._id, version: row.version + 1 }, cause);
}

/** Reads a purchase in a transaction: what is written in it later is written over this. */
export async function readIn(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<PurchaseRow | null> {
  return purchasesOf(connection).findById(id, rowProjection, { session }).lean<PurchaseRow>();
}

/** As long as the provider may know more than we do, there is a moment at which it is asked. */
function withNextLook(wanted: PurchaseRow, current: PurchaseRow, clock: Clock): PurchaseRow {
  const { askAt, ...rest } = wanted;
  const reason = reasonToAsk(wanted, clock.now());
  if (!reason) return { ...rest, askedTimes: 0 };
  if (reason === reasonToAsk(current, clock.now()) && askAt) return wanted;
  return { ...rest, askedTimes: 0, askAt: nextLook({ ...wanted, askedTimes: 0 }, clock) };
}
