import { captureView, refundView, type UrlOf } from '../payments/payment.view.ts';
import type { Order } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { toWireMoney } from '../wire/money.ts';
import type { Link } from '../wire/paypal-error.ts';

/** The payer, with data like PayPal's sandbox buyers. */
export const sandboxPayer = {
  name: { given_name: 'John', surname: 'Doe' },
  email_address: 'sb-buyer@personal.example.com',
  payer_id: 'QYR5Z8XDVJNXQ',
  address: { country_code: 'US' },
} as const;

/** URL of the approval page. */
export const approvalUrl = (order: Order, urlOf: UrlOf): string => urlOf(`/checkoutnow?token=${order.id}`);

const hasPayer = (order: Order) => order.outcome !== undefined;

function linksOf(order: Order, urlOf: UrlOf): Link[] {
  const self = urlOf(`/v2/checkout/orders/${order.id}`);
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }];
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return links;
  if (!hasPayer(order))
    links.push({
      href: approvalUrl(order, urlOf),
      rel: order.withPaymentSource ? 'payer-action' : 'approve',
      method: 'GET',
    });
  if (hasPayer(order) || !order.withPaymentSource)
    links.push(
      { href: self, rel: 'update', method: 'PATCH' },
      { href: `${self}/capture`, rel: 'capture', method: 'POST' },
    );
  return links;
}

function paymentSourceView(order: Order) {
  if (hasPayer(order)) {
    const { name, email_address, payer_id, address } = sandboxPayer;
    const paypal = { name, email_address, account_id: payer_id, account_status: 'VERIFIED', address };
    return { payment_source: { paypal }, payer: sandboxPayer };
  }
  return order.withPaymentSource ? { payment_source: { paypal: {} } } : {};
}

type OrderPayments = ReturnType<typeof paymentsOf>;

/** The capture and refunds of an order; undefined before the capture. */
export function paymentsOf(store: Store, { captureId }: Order) {
  const capture = captureId ? store.get('captures', captureId) : undefined;
  if (capture === undefined) return undefined;
  return { capture, refunds: store.all('refunds').filter((refund) => refund.captureId === capture.id) };
}

function paymentsView(payments: OrderPayments, urlOf: UrlOf) {
  if (payments === undefined) return {};
  const refunds = payments.refunds.map((refund) => refundView(refund, urlOf));
  return {
    payments: {
      captures: [captureView(payments.capture, urlOf)],
      ...(refunds.length > 0 ? { refunds } : {}),
    },
  };
}

/** The complete order, for `GET` and `Prefer: return=representation`. */
export function orderView(order: Order, payments: OrderPayments, urlOf: UrlOf) {
  const { id, status, referenceId, amount, description, customId, invoiceId, createdAt, updatedAt } = order;
  return {
    id,
    intent: 'CAPTURE',
    status,
    ...paymentSourceView(order),
    purchase_units: [
      {
        reference_id: referenceId,
        amount: toWireMoney(amount),
        payee: { email_address: 'sb-seller@business.example.com', merchant_id: 'UYV59D9GLHWQG' },
        ...{ description, custom_id: customId, invoice_id: invoiceId },
        ...paymentsView(payments, urlOf),
      },
    ],
    create_time: createdAt,
    update_time: updatedAt,
    links: linksOf(order, urlOf),
  };
}

/** The minimal response to creating an order. */
export function createdOrderView(order: Order, urlOf: UrlOf) {
  const { payment_source } = paymentSourceView(order);
  return { id: order.id, status: order.status, payment_source, links: linksOf(order, urlOf) };
}

/** The minimal response to capturing an order; the top-level `id` is the order's. */
export function capturedOrderView(order: Order, payments: OrderPayments, urlOf: UrlOf) {
  return {
    id: order.id,
    status: order.status,
    ...paymentSourceView(order),
    purchase_units: [{ reference_id: order.referenceId, ...paymentsView(payments, urlOf) }],
    links: linksOf(order, urlOf),
  };
}
