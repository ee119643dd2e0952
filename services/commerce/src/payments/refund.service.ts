import {
  type BodyOf,
  type Principal,
  type PurchaseDetail,
  pendingRefundStatus,
  purchaseEvent,
  purchaseMessages,
  type purchasesRefund,
  refundProofCents,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  notFound,
  type RequestContext,
  requireRecentProof,
} from '@khmer-learning/service-kit';
import { type CommerceContext, systemContext } from '../context/commerce-context.ts';
import {
  type ProviderRefund,
  ProviderRejectedError,
  ProviderUnavailableError,
  withProviderErrorMapping,
} from '../provider/provider.ts';
import {
  findPurchase,
  type PurchaseKey,
  readPurchaseDetail,
  refundAudit,
  refundResponseTimeoutMs,
  updatePurchase,
} from '../purchases/purchase.queries.ts';

import {
  applyRefunds,
  isPaid,
  isUnanswered,
  isWithdrawable,
  type PurchaseRow,
  refundableCents,
  type StoredRefund,
  wasEverPaid,
} from '../purchases/purchase-status.ts';

export type RefundService = ReturnType<typeof createRefundService>;

type RefundRequester = NonNullable<StoredRefund['by']>;
type EmittedListener = RequestContext['onCommitted'];
type SentRefund = StoredRefund & { sentAt: Date };

