import {
  type BodyOf,
  type PurchaseDetail,
  purchaseMessages,
  type purchasesRefund,
} from '@khmer-learning/contracts';
import { ApiError, type ChangeContext, conflict, notFound } from '@khmer-learning/service-kit';
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
   *   whether the provider has done it: the same refund again finds out
   */
  refund(key: string, body: BodyOf<typeof purchasesRefund>, context: ChangeContext): Promise<PurchaseDetail>;
  /** Asks the provider again for the refunds of a purchase that have no answer yet. */
  finish(row: PurchaseRow): Promise<void>;
}

/** After so long a refund without an answer is one of a process that has ended. */
const lostAfterMs = 60_000;

type Asked = NonNullable<StoredRefund['by']>;
type Emitted = ChangeContext['emitted'];

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

  const isLost = ({ id, isLost: isKnownLost, sentAt }: StoredRefund) =>
    id === null && (isKnownLost || now().getTime() - sentAt.getTime() > lostAfterMs);

  /** Sets the money aside for a refund before it is asked for, so that refunds at the same time never exceed it. */
  async function reserve(
    id: number,
    { amount, reason = null }: { amount?: number | undefined; reason?: string | null | undefined },
    by: Asked,
  ): Promise<{ row: PurchaseRow; refund: StoredRefund }> {
    let reserved: StoredRefund | undefined;
    const row = await changePurchase(store, system, id, (current) => {
      const left = refundable(current);
      const wanted = amount ?? left;
      mustBeRefundable(current);
      if (wanted > left || wanted < 1) throw overRefund();
      const moment = now();
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

  /** Sends a refund that is reserved; repeated, it is still the same refund. */
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
      { ...system, ...by, ...(emitted ? { emitted } : {}) },
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

  async function mark(
    id: number,
    requestId: string,
    change: Partial<Pick<StoredRefund, 'isLost' | 'sentAt'>>,
  ): Promise<void> {
    await changePurchase(store, system, id, (current) => ({
      ...current,
      refunds: current.refunds.map((refund) =>
        refund.requestId === requestId && refund.id === null ? { ...refund, ...change } : refund,
      ),
    }));
  }
  const markLost = (id: number, requestId: string) => mark(id, requestId, { isLost: true });

  async function resend(row: PurchaseRow, refund: StoredRefund, emitted?: Emitted): Promise<PurchaseRow> {
    await mark(row._id, refund.requestId, { isLost: false, sentAt: now() });
    return send(row, refund, emitted);
  }

  return {
    refund: (key, { amount, reason }, context) =>
      askingProvider(logger, async () => {
        const row = await find(key);
        mustBeRefundable(row);
        const lost = row.refunds.filter(isLost);
        // Nobody knows whether the last try was done; what is asked for now may well be that one again.
        const same = lost.find((refund) => refund.amount === (amount ?? refundable(row) + refund.amount));
        for (const refund of lost.filter((one) => one !== same)) await resend(row, refund);
        if (same) return detail(await resend(row, same, context.emitted));
        const { actor, requestId, address = null } = context;
        const reserved = await reserve(row._id, { amount, reason }, { actor, requestId, address });
        const next = await send(reserved.row, reserved.refund, context.emitted);
        return detail(next);
      }),

    async finish(row) {
      for (const refund of row.refunds.filter(isLost)) await resend(row, refund);
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

const system: ChangeContext = { actor: null, requestId: null };

function nextNumber({ refundsAsked = 0 }: PurchaseRow): number {
  return refundsAsked + 1;
}

function overRefund(): ApiError {
  return new ApiError(422, purchaseMessages.overRefund);
}

/** @throws ApiError 409 for what was never paid, 422 for what has gone back already */
function mustBeRefundable(row: PurchaseRow): void {
  if (!wasPaid(row) || row.captureId === undefined) throw conflict(purchaseMessages.notRefundable);
  if (!isPaid(row)) throw overRefund();
}

function refused(error: ProviderRefusal): Error {
  return error.reason === 'fully-refunded' || error.reason === 'over-refund' ? overRefund() : error;
}
