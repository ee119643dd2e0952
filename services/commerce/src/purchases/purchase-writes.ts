import { isDeepStrictEqual } from 'node:util';
import { purchaseEvent } from '@khmer-learning/contracts';
import { commit, type RequestContext, searchFields, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { CommerceContext } from '../context/commerce-context.ts';
import { findCheckReason, nextCheckAt } from './next-check.ts';
import { purchaseRowProjection, purchasesOf } from './purchase.model.ts';
import { toPurchaseState } from './purchase.responses.ts';
import type { PurchaseRow } from './purchase-status.ts';

/** What a change may do besides: in the same transaction, before and after it are known. */
export type BeforeCommit = (tx: Transaction, before: PurchaseRow, after: PurchaseRow) => Promise<void> | void;

/** Who caused a change, where that is not whom the unit of work was begun for. */
type Cause = Parameters<Transaction['emitChanged']>[2];

type PurchaseWriteContext = Pick<CommerceContext, 'connection' | 'now' | 'reconcileAfterMs'>;

/** Stores a new purchase and tells of it. */
export async function insertPurchase(
  { connection }: Pick<CommerceContext, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
): Promise<void> {
  const stored = { ...row, ...searchFields([row.userEmail]) };
  await purchasesOf(connection).insertMany([stored], { session: tx.session, lean: true });
  tx.emitChanged(purchaseEvent, { id: row._id, version: row.version, state: toPurchaseState(row) });
}

/**
 * Changes a purchase as it is at that moment; with the money, what nobody but this service sees.
 *
 * @param computeNext the purchase as it shall be; the same to leave it. May be asked several times
 * @returns the purchase as it is now, null when there is none
 */
export async function updatePurchase(
  commerce: CommerceContext,
  context: RequestContext,
  id: number,
  computeNext: (current: PurchaseRow) => PurchaseRow,
  beforeCommit?: BeforeCommit,
): Promise<PurchaseRow | null> {
  return commit(commerce, context, async (tx) => {
    const current = await findPurchaseInTransaction(commerce.connection, id, tx.session);
    if (!current) return null;
    const next = await writePurchase(commerce, current, computeNext(current), tx);
    await beforeCommit?.(tx, current, next);
    return next;
  });
}

/**
 * Writes a purchase over the one that was read in the same transaction; tells of it if anybody can see the change, and
 * writes every refund that it counts for the first time into the audit trail, whoever learned of it.
 */
export async function writePurchase(
  commerce: PurchaseWriteContext,
  current: PurchaseRow,
  desired: PurchaseRow,
  tx: Transaction,
  cause?: Cause,
): Promise<PurchaseRow> {
  const next = withNextCheck(desired, current, commerce);
  if (isDeepStrictEqual(next, current)) return current;
  const isVisible = !isDeepStrictEqual(toPurchaseState(next), toPurchaseState(current));
  const written = isVisible ? { ...next, version: current.version + 1, updatedAt: commerce.now() } : next;
  const { _id, ...fields } = written;
  const removedFields = Object.keys(current).filter((name) => !(name in written));
  await purchasesOf(commerce.connection).updateOne(
    { _id },
    {
      $set: {
        ...fields,
        ...(written.userEmail === current.userEmail ? {} : searchFields([written.userEmail])),
      },
      ...(removedFields.length > 0
        ? { $unset: Object.fromEntries(removedFields.map((name) => [name, 1])) }
        : {}),
    },
    { session: tx.session },
  );
  if (isVisible)
    tx.emitChanged(
      purchaseEvent,
      { id: _id, version: written.version, state: toPurchaseState(written) },
      cause,
    );
  auditRefunds(current, written, tx);
  return written;
}

/** One record for each refund that the provider has made and that was not counted before, of who has asked for it. */
function auditRefunds(before: PurchaseRow, { _id, userEmail, refunds }: PurchaseRow, tx: Transaction): void {
  const counted = new Set(before.refunds.map(({ id }) => id));
  for (const { id, amount, by } of refunds) {
    if (id === null || counted.has(id)) continue;
    const detail = `USD ${(amount / 100).toFixed(2)}`;
    // What nobody has asked for here was sent back at the provider's own site.
    tx.audit(purchaseEvent, { action: 'refunded', id: _id, title: userEmail, detail }, by ?? anonymousCause);
  }
}

const anonymousCause = { actor: null, requestId: null };

/** Deletes a purchase that was read in the same transaction, and tells of it. */
export async function deletePurchase(
  { connection }: Pick<CommerceContext, 'connection'>,
  row: PurchaseRow,
  tx: Transaction,
  cause?: Cause,
): Promise<void> {
  await purchasesOf(connection).deleteOne({ _id: row._id }, { session: tx.session });
  tx.emitDeleted(purchaseEvent, { id: row._id, version: row.version + 1 }, cause);
}

/** Reads a purchase in a transaction: what is written in it later is written over this. */
export async function findPurchaseInTransaction(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<PurchaseRow | null> {
  return purchasesOf(connection).findById(id, purchaseRowProjection, { session }).lean<PurchaseRow>();
}

/** As long as the provider may know more than we do, there is a moment at which it is asked. */
function withNextCheck(
  desired: PurchaseRow,
  current: PurchaseRow,
  writeContext: PurchaseWriteContext,
): PurchaseRow {
  const { askAt, ...rest } = desired;
  const reason = findCheckReason(desired, writeContext.now());
  if (!reason) return { ...rest, askedTimes: 0 };
  if (reason === findCheckReason(current, writeContext.now()) && askAt) return desired;
  return { ...rest, askedTimes: 0, askAt: nextCheckAt({ ...desired, askedTimes: 0 }, writeContext) };
}
