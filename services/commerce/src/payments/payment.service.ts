import { priceCurrency, purchaseEvent, purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, type RequestContext, commit, conflict, notFound } from '@khmer-learning/service-kit';
import { releaseCheckout } from '../orders/checkout.ts';
import { type ProviderOrder, ProviderRefusal } from '../provider/provider.ts';
import { findPurchase, type PurchaseKey } from '../purchases/purchase.queries.ts';
import {
  closed,
  decisiveCapture,
  isUnpaid,
  matches,
  type PurchaseRow,
  settled,
  wasPaid,
  withStatus,
} from '../purchases/purchase-status.ts';
import { changePurchase, readIn, removePurchase, type Within } from '../purchases/purchase-writes.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import { askingProvider } from './provider-failures.ts';

/** Learning from the provider what has become of a payment, and taking its money. */
export interface Payments {
  /** @throws ApiError 404 */
  require(key: PurchaseKey): Promise<PurchaseRow>;
  /**
   * Asks the provider about a purchase and stores what it says; with `capture`, takes the money of an approved order.
   *
   * @param options.within done in the transaction of the change that follows, also when there is nothing to change
   * @returns the purchase as it is now, and the order; null for a purchase or an order that is gone
   */
  refresh(
    row: PurchaseRow,
    options: { capture: boolean; context: RequestContext; within?: Within },
  ): Promise<{ row: PurchaseRow | null; order: ProviderOrder | null }>;
  /** For the return page: takes the money and says what became of it. */
  capture(token: string, context: RequestContext): Promise<{ id: string; status: string }>;
  /** Stores what the provider says if that is what the hint says. */
  confirm(
    token: string,
    hint: string,
    context: RequestContext,
  ): Promise<{ purchaseId: string; paymentStatus: string }>;
  /** Deletes a purchase that nobody has paid. */
  cancel(token: string, context: RequestContext): Promise<{ message: string }>;
  /**
   * Deletes a purchase unless it is paid, or being paid.
   *
   * @returns whether it is gone
   */
  drop(id: number, context: RequestContext): Promise<boolean>;
}

/** After so long no provider still works on a call that we have given up. */
const attemptIsOverMs = 60_000;

