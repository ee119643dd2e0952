import type { CommerceContext } from '../context/commerce-context.ts';
import { isPaid, type PurchaseRow } from './purchase-status.ts';

/** `unsettled`: the provider is still processing it; `refundable`: it may be refunded on the provider's own site. */
export type CheckReason = 'unsettled' | 'refundable';

const dayMs = 24 * 60 * 60_000;
/** Days after a payment within which the provider allows refunds (PayPal's help, Issue a refund). */
const refundableDays = 180;
const maxDelayMs = { unsettled: dayMs, refundable: 30 * dayMs } as const;

/** Why the provider's state of a purchase may still change; undefined when it cannot. */
export function findCheckReason(row: PurchaseRow, now: Date): CheckReason | undefined {
  if (isUnsettled(row)) return 'unsettled';
  const isRefundable = now.getTime() - row.purchaseDate.getTime() < refundableDays * dayMs;
  return isPaid(row) && isRefundable ? 'refundable' : undefined;
}

/**
 * When to check a purchase next: exponential back-off by `askedTimes`, from `reconcileAfterMs` to a day while it is
 * unsettled, from a day to 30 days while it is refundable.
 */
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
