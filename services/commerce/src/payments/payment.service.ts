import { priceCurrency, purchaseEvent, purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, commit, conflict, notFound, type RequestContext } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import { deleteCheckout } from '../orders/checkout.ts';
import { type ProviderOrder, ProviderRejectedError } from '../provider/provider.ts';
import { findPurchase, type PurchaseKey } from '../purchases/purchase.queries.ts';
import {
  applyProviderOrder,
  closePurchase,
  highestRankedCapture,
  isNeverCaptured,
  orderMatchesPurchase,
  type PurchaseRow,
  paymentStatusFields,
  wasEverPaid,
} from '../purchases/purchase-status.ts';
import {
  type BeforeCommit,
  deletePurchase,
  findPurchaseInTransaction,
  updatePurchase,
} from '../purchases/purchase-writes.ts';
import { withProviderErrorMapping } from './provider-error-mapping.ts';

/** Learning from the provider what has become of a payment, and taking its money. */
export interface PaymentService {
  /** @throws ApiError 404 */
  requirePurchase(key: PurchaseKey): Promise<PurchaseRow>;
  /**
   * Asks the provider about a purchase and stores what it says; with `capture`, takes the money of an approved order.
   *
   * @param options.within done in the transaction of the change that follows, also when there is nothing to change
   * @returns the purchase as it is now, and the order; null for a purchase or an order that is gone
   */
  refresh(
    row: PurchaseRow,
    options: { capture: boolean; context: RequestContext; beforeCommit?: BeforeCommit },
  ): Promise<{ row: PurchaseRow | null; order: ProviderOrder | null }>;
  /** For the return page: takes the money and says what became of it. */
  capture(token: string, context: RequestContext): Promise<{ id: string; status: string }>;
  /** Stores what the provider says if that is what the hint says. */
  confirm(
    token: string,
    claimedStatus: string,
    context: RequestContext,
  ): Promise<{ purchaseId: string; paymentStatus: string }>;
  /** Deletes a purchase that nobody has paid. */
  cancel(token: string, context: RequestContext): Promise<{ message: string }>;
  /**
   * Deletes a purchase unless it is paid, or being paid.
   *
   * @returns whether it is gone
   */
  deleteUnpaid(id: number, context: RequestContext): Promise<boolean>;
}

/** After so long no provider still works on a call that we have given up. */
const captureAttemptTimeoutMs = 60_000;

