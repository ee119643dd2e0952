import { priceCurrency, purchaseEvent, purchaseMessages } from '@khmer-learning/contracts';
import { ApiError, commit, conflict, notFound, type RequestContext } from '@khmer-learning/service-kit';
import { type CommerceContext, systemContext } from '../context/commerce-context.ts';
import { deleteCheckout } from '../orders/checkout.ts';
import { type ProviderOrder, ProviderRejectedError, withProviderErrorMapping } from '../provider/provider.ts';
import {
  type BeforeCommit,
  deletePurchase,
  findPurchase,
  type PurchaseKey,
  updatePurchase,
} from '../purchases/purchase.queries.ts';
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

/** Synchronises purchases with the provider's orders and captures payments. */
export type PaymentService = ReturnType<typeof createPaymentService>;

/** After this time the provider no longer works on a capture call that timed out here. */
const captureAttemptTimeoutMs = 60_000;

export function createPaymentService(commerce: CommerceContext) {
  const { connection, provider, logger, now } = commerce;
  /** Captures in flight in this process, by purchase id. A second caller waits for the first. */
  const inFlightCaptures = new Map<number, Promise<ProviderOrder | null>>();

  /** The purchase with this key. @throws ApiError 404, also when it was granted: there is no payment */
  async function requirePurchase(key: PurchaseKey): Promise<PurchaseRow> {
    const row = await findPurchase(connection, key);
    if (!row || row.grant) throw notFound('Purchase');
    return row;
  }

  function assertOrderMatches(row: PurchaseRow, order: ProviderOrder): void {
    if (orderMatchesPurchase(row, order, priceCurrency)) return;
    const { amount, currency: paidIn, customId } = order;
    logger.error({ purchase: row._id, amount, paidIn, customId }, 'Payment does not match its purchase');
    throw conflict(purchaseMessages.mismatch);
  }

  /** The provider's order of the purchase; null when the provider does not know it (any more). @throws ApiError 409 */
  async function fetchOrder(row: PurchaseRow): Promise<ProviderOrder | null> {
    const order = await provider.getOrder(row.purchaseId);
    if (order) assertOrderMatches(row, order);
    return order;
  }

  /**
   * Stores that a capture starts, from when on the purchase cannot be cancelled. One of unknown outcome is repeated with
   * the same request id. @returns that id; undefined when there is nothing left to capture
   */
  async function beginCaptureAttempt(id: number): Promise<string | undefined> {
    const row = await updatePurchase(commerce, systemContext, id, (current) => {
      if (wasEverPaid(current) || current.captureId !== undefined) return current;
      const captureAttempts = current.captureAttempts + (current.captureSince ? 0 : 1);
      return { ...current, captureAttempts, captureSince: now() };
    });
    return row?.captureSince && `capture-${row._id}-${row.captureAttempts}`;
  }

  /** Ends an attempt that has certainly failed, so that the next one gets a new request id. */
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
      logger.warn({ err: error, purchase: row._id }, 'Payment provider rejected the capture');
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

  /**
   * Fetches the order of a purchase and stores its state. With `capture`, captures an approved order.
   * @param options.beforeCommit runs in the transaction, also when nothing has changed
   * @returns the purchase and the order; null for one that no longer exists
   * @throws ApiError 409 when they do not match, and the provider's errors
   */
  async function refresh(
    row: PurchaseRow,
    options: { capture: boolean; context: RequestContext; beforeCommit?: BeforeCommit },
  ): Promise<{ row: PurchaseRow | null; order: ProviderOrder | null }> {
    const { capture, context, beforeCommit } = options;
    const found = await fetchOrder(row);
    const order = capture && found?.status === 'APPROVED' ? await capturePaymentOnce(row, found) : found;
    const next = await updatePurchase(
      commerce,
      context,
      row._id,
      (current) => {
        if (order) return clearStaleAttempt(applyProviderOrder(current, order), order);
        // The capture was declined, which is already stored. The order itself stays valid.
        if (found) return current;
        return wasEverPaid(current) || current.captureId !== undefined
          ? current
          : closePurchase(current, 'cancelled');
      },
      beforeCommit,
    );
    return { row: next, order: order ?? found };
  }

  /** Clears a capture attempt that timed out long ago and that the provider has no record of. */
  function clearStaleAttempt(row: PurchaseRow, order: ProviderOrder): PurchaseRow {
    const { captureSince, ...rest } = row;
    if (!captureSince || highestRankedCapture(order) || !isStale(captureSince)) return row;
    return rest;
  }

  function isStale(moment: Date): boolean {
    return now().getTime() - moment.getTime() > captureAttemptTimeoutMs;
  }

  /** Deletes a purchase unless it is paid or being paid. @returns whether it no longer exists */
  async function deleteUnpaid(id: number, context: RequestContext): Promise<boolean> {
    return commit(commerce, context, async (tx) => {
      const row = await findPurchase(connection, { _id: id }, tx.session);
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
    refresh,
    deleteUnpaid,

    /** Captures the payment for the return page. @throws ApiError 404, 409 when the order is not approved or has ended, 503 */
    capture: (token: string, context: RequestContext) =>
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

    /** Stores the provider's payment status if it equals the claimed one. @throws ApiError 404, 409 when it does not */
    async confirm(token: string, claimedStatus: string, context: RequestContext) {
      const row = await requirePurchase({ purchaseId: token });
      const order = await fetchOrder(row).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        logger.warn({ err: error, purchase: row._id }, 'Payment status could not be confirmed');
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

    /** Deletes an unpaid purchase. @throws ApiError 404, 409 when it is paid, declined or being paid, 503 */
    cancel: (token: string, context: RequestContext) =>
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

/** The error that tells the payer why the purchase cannot be cancelled. */
function notCancellableError(row: PurchaseRow): ApiError {
  if (row.statusGroup === 'pending') return conflict(purchaseMessages.beingPaid);
  const isDeclined = row.statusGroup === 'failed' && !wasEverPaid(row);
  return conflict(isDeclined ? purchaseMessages.declined : purchaseMessages.notPending);
}

function toCaptureResponse({ purchaseId, paymentStatus }: PurchaseRow): { id: string; status: string } {
  return { id: purchaseId, status: paymentStatus.toUpperCase() };
}
