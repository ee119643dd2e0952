import type { Capture, Refund } from '../store/records.ts';
import { type Amount, paypalFeeOf, toWireMoney } from '../wire/money.ts';

/** Builds a public URL of the sandbox. */
export type UrlOf = (path: string) => string;

const capturePath = (id: string) => `/v2/payments/captures/${id}`;

function breakdownView(amount: Amount) {
  const fee = paypalFeeOf(amount);
  return {
    seller_receivable_breakdown: {
      gross_amount: toWireMoney(amount),
      paypal_fee: toWireMoney(fee),
      net_amount: toWireMoney({ ...amount, minor: amount.minor - fee.minor }),
    },
  };
}

/** A capture in the wire format. */
export function captureView(capture: Capture, urlOf: UrlOf) {
  const { id, orderId, status, amount, customId, invoiceId, createdAt, updatedAt } = capture;
  const isPaid = status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED';
  const self = urlOf(capturePath(id));
  return {
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: toWireMoney(amount),
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(isPaid ? breakdownView(amount) : {}),
    ...{ custom_id: customId, invoice_id: invoiceId },
    supplementary_data: { related_ids: { order_id: orderId } },
    create_time: createdAt,
    update_time: updatedAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: urlOf(`/v2/checkout/orders/${orderId}`), rel: 'up', method: 'GET' },
    ],
  };
}

/** The minimal response to a refund. */
export function minimalRefundView({ id, captureId }: Refund, urlOf: UrlOf) {
  return {
    id,
    status: 'COMPLETED',
    links: [
      { href: urlOf(`/v2/payments/refunds/${id}`), rel: 'self', method: 'GET' },
      { href: urlOf(capturePath(captureId)), rel: 'up', method: 'GET' },
    ],
  };
}

/** A refund in the wire format; the link `up` is its capture. */
export function refundView(refund: Refund, urlOf: UrlOf) {
  const { amount, totalMinor, customId, invoiceId, note, createdAt } = refund;
  const zeroMoney = toWireMoney({ ...amount, minor: 0 });
  return {
    ...minimalRefundView(refund, urlOf),
    amount: toWireMoney(amount),
    ...{ custom_id: customId, invoice_id: invoiceId, note_to_payer: note },
    seller_payable_breakdown: {
      gross_amount: toWireMoney(amount),
      paypal_fee: zeroMoney,
      net_amount: toWireMoney(amount),
      total_refunded_amount: toWireMoney({ ...amount, minor: totalMinor }),
    },
    create_time: createdAt,
    update_time: createdAt,
  };
}
