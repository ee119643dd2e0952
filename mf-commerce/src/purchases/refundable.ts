import { ownershipStatuses, type PurchaseDetail, paymentStatusGroupOf } from '@khmer-learning/contracts';

/** Whether any part of the purchase can still be refunded. The server refuses another refund while one is pending. */
export function isRefundable(purchase: PurchaseDetail): boolean {
  const { paymentStatus, purchaseAmount, refundedAmount, pendingRefundAmount } = purchase;
  const isPaid = ownershipStatuses.some((status) => status === paymentStatus);
  return isPaid && refundedAmount < purchaseAmount && pendingRefundAmount === undefined;
}

/** The maximum refund in cents: the amount that is not refunded yet. */
export function maxRefundable({ purchaseAmount, refundedAmount }: PurchaseDetail): number {
  return purchaseAmount - refundedAmount;
}

/** In cents: what is neither refunded nor requested; else what is not refunded, as a refund without an answer is repeated as it was. */
export function suggestedRefund(purchase: PurchaseDetail): number {
  const requestedTotal = purchase.refunds
    .filter(({ status }) => !['failed', 'cancelled'].includes(paymentStatusGroupOf(status) ?? ''))
    .reduce((sum, { amount }) => sum + amount, 0);
  const remainder = purchase.purchaseAmount - Math.max(requestedTotal, purchase.refundedAmount);
  return remainder > 0 ? remainder : maxRefundable(purchase);
}