export function createPayments(store: CommerceStore): Payments {
  const { connection, provider, logger, now } = store;
  /** Captures under way in this process, by purchase: a second caller waits for the first. */
  const capturing = new Map<number, Promise<ProviderOrder | null>>();

  async function require(key: PurchaseKey): Promise<PurchaseRow> {
    const row = await findPurchase(connection, key);
    if (!row) throw notFound('Purchase');
    return row;
  }

  function mustMatch(row: PurchaseRow, order: ProviderOrder): void {
    if (matches(row, order, priceCurrency)) return;
    const { amount, currency: paidIn, customId } = order;
    logger.error({ purchase: row._id, amount, paidIn, customId }, 'A payment does not match its purchase');
    throw conflict(purchaseMessages.mismatch);
  }

  /** An order that counts for the purchase; null when the provider does not know it (any more). */
  async function orderOf(row: PurchaseRow): Promise<ProviderOrder | null> {
    const order = await provider.getOrder(row.purchaseId);
    if (order) mustMatch(row, order);
    return order;
  }

  /**
   * Notes that money is being asked for, before it is: from here on the purchase cannot be cancelled. An attempt
   * that nobody knows the end of is made again as the same one.
   *
   * @returns its request id; undefined when there is nothing to take any more
   */
  async function beginAttempt(id: number): Promise<string | undefined> {
    const row = await changePurchase(store, system, id, (current) => {
      if (wasPaid(current) || current.captureId !== undefined) return current;
      const captureAttempts = current.captureAttempts + (current.captureSince ? 0 : 1);
      return { ...current, captureAttempts, captureSince: now() };
    });
    return row?.captureSince && `capture-${row._id}-${row.captureAttempts}`;
  }

  /** The attempt has failed for certain: the next is another one. */
  async function endAttempt(row: PurchaseRow, status?: string): Promise<void> {
    await changePurchase(store, system, row._id, (current) => {
      if (wasPaid(current) || current.captureId !== undefined) return current;
      const { captureSince: _since, ...rest } = current;
      return status === undefined ? rest : { ...rest, ...withStatus(status) };
    });
  }

  async function takeMoney(row: PurchaseRow, order: ProviderOrder): Promise<ProviderOrder | null> {
    const requestId = await beginAttempt(row._id);
    if (requestId === undefined) return orderOf(row);
    try {
      const captured = await provider.capture(order.id, requestId);
      mustMatch(row, captured);
      return captured;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      if (error.reason === 'already-captured') return orderOf(row);
      logger.warn({ err: error, purchase: row._id }, 'The provider does not take the money');
      await endAttempt(row, error.reason === 'declined' ? 'declined' : undefined);
      if (error.reason === 'declined') return null;
      if (error.reason === 'not-approved' || error.reason === 'not-found') return orderOf(row);
      throw error;
    }
  }

  function takeMoneyOnce(row: PurchaseRow, order: ProviderOrder): Promise<ProviderOrder | null> {
    const underWay = capturing.get(row._id);
    if (underWay) return underWay;
    const taking = takeMoney(row, order).finally(() => capturing.delete(row._id));
    capturing.set(row._id, taking);
    return taking;
  }

  async function refresh(
    row: PurchaseRow,
    { capture, context, within }: Parameters<Payments['refresh']>[1],
  ): ReturnType<Payments['refresh']> {
    const found = await orderOf(row);
    const order = capture && found?.status === 'APPROVED' ? await takeMoneyOnce(row, found) : found;
    const next = await changePurchase(
      store,
      context,
      row._id,
      (current) => {
        if (order) return withoutDeadAttempt(settled(current, order), order);
        // Declined on the way: that is stored, and the order lives on.
        if (found) return current;
        return wasPaid(current) || current.captureId !== undefined ? current : closed(current, 'cancelled');
      },
      within,
    );
    return { row: next, order: order ?? found };
  }

  /** An attempt that was given up long ago, of which the provider knows nothing, has come to nothing. */
  function withoutDeadAttempt(row: PurchaseRow, order: ProviderOrder): PurchaseRow {
    const { captureSince, ...rest } = row;
    if (!captureSince || decisiveCapture(order) || !isLongAgo(captureSince)) return row;
    return rest;
  }

  function isLongAgo(moment: Date): boolean {
    return now().getTime() - moment.getTime() > attemptIsOverMs;
  }

  async function drop(id: number, context: RequestContext): Promise<boolean> {
    return commit(store, context, async (tx) => {
      const row = await readIn(connection, id, tx.session);
      if (!row) return true;
      const isBeingPaid = row.captureSince !== undefined && !isLongAgo(row.captureSince);
      if (!isUnpaid(row) || isBeingPaid) return false;
      await removePurchase(store, row, tx);
      if (context.actor?.role === 'admin')
        tx.audit(purchaseEvent, { action: 'deleted', id, title: row.userEmail });
      await releaseCheckout(connection, row, tx.session);
      return true;
    });
  }

  return {
    require,
    refresh,
    drop,

    capture: (token, context) =>
      askingProvider(logger, async () => {
        const before = await require({ purchaseId: token });
        if (wasPaid(before)) return answerOf(before);
        const { row, order } = await refresh(before, { capture: true, context });
        if (!row) throw notFound('Purchase');
        if (row.captureId !== undefined || row.statusGroup === 'failed') return answerOf(row);
        throw conflict(
          row.statusGroup === 'cancelled' || !order ? purchaseMessages.ended : purchaseMessages.notApproved,
        );
      }),

    async confirm(token, hint, context) {
      const row = await require({ purchaseId: token });
      const order = await orderOf(row).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        logger.warn({ err: error, purchase: row._id }, 'A payment status cannot be confirmed');
        throw conflict(purchaseMessages.hintContradicted);
      });
      if (!order || settled(row, order).paymentStatus !== hint.trim().toLowerCase())
        throw conflict(purchaseMessages.hintContradicted);
      const stored = await changePurchase(store, context, row._id, (current) => settled(current, order));
      if (!stored) throw notFound('Purchase');
      return { purchaseId: stored.purchaseId, paymentStatus: stored.paymentStatus };
    },

    cancel: (token, context) =>
      askingProvider(logger, async () => {
        const before = await require({ purchaseId: token });
        if (before.statusGroup !== 'pending') throw notCancellable(before);
        const { row } = await refresh(before, { capture: false, context });
        if (!row) throw notFound('Purchase');
        if (!(await drop(row._id, context))) throw notCancellable(row);
        return { message: purchaseMessages.cancelled };
      }),
  };
}

const system: RequestContext = { actor: null, requestId: null };

/** Why a purchase cannot be cancelled, for the person who did not want to pay. */
function notCancellable(row: PurchaseRow): ApiError {
  if (row.statusGroup === 'pending') return conflict(purchaseMessages.beingPaid);
  const isDeclined = row.statusGroup === 'failed' && !wasPaid(row);
  return conflict(isDeclined ? purchaseMessages.declined : purchaseMessages.notPending);
}

function answerOf({ purchaseId, paymentStatus }: PurchaseRow): { id: string; status: string } {
  return { id: purchaseId, status: paymentStatus.toUpperCase() };
}
