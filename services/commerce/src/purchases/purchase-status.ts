import { paymentStatusGroupOf } from '@khmer-learning/contracts';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../provider/provider.ts';
import type { StoredPurchase, StoredRefund } from './purchase.model.ts';

/** A purchase without its search fields. */
export type PurchaseRow = Omit<StoredPurchase, 'searchKeys' | 'searchText'>;
export type { StoredRefund } from './purchase.model.ts';

/** The status with the higher rank is the later one. So late or reordered updates change nothing. */
const statusRanks: Readonly<Record<string, number>> = {
  pending: 0,
  declined: 1,
  failed: 1,
  completed: 2,
  partially_refunded: 3,
  refunded: 4,
  reversed: 5,
};
const paidRank = 2;

const rankOf = (status: string) => statusRanks[status.toLowerCase()] ?? 0;

/** Whether the purchase is paid and not fully refunded. */
export function isPaid({ paymentStatus }: Pick<PurchaseRow, 'paymentStatus'>): boolean {
  return paymentStatus === 'completed' || paymentStatus === 'partially_refunded';
}

/** Whether the purchase was ever paid, also if it was refunded or reversed later. */
export function wasEverPaid({ paymentStatus }: Pick<PurchaseRow, 'paymentStatus'>): boolean {
  return rankOf(paymentStatus) >= paidRank;
}

/** Whether the provider has never captured, or tried to capture, a payment for it. */
export function isNeverCaptured(row: Pick<PurchaseRow, 'statusGroup' | 'captureId'>): boolean {
  const { statusGroup, captureId } = row;
  return (statusGroup === 'pending' || statusGroup === 'cancelled') && captureId === undefined;
}

/** The purchase at a moment: access with an earlier end has ended, also before `accessEndJob` stores it. */
export function withAccessEnded(row: PurchaseRow, now: Date): PurchaseRow {
  const { accessEndsAt, paymentStatus } = row;
  const isOver = paymentStatus === 'completed' && accessEndsAt !== undefined && accessEndsAt <= now;
  return isOver ? { ...row, paymentStatus: 'expired' } : row;
}

export function paymentStatusFields(
  paymentStatus: string,
): Pick<PurchaseRow, 'paymentStatus' | 'statusGroup'> {
  return { paymentStatus, statusGroup: paymentStatusGroupOf(paymentStatus) ?? 'other' };
}

/** The id of a purchase at the provider (PayPal's `custom_id`). */
export function customIdOf(id: number): string {
  return `purchase-${id}`;
}

/** Whether an order and its captures have the purchase's id, amount and currency. */
export function orderMatchesPurchase(row: PurchaseRow, order: ProviderOrder, currency: string): boolean {
  const hasSameTerms = (of: Pick<ProviderOrder, 'amount' | 'currency' | 'customId'>) =>
    of.amount === row.purchaseAmount && of.currency === currency && of.customId === customIdOf(row._id);
  return (
    hasSameTerms(order) &&
    order.captures.every((capture) =>
      hasSameTerms({ ...capture, customId: capture.customId ?? order.customId }),
    )
  );
}

/** The capture with the highest status of several attempts; undefined when there is none. */
export function highestRankedCapture({
  captures,
}: Pick<ProviderOrder, 'captures'>): ProviderCapture | undefined {
  return captures.toSorted((first, second) => rankOf(second.status) - rankOf(first.status))[0];
}

/** The purchase after applying the provider's order. A pure function. */
export function applyProviderOrder(row: PurchaseRow, order: ProviderOrder): PurchaseRow {
  const capture = highestRankedCapture(order);
  if (capture) return applyCapture(row, capture, order.refunds);
  return order.status === 'VOIDED' && !wasEverPaid(row) ? closePurchase(row, 'voided') : row;
}

