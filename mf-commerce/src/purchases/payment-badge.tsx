import { StatusBadge } from '@khmer-learning/ui-kit';
import { paymentTone } from './purchase-words.ts';

/** A payment's status in the colour of its group. */
export function PaymentBadge({ status }: { status: string }) {
  return <StatusBadge status={status} tone={paymentTone(status)} />;
}
