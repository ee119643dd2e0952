import { publishCaptureEvent } from '../payments/payment-events.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Capture, CaptureStatus, Order, PayerDecision } from '../store/records.ts';
import { formatWireTime, newResourceId } from '../wire/ids.ts';
import { parseMoney } from '../wire/money.ts';
import { errorForStatus, unprocessableEntity } from '../wire/paypal-error.ts';
import type { OrderRequest } from './order.schema.ts';
import { approvalUrl, orderView } from './order.view.ts';

/** Capture status by the payer's decision. */
const captureStatusByDecision: Readonly<Record<NonNullable<Order['outcome']>, CaptureStatus>> = {
  approve: 'COMPLETED',
  decline: 'DECLINED',
  pending: 'PENDING',
};

/** Creates an order that waits for the payer. @throws PaypalError 403 for several units or an intent but `CAPTURE` */
export function createOrder({ store }: Sandbox, request: OrderRequest): Order {
  const [unit, ...others] = request.purchase_units;
  // Unsupported requests are rejected instead of half processed.
  if (unit === undefined || others.length > 0 || request.intent !== 'CAPTURE') throw errorForStatus(403);
  const context = request.payment_source?.paypal?.experience_context ?? request.application_context ?? {};
  const withPaymentSource = request.payment_source?.paypal !== undefined;
  const now = formatWireTime();
  const order: Order = {
    id: newResourceId(),
    status: withPaymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount: parseMoney(unit.amount, '/purchase_units/0/amount/value'),
    referenceId: unit.reference_id,
    withPaymentSource,
    ...{ description: unit.description, customId: unit.custom_id, invoiceId: unit.invoice_id },
    ...{ brandName: context.brand_name, returnUrl: context.return_url, cancelUrl: context.cancel_url },
    createdAt: now,
    updatedAt: now,
  };
  store.put('orders', order);
  return order;
}

/** Whether the payer can still decide. */
export function isOrderOpen({ status }: Order): boolean {
  return status === 'CREATED' || status === 'SAVED' || status === 'PAYER_ACTION_REQUIRED';
}

/** Applies the payer's decision. Cancelling leaves the order open: the payer may return. */
export function applyPayerDecision(sandbox: Sandbox, order: Order, outcome: PayerDecision): Order {
  if (outcome === 'cancel') return order;
  const approved: Order = { ...order, status: 'APPROVED', outcome, updatedAt: formatWireTime() };
  sandbox.store.put('orders', approved);
  sandbox.webhooks.publish({
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: orderView(approved, undefined, sandbox.urlOf),
  });
  return approved;
}

/** Captures an approved order. @throws PaypalError 404; 422 when not approved, captured, declined, or its invoice is paid */
export function captureOrder(sandbox: Sandbox, id: string): Order {
  const order = sandbox.store.require('orders', id);
  const { outcome } = order;
  if (order.status === 'COMPLETED')
    throw unprocessableEntity(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  if (order.status !== 'APPROVED' || outcome === undefined)
    throw unprocessableEntity(
      'ORDER_NOT_APPROVED',
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.",
    );
  if (outcome === 'decline' && sandbox.switches.declineAs === 'instrument')
    throw instrumentDeclined(sandbox, order);
  assertInvoiceUnpaid(sandbox, order);
  return createCapture(sandbox, order, captureStatusByDecision[outcome]);
}

function createCapture(sandbox: Sandbox, order: Order, status: CaptureStatus): Order {
  const now = formatWireTime();
  const capture: Capture = {
    id: newResourceId(),
    orderId: order.id,
    status,
    amount: order.amount,
    refundedMinor: 0,
    ...{ customId: order.customId, invoiceId: order.invoiceId },
    createdAt: now,
    updatedAt: now,
  };
  const completed: Order = { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: now };
  sandbox.store.put('captures', capture);
  sandbox.store.put('orders', completed);
  publishCaptureEvent(
    sandbox,
    capture,
    `PAYMENT.CAPTURE.${status === 'DECLINED' || status === 'PENDING' ? status : 'COMPLETED'}`,
  );
  return completed;
}

/** Reopens the order, so that the payer can choose another way to pay. */
function instrumentDeclined({ store, urlOf }: Sandbox, { outcome: _, ...order }: Order) {
  const reopened: Order = { ...order, status: order.withPaymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED' };
  store.put('orders', reopened);
  return unprocessableEntity(
    'INSTRUMENT_DECLINED',
    'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
    {},
    [{ href: approvalUrl(reopened, urlOf), rel: 'redirect', method: 'GET' }],
  );
}

/** PayPal's default account setting: an invoice can be paid only once. */
function assertInvoiceUnpaid({ store }: Sandbox, { invoiceId }: Order): void {
  const isPaid = store
    .all('captures')
    .some((capture) => capture.invoiceId === invoiceId && capture.status !== 'DECLINED');
  if (invoiceId !== undefined && isPaid)
    throw unprocessableEntity(
      'DUPLICATE_INVOICE_ID',
      'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
    );
}

/** Voids an order, which can then no longer be paid. @throws PaypalError 404, 422 when it is completed */
export function voidOrder(sandbox: Sandbox, id: string): Order {
  const order = sandbox.store.require('orders', id);
  if (order.status === 'COMPLETED')
    throw unprocessableEntity('ORDER_COMPLETED_OR_VOIDED', 'Order is already completed or voided.');
  const voided: Order = { ...order, status: 'VOIDED', updatedAt: formatWireTime() };
  sandbox.store.put('orders', voided);
  return voided;
}
