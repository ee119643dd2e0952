import type { Sandbox } from '../sandbox.ts';
import type { Capture, Refund } from '../store/records.ts';
import { type Amount, wireMoney } from '../wire/money.ts';
import { captureView, refundView } from './payment.view.ts';

const words = {
  'PAYMENT.CAPTURE.COMPLETED': 'Payment completed for',
  'PAYMENT.CAPTURE.PENDING': 'Payment pending for',
  'PAYMENT.CAPTURE.DECLINED': 'Payment declined for',
  'PAYMENT.CAPTURE.DENIED': 'Payment denied for',
  'PAYMENT.CAPTURE.REFUNDED': 'was refunded',
  'PAYMENT.CAPTURE.REVERSED': 'was reversed',
} as const;

/** `$ 12.00 USD`, whatever the currency. */
function amountText(amount: Amount): string {
  const { value, currency_code } = wireMoney(amount);
  return `$ ${value} ${currency_code}`;
}

/** Tells what became of a capture. */
export function tellCapture(
  { deliveries, urlOf }: Sandbox,
  capture: Capture,
  type: `PAYMENT.CAPTURE.${'COMPLETED' | 'PENDING' | 'DECLINED' | 'DENIED'}`,
): void {
  const summary = `${words[type]} ${amountText(capture.amount)}`;
  deliveries.tell({ type, resourceType: 'capture', summary, resource: captureView(capture, urlOf) });
}

/** Tells that money went back. */
export function tellRefund(
  { deliveries, urlOf }: Sandbox,
  refund: Refund,
  type: `PAYMENT.CAPTURE.${'REFUNDED' | 'REVERSED'}`,
): void {
  const summary = `A ${amountText(refund.amount)} capture payment ${words[type]}`;
  deliveries.tell({ type, resourceType: 'refund', summary, resource: refundView(refund, urlOf) });
}