export function createRefundService(commerce: CommerceContext) {
  const { connection, provider, logger, now } = commerce;

  async function findPurchaseByAnyKey(key: string): Promise<PurchaseRow> {
    const keys: PurchaseKey[] = [{ purchaseId: key }, { captureId: key }];
    if (/^\d{1,15}$/.test(key)) keys.unshift({ _id: Number(key) });
    for (const one of keys) {
      const row = await findPurchase(connection, one);
      if (row) return row;
    }
    throw notFound('Purchase');
  }

  const isTimedOut = ({ sentAt }: StoredRefund, at: Date) =>
    sentAt !== null && at.getTime() - sentAt.getTime() >= refundResponseTimeoutMs;
  /** Whether the refund has not been sent, or its outcome is unknown. */
  const isUnclear = (refund: StoredRefund) =>
    isUnanswered(refund) && (refund.isPending || isTimedOut(refund, now()));
  /** Marks the refund as sent now. Each time differs from the last one, so that it identifies the attempt. */
  const markSent = (refund: StoredRefund): SentRefund => ({
    ...refund,
    sentAt: new Date(Math.max(now().getTime(), (refund.sentAt?.getTime() ?? 0) + 1)),
  });

  /** Changes a refund that the provider has not answered. It is left alone when `change` returns undefined. */
  async function updateUnansweredRefund(
    id: number,
    requestId: string,
    change: (refund: StoredRefund) => StoredRefund | undefined,
    context: RequestContext = systemContext,
  ): Promise<PurchaseRow | null> {
    return updatePurchase(commerce, context, id, (current) => ({
      ...current,
      refunds: current.refunds.map((refund) =>
        refund.requestId === requestId && isUnanswered(refund) ? (change(refund) ?? refund) : refund,
      ),
    }));
  }

  /**
   * Reserves the amount before a refund is sent, so that concurrent ones never exceed the payment. An unclear one of the
   * same amount is reused. @throws ApiError 409 or 503 while one of another amount is unclear: it could be made, too
   */
  async function reserveRefund(
    id: number,
    { amount, reason = null }: { amount?: number | undefined; reason?: string | null | undefined },
    by: RefundRequester,
  ): Promise<{ row: PurchaseRow; refund: SentRefund; lastSentAt: Date | null }> {
    let reserved: SentRefund | undefined;
    let lastSentAt: Date | null = null;
    const row = await updatePurchase(commerce, systemContext, id, (current) => {
      assertRefundable(current);
      const unclear = current.refunds.filter(isUnclear);
      const same = unclear.find((one) => isSameRefund(one, current, amount));
      if (same) {
        const again = markSent(same);
        reserved = again;
        lastSentAt = same.sentAt;
        return { ...current, refunds: current.refunds.map((one) => (one === same ? again : one)) };
      }
      if (unclear.some(isWithdrawable)) throw conflict(purchaseMessages.refundPending);
      if (unclear.length > 0) throw refundNotSettledError();
      const left = refundableCents(current);
      const requestedAmount = amount ?? left;
      if (requestedAmount > left || requestedAmount < 1) throw overRefundError();
      const moment = now();
      lastSentAt = null;
      reserved = {
        requestId: `refund-${current._id}-${nextRefundNumber(current)}`,
        id: null,
        amount: requestedAmount,
        reason,
        status: pendingRefundStatus,
        sentAt: moment,
        isPending: false,
        by,
        createdAt: moment,
      };
      return { ...current, refunds: [...current.refunds, reserved], refundsAsked: nextRefundNumber(current) };
    });
    if (!row || !reserved) throw notFound('Purchase');
    return { row, refund: reserved, lastSentAt };
  }

  /** Reads which refunds the order lists. One that is not listed a minute after it was sent was not made, and waits to be sent. */
  async function resolveUnclearRefunds({ _id, purchaseId }: PurchaseRow): Promise<void> {
    const requestedAt = now();
    const order = await provider.getOrder(purchaseId);
    if (!order) return;
    await updatePurchase(commerce, systemContext, _id, (current) => {
      const reported = applyRefunds(current, order.refunds);
      // Rows of earlier versions have another status.
      return {
        ...reported,
        refunds: reported.refunds.map((one) =>
          isUnanswered(one) && isTimedOut(one, requestedAt)
            ? { ...one, status: pendingRefundStatus, sentAt: null, isPending: true }
            : one,
        ),
      };
    });
  }

  /**
   * Sends a refund that was marked as sent. Sent again, it is the same at the provider.
   * @param options.lastSentAt when it was sent before; null if it certainly was not
   * @throws the provider's error: after a rejection the refund has failed, otherwise it is pending
   */
  async function sendRefund(
    { _id, purchaseId, captureId }: PurchaseRow,
    refund: SentRefund,
    { lastSentAt, emitted }: { lastSentAt: Date | null; emitted?: EmittedListener },
  ): Promise<PurchaseRow> {
    if (captureId === undefined) throw conflict(purchaseMessages.notRefundable);
    const { requestId, amount, reason } = refund;
    const context = { ...systemContext, ...refund.by, ...(emitted ? { onCommitted: emitted } : {}) };
    let providerRefund: ProviderRefund;
    try {
      // This process may have been suspended meanwhile, and the refund withdrawn.
      if (isTimedOut(refund, now()))
        throw new ProviderUnavailableError('Too late to send the refund', { wasSent: false });
      providerRefund = await provider.refund({ captureId, requestId, amount, reason });
    } catch (error) {
      if (error instanceof ProviderRejectedError) {
        logger.warn({ err: error, purchase: _id, refund: requestId }, 'Payment provider rejected the refund');
        // An earlier attempt may have been made.
        const order = refund.isPending || lastSentAt ? await provider.getOrder(purchaseId) : null;
        const next = await updatePurchase(commerce, systemContext, _id, (current) =>
          failRefund(applyRefunds(current, order?.refunds ?? []), requestId),
        );
        if (next?.refunds.some((one) => one.requestId === requestId && one.id !== null)) return next;
        throw error;
      }
      const isUnsent = error instanceof ProviderUnavailableError && !error.wasSent;
      const markPending = (current: StoredRefund): StoredRefund => ({
        ...current,
        isPending: true,
        // Another attempt may have begun since.
        sentAt:
          isUnsent && current.sentAt?.getTime() === refund.sentAt.getTime() ? lastSentAt : current.sentAt,
      });
      await updateUnansweredRefund(_id, requestId, markPending, context);
      throw error;
    }
    const next = await updatePurchase(commerce, context, _id, (current) =>
      applyRefunds(current, [{ ...providerRefund, customId: requestId }]),
    );
    if (!next) throw notFound('Purchase');
    return next;
  }

  /** Sends a pending refund, unless it was withdrawn or another attempt has begun. */
  async function sendPendingRefund(id: number, requestId: string): Promise<void> {
    let sent: SentRefund | undefined;
    const row = await updateUnansweredRefund(id, requestId, (current) => {
      sent = current.sentAt === null ? markSent(current) : undefined;
      return sent;
    });
    if (!row || !sent) return;
    await sendRefund(row, sent, { lastSentAt: null }).catch((error: unknown) => {
      if (!(error instanceof ProviderRejectedError)) throw error;
    });
  }

  return {
    /**
     * Refunds a payment in full or in part. Without an answer the refund is pending: `settleRefunds` sends it later, and a
     * request for the same amount at once, unless it is withdrawn. @param key our id, the order's or the capture's
     * @throws ApiError 403 without a recent proof from `refundProofCents` on, 404, 409 when never paid or another refund is
     *   pending, 422 when the amount exceeds what is left, 503 when the outcome of another refund is unknown
     */
    refund: (
      key: string,
      { amount, reason }: BodyOf<typeof purchasesRefund>,
      context: RequestContext & { readonly principal?: Principal },
    ): Promise<{ purchase: PurchaseDetail; isPending: boolean }> =>
      withProviderErrorMapping(logger, async () => {
        const row = await findPurchaseByAnyKey(key);
        assertRefundable(row);
        const { principal } = context;
        if (principal && (amount ?? refundableCents(row)) >= refundProofCents) requireRecentProof(principal);
        const unclear = row.refunds.filter(isUnclear);
        if (!unclear.some((one) => isSameRefund(one, row, amount)) && !unclear.every(isWithdrawable))
          await resolveUnclearRefunds(row);
        const { actor, requestId, address = null } = context;
        const reserved = await reserveRefund(row._id, { amount, reason }, { actor, requestId, address });
        try {
          const refunded = await sendRefund(reserved.row, reserved.refund, {
            lastSentAt: reserved.lastSentAt,
            emitted: context.onCommitted,
          });
          return { purchase: await readPurchaseDetail(commerce, refunded), isPending: false };
        } catch (error) {
          if (error instanceof ProviderRejectedError) throw toRefundError(error);
          if (!(error instanceof ProviderUnavailableError)) throw error;
          logger.warn({ err: error, purchase: row._id }, 'Refund is pending');
          const pending = await findPurchase(connection, { _id: row._id });
          if (!pending) throw notFound('Purchase');
          return { purchase: await readPurchaseDetail(commerce, pending), isPending: true };
        }
      }),

    /** Withdraws a pending refund. @param refundId its id in the purchase @throws ApiError 404, 409 when it has been sent */
    async withdraw(id: number, refundId: string, context: RequestContext): Promise<PurchaseDetail> {
      let withdrawn: StoredRefund | undefined;
      const row = await updatePurchase(
        commerce,
        context,
        id,
        (current) => {
          withdrawn = current.refunds.find((refund) => (refund.id ?? refund.requestId) === refundId);
          if (!withdrawn) throw notFound('Refund');
          if (!isUnanswered(withdrawn)) throw conflict(purchaseMessages.refundSent);
          if (!isWithdrawable(withdrawn)) throw conflict(purchaseMessages.refundBeingSent);
          return { ...current, refunds: current.refunds.filter((refund) => refund !== withdrawn) };
        },
        (tx, _before, after) => {
          if (withdrawn) tx.audit(purchaseEvent, refundAudit('refund-withdrawn', after, withdrawn.amount));
        },
      );
      if (!row) throw notFound('Purchase');
      return readPurchaseDetail(commerce, row);
    },

    /** Sends a purchase's pending refunds that have not been sent, and queries the provider for the outcome of the others. */
    async settleRefunds(row: PurchaseRow): Promise<void> {
      for (const refund of row.refunds.filter(isWithdrawable))
        await sendPendingRefund(row._id, refund.requestId);
      if (row.refunds.some((refund) => isUnclear(refund) && !isWithdrawable(refund)))
        await resolveUnclearRefunds(row);
      for (const { id, status } of row.refunds) {
        const reported = id !== null && status === 'pending' ? await provider.getRefund(id) : null;
        if (reported)
          await updatePurchase(commerce, systemContext, row._id, (current) =>
            applyRefunds(current, [reported]),
          );
      }
    },
  };
}

