import type { CommerceStore } from '../store/commerce-store.ts';
import { isPaid, type PurchaseRow } from './purchase-status.ts';

/** `unsettled`: the provider is still at work on it; `refundable`: money may go back at the provider's own site. */
export type ReasonToAsk = 'unsettled' | 'refundable';

const dayMs = 24 * 60 * 60_000;
/** So long after a payment the provider sends money back (PayPal's help, Issue a refund). */
const refundableDays = 180;
const longestPauseMs = { unsettled: dayMs, refundable: 30 * dayMs } as const;

/** Why the provider may know more of a purchase than is stored; undefined when nothing more can come of it. */
export function reasonToAsk(row: PurchaseRow, now: Date): ReasonToAsk | undefined {
  if (isUnsettled(row)) return 'unsettled';
  const isRefundable = now.getTime() - row.purchaseDate.getTime() < refundableDays * dayMs;
  return isPaid(row) && isRefundable ? 'refundable' : undefined;
}

/** When to ask next about a purchase that was asked about `askedTimes` times: after twice as long each time. */
export function nextLook(
  row: PurchaseRow,
  { now, reconcileAfterMs }: Pick<CommerceStore, 'now' | 'reconcileAfterMs'>,
): Date {
  const reason = reasonToAsk(row, now()) ?? 'unsettled';
  const firstPauseMs = reason === 'refundable' ? dayMs : reconcileAfterMs;
  const pauseMs = Math.min(firstPauseMs * 2 ** row.askedTimes, longestPauseMs[reason]);
  return new Date(now().getTime() + pauseMs);
}

function isUnsettled(row: PurchaseRow): boolean {
  if (row.statusGroup === 'pending' || row.captureSince) return true;
  if (row.paymentStatus === 'declined' && row.captureId === undefined) return true;
  return row.refunds.some(({ id, status }) => id === null || status === 'pending');
}
