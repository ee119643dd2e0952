import { type Purchase, pendingRefundStatus } from '@khmer-learning/contracts';
import { Inline, StatusBadge } from '@khmer-learning/ui-kit';
import { paymentStatusLabel, paymentStatusTone, shownStatus } from './purchase-labels.ts';

export function PaymentStatusBadge({ status }: { status: string }) {
  return <StatusBadge status={status} tone={paymentStatusTone(status)} {...paymentStatusLabel(status)} />;
}

/** The payment status of a purchase, with a second badge while a refund is pending. */
export function PurchaseStatusBadges({ purchase }: { purchase: Purchase }) {
  return (
    <Inline gap={2}>
      <PaymentStatusBadge status={shownStatus(purchase)} />
      {purchase.pendingRefundAmount === undefined ? null : (
        <PaymentStatusBadge status={pendingRefundStatus} />
      )}
    </Inline>
  );
}
