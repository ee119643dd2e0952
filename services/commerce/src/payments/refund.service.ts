import {
  type BodyOf,
  type PurchaseDetail,
  purchaseMessages,
  type purchasesRefund,
} from '@khmer-learning/contracts';
import { ApiError, type RequestContext, conflict, notFound } from '@khmer-learning/service-kit';
import { readMainLesson } from '../copies/copies.ts';
import { type ProviderRefund, ProviderRefusal } from '../provider/provider.ts';
import { toDetail } from '../purchases/purchase.answers.ts';
import { findPurchase, type PurchaseKey } from '../purchases/purchase.queries.ts';
import {
  isPaid,
  type PurchaseRow,
  refundable,
  type StoredRefund,
  wasPaid,
  withRefunds,
} from '../purchases/purchase-status.ts';
import { changePurchase } from '../purchases/purchase-writes.ts';
import type { CommerceStore } from '../store/commerce-store.ts';
import { askingProvider } from './provider-failures.ts';

/** Sending money back. */
export interface Refunds {
  /**
   * Refunds a payment, whole or in part.
   *
   * @param key our id, the order's or the capture's
   * @throws ApiError 404, 409 when it was never paid, 422 when it is more than what is left, 503 when nobody knows
   *   whether the provider has done it. Then nothing is sent until somebody asks again: the same amount is the same
   *   refund, another is refused until it is known what became of this one
   */
  refund(key: string, body: BodyOf<typeof purchasesRefund>, context: RequestContext): Promise<PurchaseDetail>;
  /** Finds out what became of the refunds of a purchase that have no answer yet. Sends none of them. */
  finish(row: PurchaseRow): Promise<void>;
}

/** After so long the provider works no more on a refund without an answer, and its process has ended. */
const lostAfterMs = 60_000;

type Asked = NonNullable<StoredRefund['by']>;
type Emitted = RequestContext['onCommitted'];

