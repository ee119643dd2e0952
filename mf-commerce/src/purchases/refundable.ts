import { ownershipStatuses, type PurchaseDetail, paymentStatusGroupOf } from '@khmer-learning/contracts';

/** Whether money of the purchase can still go back. */
export function isRefundable({ paymentStatus, purchaseAmount, refundedAmount }: PurchaseDetail): boolean {
  return ownershipStatuses.some((status) => status === paymentStatus) && refundedAmount < purchaseAmount;
}

/** The most that can be asked back, in cents: what has not gone back yet. */
export function maxRefundable({ purchaseAmount, refundedAmount }: PurchaseDetail): number {
  return purchaseAmount - refundedAmount;
}

/**
 * What to offer, in cents: what nobody has asked back either. A refund that the provider has not answered is asked
 * for again by the same amount; when that was everything, it is offered again.
 */
export function suggestedRefund(purchase: PurchaseDetail): number {
  const requestedTotal = purchase.refunds
    .filter(({ status }) => !['failed', 'cancelled'].includes(paymentStatusGroupOf(status) ?? ''))
    .reduce((sum, { amount }) => sum + amount, 0);
  const remainder = purchase.purchaseAmount - Math.max(requestedTotal, purchase.refundedAmount);
  return remainder > 0 ? remainder : maxRefundable(purchase);
}
