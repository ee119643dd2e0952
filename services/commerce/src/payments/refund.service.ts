import {
  type BodyOf,
  type PurchaseDetail,
  purchaseMessages,
  type purchasesRefund,
} from '@khmer-learning/contracts';
import { ApiError, conflict, notFound, type RequestContext } from '@khmer-learning/service-kit';
import type { CommerceContext } from '../context/commerce-context.ts';
import {
  type ProviderRefund,
  ProviderRejectedError,
  withProviderErrorMapping,
} from '../provider/provider.ts';
import {
  findPurchase,
  type PurchaseKey,
  toPurchaseDetail,
  updatePurchase,
} from '../purchases/purchase.queries.ts';

import {
  applyRefunds,
  isPaid,
  type PurchaseRow,
  refundableCents,
  type StoredRefund,
  wasEverPaid,
} from '../purchases/purchase-status.ts';

import { readMainLesson } from '../replicas/replicas.ts';

/** Refunds payments. */
export interface RefundService {
  /**
   * Refunds a payment in full or in part.
   *
   * @param key the purchase's id, the provider's order id or capture id
   * @throws ApiError 404, 409 when it was never paid, 422 when the amount exceeds what is left, 503 when the outcome at
   *   the provider is unknown. Nothing is then retried automatically: a request for the same amount retries the same
   *   refund, another amount is rejected until the outcome is known
   */
  refund(key: string, body: BodyOf<typeof purchasesRefund>, context: RequestContext): Promise<PurchaseDetail>;
  /** Queries the provider for the outcome of a purchase's unsettled refunds. It never sends a refund. */
  resolvePendingRefunds(row: PurchaseRow): Promise<void>;
}

/** After this time neither the provider nor the process that sent it still works on a refund without a response. */
const refundResponseTimeoutMs = 60_000;

type RefundRequester = NonNullable<StoredRefund['by']>;
type EmittedListener = RequestContext['onCommitted'];