export function createRefunds(store: CommerceStore): Refunds {
  const { connection, provider, logger, now } = store;

  async function find(key: string): Promise<PurchaseRow> {
    const keys: PurchaseKey[] = [{ purchaseId: key }, { captureId: key }];
    if (/^\d{1,15}$/.test(key)) keys.unshift({ _id: Number(key) });
    for (const one of keys) {
      const row = await findPurchase(connection, one);
      if (row) return row;
    }
    throw notFound('Purchase');
  }

  const isOver = ({ sentAt }: StoredRefund, at: Date) => at.getTime() - sentAt.getTime() > lostAfterMs;
  const isLost = (refund: StoredRefund) => refund.id === null && (refund.isLost || isOver(refund, now()));

  /**
   * Sets the money aside for a refund before it is asked for, so that refunds at the same time never exceed it. The same
   * amount as one that is lost is that one again.
   *
   * @throws ApiError 503 while another is lost: nobody knows what is left
   */
  async function reserve(
    id: number,
    { amount, reason = null }: { amount?: number | undefined; reason?: string | null | undefined },
    by: Asked,
  ): Promise<{ row: PurchaseRow; refund: StoredRefund }> {
    let reserved: StoredRefund | undefined;
    const row = await changePurchase(store, system, id, (current) => {
      mustBeRefundable(current);
      const moment = now();
      const lost = current.refunds.filter(isLost);
      const same = lost.find((one) => isSame(one, current, amount));
      if (same) {
        const again = { ...same, isLost: false, sentAt: moment };
        reserved = again;
        return { ...current, refunds: current.refunds.map((one) => (one === same ? again : one)) };
      }
      if (lost.length > 0) throw notSettled();
      const left = refundable(current);
      const wanted = amount ?? left;
      if (wanted > left || wanted < 1) throw overRefund();
      reserved = {
        requestId: `refund-${current._id}-${nextNumber(current)}`,
        id: null,
        amount: wanted,
        reason,
        status: 'requested',
        sentAt: moment,
        isLost: false,
        by,
        createdAt: moment,
      };
      return { ...current, refunds: [...current.refunds, reserved], refundsAsked: nextNumber(current) };
    });
    if (!row || !reserved) throw notFound('Purchase');
    return { row, refund: reserved };
  }

  /** Asks for the order, which names its refunds. One that it does not name a minute after it was sent was not made. */
  async function findOut({ _id, purchaseId }: PurchaseRow): Promise<void> {
    const askedAt = now();
    const order = await provider.getOrder(purchaseId);
    if (!order) return;
    await changePurchase(store, system, _id, (current) => {
      const told = withRefunds(current, order.refunds);
      return { ...told, refunds: told.refunds.filter((one) => one.id !== null || !isOver(one, askedAt)) };
    });
  }

  /** Sends a refund that is reserved. Sent again, it is still the same refund. */
  async function send(row: PurchaseRow, refund: StoredRefund, emitted?: Emitted): Promise<PurchaseRow> {
    const { captureId } = row;
    if (captureId === undefined) throw conflict(purchaseMessages.notRefundable);
    const { requestId, amount, reason } = refund;
    let made: ProviderRefund;
    try {
      made = await provider.refund({ captureId, requestId, amount, reason });
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        logger.warn({ err: error, purchase: row._id }, 'The provider refuses a refund');
        await forget(row._id, requestId);
        throw refused(error);
      }
      await markLost(row._id, requestId);
      throw error;
    }
    return done(row._id, refund, made, emitted);
  }

  /** Counts a refund that the provider has made. */
  async function done(
    id: number,
    { by, requestId }: StoredRefund,
    made: ProviderRefund,
    emitted?: Emitted,
  ): Promise<PurchaseRow> {
    const next = await changePurchase(
      store,
      { ...system, ...by, ...(emitted ? { onCommitted: emitted } : {}) },
      id,
      (current) => withRefunds(current, [{ ...made, customId: requestId }]),
    );
    if (!next) throw notFound('Purchase');
    return next;
  }

  async function forget(id: number, requestId: string): Promise<void> {
    await changePurchase(store, system, id, (current) => ({
      ...current,
      refunds: current.refunds.filter((refund) => refund.requestId !== requestId || refund.id !== null),
    }));
  }

  async function markLost(id: number, requestId: string): Promise<void> {
    await changePurchase(store, system, id, (current) => ({
      ...current,
      refunds: current.refunds.map((refund) =>
        refund.requestId === requestId && refund.id === null ? { ...refund, isLost: true } : refund,
      ),
    }));
  }

  return {
    refund: (key, { amount, reason }, context) =>
      askingProvider(logger, async () => {
        const row = await find(key);
        mustBeRefundable(row);
        const lost = row.refunds.filter(isLost);
        if (lost.length > 0 && !lost.some((one) => isSame(one, row, amount))) await findOut(row);
        const { actor, requestId, address = null } = context;
        const reserved = await reserve(row._id, { amount, reason }, { actor, requestId, address });
        return detail(await send(reserved.row, reserved.refund, context.onCommitted));
      }),

    async finish(row) {
      if (row.refunds.some(isLost)) await findOut(row);
      for (const { id, status } of row.refunds) {
        const told = id !== null && status === 'pending' ? await provider.getRefund(id) : null;
        if (told) await changePurchase(store, system, row._id, (current) => withRefunds(current, [told]));
      }
    },
  };

  async function detail(row: PurchaseRow): Promise<PurchaseDetail> {
    const { mainLessonId } = row;
    return toDetail(row, mainLessonId === null ? null : await readMainLesson(connection, mainLessonId));
  }
}

const system: RequestContext = { actor: null, requestId: null };

function nextNumber({ refundsAsked = 0 }: PurchaseRow): number {
  return refundsAsked + 1;
}

function overRefund(): ApiError {
  return new ApiError(422, purchaseMessages.overRefund);
}

/** Whether an amount, all that is left unless told, is what a lost refund was about. */
function isSame(lost: StoredRefund, row: PurchaseRow, amount: number | undefined): boolean {
  return lost.amount === (amount ?? refundable(row) + lost.amount);
}

function notSettled(): ApiError {
  return new ApiError(503, purchaseMessages.refundNotSettled, { retryAfter: lostAfterMs / 1_000 });
}

/** @throws ApiError 409 for what was never paid, 422 for what has gone back already */
function mustBeRefundable(row: PurchaseRow): void {
  if (!wasPaid(row) || row.captureId === undefined) throw conflict(purchaseMessages.notRefundable);
  if (!isPaid(row)) throw overRefund();
}

function refused(error: ProviderRefusal): Error {
  return error.reason === 'fully-refunded' || error.reason === 'over-refund' ? overRefund() : error;
}
