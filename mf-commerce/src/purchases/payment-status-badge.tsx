import { StatusBadge } from '@khmer-learning/ui-kit';
import { paymentStatusTone } from './purchase-labels.ts';

/** A payment's status in the colour of its group. */
export function PaymentStatusBadge({ status }: { status: string }) {
  return <StatusBadge status={status} tone={paymentStatusTone(status)} />;
}