/** Creates the refund service. */
export function createRefundService(commerce: CommerceContext): RefundService {
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
    at.getTime() - sentAt.getTime() > refundResponseTimeoutMs;
  const isLost = (refund: StoredRefund) => refund.id === null && (refund.isLost || isTimedOut(refund, now()));

  /**
   * Reserves the amount of a refund before it is sent, so that concurrent refunds never exceed the payment. A lost
   * refund of the same amount is reused.
   *
   * @throws ApiError 503 while a lost refund of another amount is unresolved, because the remaining amount is unknown
   */
  async function reserveRefund(
    id: number,
    { amount, reason = null }: { amount?: number | undefined; reason?: string | null | undefined },
    by: RefundRequester,
  ): Promise<{ row: PurchaseRow; refund: StoredRefund }> {
    let reserved: StoredRefund | undefined;
    const row = await updatePurchase(commerce, systemContext, id, (current) => {
      assertRefundable(current);
      const moment = now();
      const lost = current.refunds.filter(isLost);
      const same = lost.find((one) => isSameRefund(one, current, amount));
      if (same) {
        const again = { ...same, isLost: false, sentAt: moment };
        reserved = again;
        return { ...current, refunds: current.refunds.map((one) => (one === same ? again : one)) };
      }
      if (lost.length > 0) throw refundNotSettledError();
      const left = refundableCents(current);
      const requestedAmount = amount ?? left;
      if (requestedAmount > left || requestedAmount < 1) throw overRefundError();
      reserved = {
        requestId: `refund-${current._id}-${nextRefundNumber(current)}`,
        id: null,
        amount: requestedAmount,
        reason,
        status: 'requested',
        sentAt: moment,
        isLost: false,
        by,
        createdAt: moment,
      };
      return { ...current, refunds: [...current.refunds, reserved], refundsAsked: nextRefundNumber(current) };
    });
    if (!row || !reserved) throw notFound('Purchase');
    return { row, refund: reserved };
  }

  /** Reads the order, which lists its refunds. A refund that is not listed a minute after it was sent was not made. */
  async function resolveLostRefunds({ _id, purchaseId }: PurchaseRow): Promise<void> {
    const requestedAt = now();
    const order = await provider.getOrder(purchaseId);
    if (!order) return;
    await updatePurchase(commerce, systemContext, _id, (current) => {
      const reported = applyRefunds(current, order.refunds);
      return {
        ...reported,
        refunds: reported.refunds.filter((one) => one.id !== null || !isTimedOut(one, requestedAt)),
      };
    });
  }

  /** Sends a reserved refund. It is idempotent: sent again, it is the same refund at the provider. */
  async function sendRefund(
    row: PurchaseRow,
    refund: StoredRefund,
    emitted?: EmittedListener,
  ): Promise<PurchaseRow> {
    const { captureId } = row;
    if (captureId === undefined) throw conflict(purchaseMessages.notRefundable);
    const { requestId, amount, reason } = refund;
    let providerRefund: ProviderRefund;
    try {
      providerRefund = await provider.refund({ captureId, requestId, amount, reason });
    } catch (error) {
      if (error instanceof ProviderRejectedError) {
        logger.warn({ err: error, purchase: row._id }, 'Payment provider rejected the refund');
        await removeRefund(row._id, requestId);
        throw toRefundError(error);
      }
      await markRefundLost(row._id, requestId);
      throw error;
    }
    return recordRefund(row._id, refund, providerRefund, emitted);
  }

  /** Stores a refund that the provider has made. */
  async function recordRefund(
    id: number,
    { by, requestId }: StoredRefund,
    providerRefund: ProviderRefund,
    emitted?: EmittedListener,
  ): Promise<PurchaseRow> {
    const next = await updatePurchase(
      commerce,
      { ...systemContext, ...by, ...(emitted ? { onCommitted: emitted } : {}) },
      id,
      (current) => applyRefunds(current, [{ ...providerRefund, customId: requestId }]),
    );
    if (!next) throw notFound('Purchase');
    return next;
  }

  async function removeRefund(id: number, requestId: string): Promise<void> {
    await updatePurchase(commerce, systemContext, id, (current) => ({
      ...current,
      refunds: current.refunds.filter((refund) => refund.requestId !== requestId || refund.id !== null),
    }));
  }

  async function markRefundLost(id: number, requestId: string): Promise<void> {
    await updatePurchase(commerce, systemContext, id, (current) => ({
      ...current,
      refunds: current.refunds.map((refund) =>
        refund.requestId === requestId && refund.id === null ? { ...refund, isLost: true } : refund,
      ),
    }));
  }

  return {
    refund: (key, { amount, reason }, context) =>
      withProviderErrorMapping(logger, async () => {
        const row = await findPurchaseByAnyKey(key);
        assertRefundable(row);
        const lost = row.refunds.filter(isLost);
        if (lost.length > 0 && !lost.some((one) => isSameRefund(one, row, amount)))
          await resolveLostRefunds(row);
        const { actor, requestId, address = null } = context;
        const reserved = await reserveRefund(row._id, { amount, reason }, { actor, requestId, address });
        return toDetailResponse(await sendRefund(reserved.row, reserved.refund, context.onCommitted));
      }),

    async resolvePendingRefunds(row) {
      if (row.refunds.some(isLost)) await resolveLostRefunds(row);
      for (const { id, status } of row.refunds) {
        const reported = id !== null && status === 'pending' ? await provider.getRefund(id) : null;
        if (reported)
          await updatePurchase(commerce, systemContext, row._id, (current) =>
            applyRefunds(current, [reported]),
          );
      }
    },
  };

  async function toDetailResponse(row: PurchaseRow): Promise<PurchaseDetail> {
    const { mainLessonId } = row;
    return toPurchaseDetail(
      row,
      mainLessonId === null ? null : await readMainLesson(connection, mainLessonId),
    );
  }
}

const systemContext: RequestContext = { actor: null, requestId: null };

function nextRefundNumber({ refundsAsked = 0 }: PurchaseRow): number {
  return refundsAsked + 1;
}

function overRefundError(): ApiError {
  return new ApiError(422, purchaseMessages.overRefund);
}

/** Whether the requested amount (by default all that is left) equals that of a lost refund. */
function isSameRefund(lost: StoredRefund, row: PurchaseRow, amount: number | undefined): boolean {
  return lost.amount === (amount ?? refundableCents(row) + lost.amount);
}

function refundNotSettledError(): ApiError {
  return new ApiError(503, purchaseMessages.refundNotSettled, {
    retryAfter: refundResponseTimeoutMs / 1_000,
  });
}

/** @throws ApiError 409 for a purchase that was never paid, 422 for one that is fully refunded */
function assertRefundable(row: PurchaseRow): void {
  if (!wasEverPaid(row) || row.captureId === undefined) throw conflict(purchaseMessages.notRefundable);
  if (!isPaid(row)) throw overRefundError();
}

function toRefundError(error: ProviderRejectedError): Error {
  return error.reason === 'fully-refunded' || error.reason === 'over-refund' ? overRefundError() : error;
}