function nextRefundNumber({ refundsAsked = 0 }: PurchaseRow): number {
  return refundsAsked + 1;
}

function overRefundError(): ApiError {
  return new ApiError(422, purchaseMessages.overRefund);
}

/** The purchase with a refund that the provider has rejected. */
function failRefund(row: PurchaseRow, requestId: string): PurchaseRow {
  const refunds = row.refunds.map((refund) =>
    refund.requestId === requestId && isUnanswered(refund) ? { ...refund, status: 'failed' } : refund,
  );
  return { ...row, refunds };
}

/** Whether the requested amount (by default all that is left) equals that of an unclear refund. */
function isSameRefund(unclear: StoredRefund, row: PurchaseRow, amount: number | undefined): boolean {
  return unclear.amount === (amount ?? refundableCents(row) + unclear.amount);
}

function refundNotSettledError(): ApiError {
  return new ApiError(503, purchaseMessages.refundNotSettled, {
    retryAfter: refundResponseTimeoutMs / 1_000,
  });
}

/** @throws ApiError 409 for a purchase that was granted or never paid, 422 for one that is fully refunded */
function assertRefundable(row: PurchaseRow): void {
  if (row.grant) throw conflict(purchaseMessages.grantNotRefundable);
  if (!wasEverPaid(row) || row.captureId === undefined) throw conflict(purchaseMessages.notRefundable);
  if (!isPaid(row)) throw overRefundError();
}

function toRefundError(error: ProviderRejectedError): Error {
  return error.reason === 'fully-refunded' || error.reason === 'over-refund' ? overRefundError() : error;
}
