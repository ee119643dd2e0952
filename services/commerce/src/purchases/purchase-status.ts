import { paymentStatusGroupOf } from '@khmer-learning/contracts';
import type { ProviderCapture, ProviderOrder, ProviderRefund } from '../provider/provider.ts';
import type { StoredPurchase, StoredRefund } from './purchase.model.ts';

/** A purchase as it is read and changed: without what it is found by. */
export type PurchaseRow = Omit<StoredPurchase, 'searchKeys' | 'searchText'>;
export type { StoredRefund } from './purchase.model.ts';

/** Of two words about one payment the one with the higher rank is the later: news that comes late changes nothing. */
const ranks: Readonly<Record<string, number>> = {
  pending: 0,
  declined: 1,
  failed: 1,
  completed: 2,
  partially_refunded: 3,
  refunded: 4,
  reversed: 5,
};
const paidRank = 2;

const rankOf = (status: string) => ranks[status.toLowerCase()] ?? 0;

/** Whether the money was taken and not all of it has gone back. */
export function isPaid({ paymentStatus }: Pick<PurchaseRow, 'paymentStatus'>): boolean {
  return paymentStatus === 'completed' || paymentStatus === 'partially_refunded';
}

/** Whether it was ever paid, whatever became of the money later. */
export function wasPaid({ paymentStatus }: Pick<PurchaseRow, 'paymentStatus'>): boolean {
  return rankOf(paymentStatus) >= paidRank;
}

/** Whether the provider has never taken, or tried to take, any money for it. */
export function isUnpaid(row: Pick<PurchaseRow, 'statusGroup' | 'captureId'>): boolean {
  const { statusGroup, captureId } = row;
  return (statusGroup === 'pending' || statusGroup === 'cancelled') && captureId === undefined;
}

/** The status with its group. */
export function withStatus(paymentStatus: string): Pick<PurchaseRow, 'paymentStatus' | 'statusGroup'> {
  return { paymentStatus, statusGroup: paymentStatusGroupOf(paymentStatus) ?? 'other' };
}

/** What a purchase is called at the provider's. */
export function customIdOf(id: number): string {
  return `purchase-${id}`;
}

/** Whether an order is about this purchase, for this much money in this currency. */
export function matches(row: PurchaseRow, order: ProviderOrder, currency: string): boolean {
  const isSame = (of: Pick<ProviderOrder, 'amount' | 'currency' | 'customId'>) =>
    of.amount === row.purchaseAmount && of.currency === currency && of.customId === customIdOf(row._id);
  return (
    isSame(order) &&
    order.captures.every((capture) => isSame({ ...capture, customId: capture.customId ?? order.customId }))
  );
}

/** The capture that counts of several tries. */
export function decisiveCapture({ captures }: Pick<ProviderOrder, 'captures'>): ProviderCapture | undefined {
  return captures.toSorted((first, second) => rankOf(second.status) - rankOf(first.status))[0];
}

/** What becomes of a purchase by what the provider says of its order. */
export function settled(row: PurchaseRow, order: ProviderOrder): PurchaseRow {
  const capture = decisiveCapture(order);
  if (capture) return afterCapture(row, capture, order.refunds);
  return order.status === 'VOIDED' && !wasPaid(row) ? closed(row, 'voided') : row;
}

function afterCapture(
  row: PurchaseRow,
  capture: ProviderCapture,
  refunds: readonly ProviderRefund[],
): PurchaseRow {
  const status = capture.status.toLowerCase();
  const isAnother = capture.id !== row.captureId && !wasPaid(row);
  const isNews = isAnother || rankOf(status) > rankOf(row.paymentStatus);
  const { captureSince: _since, ...rest } = row;
  const taken = { ...rest, captureId: capture.id, ...(isNews ? withStatus(status) : {}) };
  return withRefunds(taken, refunds);
}

/** Takes what the provider says of refunds; those that it does not speak of stay. */
export function withRefunds(row: PurchaseRow, told: readonly ProviderRefund[]): PurchaseRow {
  let { refunds } = row;
  for (const refund of told) refunds = merged(refunds, refund);
  const back = sumOf(refunds.filter(({ status }) => status === 'completed'));
  // A capture that the provider calls refunded is, also where it does not say by which refunds.
  const refundedAmount =
    row.paymentStatus === 'refunded' ? row.purchaseAmount : Math.min(back, row.purchaseAmount);
  const changed = { ...row, refunds, refundedAmount };
  if (!isPaid(row) || refundedAmount === 0) return changed;
  const isAll = refundedAmount >= row.purchaseAmount;
  return { ...changed, ...withStatus(isAll ? 'refunded' : 'partially_refunded') };
}

/** Puts a refund in the place of what was known of it: it is the one with its id, or that was asked for so. */
function merged(refunds: readonly StoredRefund[], told: ProviderRefund): StoredRefund[] {
  const isIt = (known: StoredRefund) => known.id === told.id || known.requestId === told.customId;
  const found = refunds.filter(isIt);
  const known = found.find(({ requestId }) => requestId === told.customId) ?? found[0];
  const status = told.status.toLowerCase();
  const settledStatus = known?.id && known.status !== 'pending' ? known.status : status;
  const next: StoredRefund = {
    requestId: known?.requestId ?? told.customId ?? told.id,
    id: told.id,
    amount: told.amount,
    reason: known?.reason ?? told.reason,
    status: settledStatus,
    sentAt: known?.sentAt ?? told.createdAt,
    isLost: false,
    by: known?.by ?? null,
    createdAt: known?.createdAt ?? told.createdAt,
  };
  if (!known) return [...refunds, next];
  return refunds.flatMap((refund) => (refund === known ? [next] : isIt(refund) ? [] : [refund]));
}

const failedRefunds = new Set(['failed', 'cancelled']);

/** Cents that may still be sent back: what is on its way is spoken for. */
export function refundable({ purchaseAmount, refunds, refundedAmount }: PurchaseRow): number {
  const spokenFor = sumOf(refunds.filter(({ status }) => !failedRefunds.has(status)));
  return purchaseAmount - Math.max(spokenFor, refundedAmount);
}

const sumOf = (refunds: readonly StoredRefund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Nothing more will come of a purchase that was not paid. */
export function closed(row: PurchaseRow, status: string): PurchaseRow {
  const { captureSince: _since, ...rest } = row;
  return { ...rest, ...withStatus(status) };
}
