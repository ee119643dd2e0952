import type { CommerceContext } from '../context/commerce-context.ts';
import { isPaid, type PurchaseRow } from './purchase-status.ts';

/** `unsettled`: the provider is still at work on it; `refundableCents`: money may go back at the provider's own site. */
export type CheckReason = 'unsettled' | 'refundable';

const dayMs = 24 * 60 * 60_000;
/** So long after a payment the provider sends money back (PayPal's help, Issue a refund). */
const refundableDays = 180;
const maxDelayMs = { unsettled: dayMs, refundable: 30 * dayMs } as const;

/** Why the provider may know more of a purchase than is stored; undefined when nothing more can come of it. */
export function findCheckReason(row: PurchaseRow, now: Date): CheckReason | undefined {
  if (isUnsettled(row)) return 'unsettled';
  const isRefundable = now.getTime() - row.purchaseDate.getTime() < refundableDays * dayMs;
  return isPaid(row) && isRefundable ? 'refundable' : undefined;
}

/** When to ask next about a purchase that was asked about `askedTimes` times: after twice as long each time. */
export function nextCheckAt(
  row: PurchaseRow,
  { now, reconcileAfterMs }: Pick<CommerceContext, 'now' | 'reconcileAfterMs'>,
): Date {
  const reason = findCheckReason(row, now()) ?? 'unsettled';
  const initialDelayMs = reason === 'refundable' ? dayMs : reconcileAfterMs;
  const delayMs = Math.min(initialDelayMs * 2 ** row.askedTimes, maxDelayMs[reason]);
  return new Date(now().getTime() + delayMs);
}

function isUnsettled(row: PurchaseRow): boolean {
  if (row.statusGroup === 'pending' || row.captureSince) return true;
  if (row.paymentStatus === 'declined' && row.captureId === undefined) return true;
  return row.refunds.some(({ id, status }) => id === null || status === 'pending');
}