export function createPaymentService(commerce: CommerceContext): PaymentService {
  const { connection, provider, logger, now } = commerce;
  /** Captures under way in this process, by purchase: a second caller waits for the first. */
  const inFlightCaptures = new Map<number, Promise<ProviderOrder | null>>();

  async function requirePurchase(key: PurchaseKey): Promise<PurchaseRow> {
    const row = await findPurchase(connection, key);
    if (!row) throw notFound('Purchase');
    return row;
  }

  function assertOrderMatches(row: PurchaseRow, order: ProviderOrder): void {
    if (orderMatchesPurchase(row, order, priceCurrency)) return;
    const { amount, currency: paidIn, customId } = order;
    logger.error({ purchase: row._id, amount, paidIn, customId }, 'A payment does not match its purchase');
    throw conflict(purchaseMessages.mismatch);
  }

  /** An order that counts for the purchase; null when the provider does not know it (any more). */
  async function fetchOrder(row: PurchaseRow): Promise<ProviderOrder | null> {
    const order = await provider.getOrder(row.purchaseId);
    if (order) assertOrderMatches(row, order);
    return order;
  }

  /**
   * Notes that money is being asked for, before it is: from here on the purchase cannot be cancelled. An attempt
   * that nobody knows the end of is made again as the same one.
   *
   * @returns its request id; undefined when there is nothing to take any more
   */
  async function beginCaptureAttempt(id: number): Promise<string | undefined> {
    const row = await updatePurchase(commerce, systemContext, id, (current) => {
      if (wasEverPaid(current) || current.captureId !== undefined) return current;
      const captureAttempts = current.captureAttempts + (current.captureSince ? 0 : 1);
      return { ...current, captureAttempts, captureSince: now() };
    });
    return row?.captureSince && `capture-${row._id}-${row.captureAttempts}`;
  }

  /** The attempt has failed for certain: the next is another one. */
  async function endCaptureAttempt(row: PurchaseRow, status?: string): Promise<void> {
    await updatePurchase(commerce, systemContext, row._id, (current) => {
      if (wasEverPaid(current) || current.captureId !== undefined) return current;
      const { captureSince: _since, ...rest } = current;
      return status === undefined ? rest : { ...rest, ...paymentStatusFields(status) };
    });
  }

  async function capturePayment(row: PurchaseRow, order: ProviderOrder): Promise<ProviderOrder | null> {
    const requestId = await beginCaptureAttempt(row._id);
    if (requestId === undefined) return fetchOrder(row);
    try {
      const captured = await provider.capture(order.id, requestId);
      assertOrderMatches(row, captured);
      return captured;
    } catch (error) {
      if (!(error instanceof ProviderRejectedError)) throw error;
      if (error.reason === 'already-captured') return fetchOrder(row);
      logger.warn({ err: error, purchase: row._id }, 'The provider does not take the money');
      await endCaptureAttempt(row, error.reason === 'declined' ? 'declined' : undefined);
      if (error.reason === 'declined') return null;
      if (error.reason === 'not-approved' || error.reason === 'not-found') return fetchOrder(row);
      throw error;
    }
  }

  function capturePaymentOnce(row: PurchaseRow, order: ProviderOrder): Promise<ProviderOrder | null> {
    const inFlight = inFlightCaptures.get(row._id);
    if (inFlight) return inFlight;
    const capturePromise = capturePayment(row, order).finally(() => inFlightCaptures.delete(row._id));
    inFlightCaptures.set(row._id, capturePromise);
    return capturePromise;
  }

  async function refresh(
    row: PurchaseRow,
    { capture, context, beforeCommit }: Parameters<PaymentService['refresh']>[1],
  ): ReturnType<PaymentService['refresh']> {
    const found = await fetchOrder(row);
    const order = capture && found?.status === 'APPROVED' ? await capturePaymentOnce(row, found) : found;
    const next = await updatePurchase(
      commerce,
      context,
      row._id,
      (current) => {
        if (order) return clearStaleAttempt(applyProviderOrder(current, order), order);
        // Declined on the way: that is stored, and the order lives on.
        if (found) return current;
        return wasEverPaid(current) || current.captureId !== undefined
          ? current
          : closePurchase(current, 'cancelled');
      },
      beforeCommit,
    );
    return { row: next, order: order ?? found };
  }

  /** An attempt that was given up long ago, of which the provider knows nothing, has come to nothing. */
  function clearStaleAttempt(row: PurchaseRow, order: ProviderOrder): PurchaseRow {
    const { captureSince, ...rest } = row;
    if (!captureSince || highestRankedCapture(order) || !isStale(captureSince)) return row;
    return rest;
  }

  function isStale(moment: Date): boolean {
    return now().getTime() - moment.getTime() > captureAttemptTimeoutMs;
  }

  async function deleteUnpaid(id: number, context: RequestContext): Promise<boolean> {
    return commit(commerce, context, async (tx) => {
      const row = await findPurchaseInTransaction(connection, id, tx.session);
      if (!row) return true;
      const isBeingPaid = row.captureSince !== undefined && !isStale(row.captureSince);
      if (!isNeverCaptured(row) || isBeingPaid) return false;
      await deletePurchase(commerce, row, tx);
      if (context.actor?.role === 'admin')
        tx.audit(purchaseEvent, { action: 'deleted', id, title: row.userEmail });
      await deleteCheckout(connection, row, tx.session);
      return true;
    });
  }

  return {
    requirePurchase,
    refresh,
    deleteUnpaid,

    capture: (token, context) =>
      withProviderErrorMapping(logger, async () => {
        const before = await requirePurchase({ purchaseId: token });
        if (wasEverPaid(before)) return toCaptureResponse(before);
        const { row, order } = await refresh(before, { capture: true, context });
        if (!row) throw notFound('Purchase');
        if (row.captureId !== undefined || row.statusGroup === 'failed') return toCaptureResponse(row);
        throw conflict(
          row.statusGroup === 'cancelled' || !order ? purchaseMessages.ended : purchaseMessages.notApproved,
        );
      }),

    async confirm(token, claimedStatus, context) {
      const row = await requirePurchase({ purchaseId: token });
      const order = await fetchOrder(row).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        logger.warn({ err: error, purchase: row._id }, 'A payment status cannot be confirmed');
        throw conflict(purchaseMessages.hintContradicted);
      });
      if (!order || applyProviderOrder(row, order).paymentStatus !== claimedStatus.trim().toLowerCase())
        throw conflict(purchaseMessages.hintContradicted);
      const stored = await updatePurchase(commerce, context, row._id, (current) =>
        applyProviderOrder(current, order),
      );
      if (!stored) throw notFound('Purchase');
      return { purchaseId: stored.purchaseId, paymentStatus: stored.paymentStatus };
    },

    cancel: (token, context) =>
      withProviderErrorMapping(logger, async () => {
        const before = await requirePurchase({ purchaseId: token });
        if (before.statusGroup !== 'pending') throw notCancellableError(before);
        const { row } = await refresh(before, { capture: false, context });
        if (!row) throw notFound('Purchase');
        if (!(await deleteUnpaid(row._id, context))) throw notCancellableError(row);
        return { message: purchaseMessages.cancelled };
      }),
  };
}

const systemContext: RequestContext = { actor: null, requestId: null };

/** Why a purchase cannot be cancelled, for the person who did not want to pay. */
function notCancellableError(row: PurchaseRow): ApiError {
  if (row.statusGroup === 'pending') return conflict(purchaseMessages.beingPaid);
  const isDeclined = row.statusGroup === 'failed' && !wasEverPaid(row);
  return conflict(isDeclined ? purchaseMessages.declined : purchaseMessages.notPending);
}

function toCaptureResponse({ purchaseId, paymentStatus }: PurchaseRow): { id: string; status: string } {
  return { id: purchaseId, status: paymentStatus.toUpperCase() };
}
