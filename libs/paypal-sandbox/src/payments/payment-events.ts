import type { Sandbox } from '../sandbox.ts';
import type { Capture, Refund } from '../store/records.ts';
import { type Amount, toWireMoney } from '../wire/money.ts';
import { captureView, refundView } from './payment.view.ts';

const summaryTexts = {
  'PAYMENT.CAPTURE.COMPLETED': 'Payment completed for',
  'PAYMENT.CAPTURE.PENDING': 'Payment pending for',
  'PAYMENT.CAPTURE.DECLINED': 'Payment declined for',
  'PAYMENT.CAPTURE.DENIED': 'Payment denied for',
  'PAYMENT.CAPTURE.REFUNDED': 'was refunded',
  'PAYMENT.CAPTURE.REVERSED': 'was reversed',
} as const;

/** `$ 12.00 USD`, whatever the currency. */
function formatAmount(amount: Amount): string {
  const { value, currency_code } = toWireMoney(amount);
  return `$ ${value} ${currency_code}`;
}

/** Publishes the webhook event of a capture's new status. */
export function publishCaptureEvent(
  { webhooks, urlOf }: Sandbox,
  capture: Capture,
  type: `PAYMENT.CAPTURE.${'COMPLETED' | 'PENDING' | 'DECLINED' | 'DENIED'}`,
): void {
  const summary = `${summaryTexts[type]} ${formatAmount(capture.amount)}`;
  webhooks.publish({ type, resourceType: 'capture', summary, resource: captureView(capture, urlOf) });
}

/** Publishes the webhook event of a refund. */
export function publishRefundEvent(
  { webhooks, urlOf }: Sandbox,
  refund: Refund,
  type: `PAYMENT.CAPTURE.${'REFUNDED' | 'REVERSED'}`,
): void {
  const summary = `A ${formatAmount(refund.amount)} capture payment ${summaryTexts[type]}`;
  webhooks.publish({ type, resourceType: 'refund', summary, resource: refundView(refund, urlOf) });
}