function applyCapture(
  row: PurchaseRow,
  capture: ProviderCapture,
  refunds: readonly ProviderRefund[],
): PurchaseRow {
  const status = capture.status.toLowerCase();
  const isDifferentCapture = capture.id !== row.captureId && !wasEverPaid(row);
  const isNewer = isDifferentCapture || rankOf(status) > rankOf(row.paymentStatus);
  const { captureSince: _since, ...rest } = row;
  const captured = { ...rest, captureId: capture.id, ...(isNewer ? paymentStatusFields(status) : {}) };
  return applyRefunds(captured, refunds);
}

/** The purchase after applying the provider's refunds. Refunds that are not reported stay unchanged. */
export function applyRefunds(row: PurchaseRow, reported: readonly ProviderRefund[]): PurchaseRow {
  let { refunds } = row;
  for (const refund of reported) refunds = mergeRefund(refunds, refund);
  const refundedSum = sumAmounts(refunds.filter(({ status }) => status === 'completed'));
  // A capture with the status `refunded` counts as fully refunded, also if the provider does not list the refunds.
  const refundedAmount =
    row.paymentStatus === 'refunded' ? row.purchaseAmount : Math.min(refundedSum, row.purchaseAmount);
  const changed = { ...row, refunds, refundedAmount };
  if (!isPaid(row) || refundedAmount === 0) return changed;
  const isAll = refundedAmount >= row.purchaseAmount;
  return { ...changed, ...paymentStatusFields(isAll ? 'refunded' : 'partially_refunded') };
}

/** Merges a reported refund into the stored ones, matched by the provider's id or by the request id. */
function mergeRefund(refunds: readonly StoredRefund[], reported: ProviderRefund): StoredRefund[] {
  const isSameRefund = (known: StoredRefund) =>
    known.id === reported.id || known.requestId === reported.customId;
  const found = refunds.filter(isSameRefund);
  const known = found.find(({ requestId }) => requestId === reported.customId) ?? found[0];
  const status = reported.status.toLowerCase();
  const settledStatus = known?.id && known.status !== 'pending' ? known.status : status;
  const next: StoredRefund = {
    requestId: known?.requestId ?? reported.customId ?? reported.id,
    id: reported.id,
    amount: reported.amount,
    reason: known?.reason ?? reported.reason,
    status: settledStatus,
    sentAt: known?.sentAt ?? reported.createdAt,
    isPending: false,
    by: known?.by ?? null,
    createdAt: known?.createdAt ?? reported.createdAt,
  };
  if (!known) return [...refunds, next];
  return refunds.flatMap((refund) => (refund === known ? [next] : isSameRefund(refund) ? [] : [refund]));
}

export const failedRefundStatuses: ReadonlySet<string> = new Set(['failed', 'cancelled']);

/** Whether the provider has not answered the refund yet. */
export function isUnanswered({ id, status }: StoredRefund): boolean {
  return id === null && !failedRefundStatuses.has(status);
}

/** Whether the refund has not been sent to the provider. */
export function isWithdrawable(refund: StoredRefund): boolean {
  return refund.sentAt === null && isUnanswered(refund);
}

/** Cents of the refunds that were accepted and that the provider has not answered yet. */
export function pendingRefundCents({ refunds }: Pick<PurchaseRow, 'refunds'>): number {
  return sumAmounts(refunds.filter((refund) => refund.isPending && isUnanswered(refund)));
}

/** Cents that may still be refunded. Refunds in flight are subtracted. */
export function refundableCents({ purchaseAmount, refunds, refundedAmount }: PurchaseRow): number {
  const committedCents = sumAmounts(refunds.filter(({ status }) => !failedRefundStatuses.has(status)));
  return purchaseAmount - Math.max(committedCents, refundedAmount);
}

const sumAmounts = (refunds: readonly StoredRefund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** The unpaid purchase with a final status and without a capture attempt. */
export function closePurchase(row: PurchaseRow, status: string): PurchaseRow {
  const { captureSince: _since, ...rest } = row;
  return { ...rest, ...paymentStatusFields(status) };
}
