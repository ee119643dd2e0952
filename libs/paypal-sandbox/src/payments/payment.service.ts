import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { Capture, Refund } from '../store/records.ts';
import { resourceId, wireTime } from '../wire/ids.ts';
import { moneySchema, parseMoney } from '../wire/money.ts';
import { noSuchResource, unprocessable } from '../wire/paypal-error.ts';
import { tellCapture, tellRefund } from './payment-events.ts';

/** The body of a refund; without an amount all that is left goes back. */
export const refundRequestSchema = z.object({
  amount: moneySchema.optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
});
export type RefundRequest = z.output<typeof refundRequestSchema>;

/** @throws PaypalError 404 when there is none */
export function findCapture({ store }: Sandbox, id: string): Capture {
  const capture = store.get('captures', id);
  if (capture === undefined) throw noSuchResource();
  return capture;
}

/** @throws PaypalError 404 when there is none */
export function findRefund({ store }: Sandbox, id: string): Refund {
  const refund = store.get('refunds', id);
  if (refund === undefined) throw noSuchResource();
  return refund;
}

/** Gives money back to the payer. */
export function refundCapture(sandbox: Sandbox, id: string, request: RefundRequest): Refund {
  const capture = findCapture(sandbox, id);
  mustBeRefundable(capture);
  const left = capture.amount.minor - capture.refundedMinor;
  const amount = request.amount
    ? parseMoney(request.amount, '/amount/value')
    : { ...capture.amount, minor: left };
  if (amount.currency !== capture.amount.currency)
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
      { field: '/amount/currency_code', value: amount.currency, location: 'body' },
    );
  if (amount.minor > left)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      { field: '/amount/value', location: 'body' },
    );
  const refund = giveBack(sandbox, capture, amount.minor, {
    ...(request.note_to_payer === undefined ? {} : { note: request.note_to_payer }),
    ...(request.custom_id === undefined ? {} : { customId: request.custom_id }),
    ...(request.invoice_id === undefined ? {} : { invoiceId: request.invoice_id }),
  });
  tellRefund(sandbox, refund, 'PAYMENT.CAPTURE.REFUNDED');
  return refund;
}

function mustBeRefundable({ status }: Capture): void {
  if (status === 'REFUNDED')
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  if (status === 'PENDING')
    throw unprocessable('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.');
  if (status !== 'COMPLETED' && status !== 'PARTIALLY_REFUNDED')
    throw unprocessable('REFUND_NOT_ALLOWED', 'The capture cannot be refunded.');
}

function giveBack(
  { store }: Sandbox,
  capture: Capture,
  minor: number,
  said: Pick<Refund, 'note' | 'customId' | 'invoiceId'>,
): Refund {
  const now = wireTime();
  const totalMinor = capture.refundedMinor + minor;
  const refund: Refund = {
    id: resourceId(),
    captureId: capture.id,
    amount: { ...capture.amount, minor },
    totalMinor,
    ...said,
    createdAt: now,
  };
  store.put('refunds', refund);
  const status = totalMinor === capture.amount.minor ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  store.put('captures', { ...capture, status, refundedMinor: totalMinor, updatedAt: now });
  return refund;
}

/** PayPal has looked at a pending payment: it is completed, or denied. */
export function settle(sandbox: Sandbox, id: string, verdict: 'complete' | 'deny'): Capture {
  const capture = findCapture(sandbox, id);
  if (capture.status !== 'PENDING')
    throw unprocessable('CAPTURE_NOT_PENDING', 'Only a pending capture can be completed or denied.');
  const status = verdict === 'complete' ? 'COMPLETED' : 'DECLINED';
  const settled: Capture = { ...capture, status, updatedAt: wireTime() };
  sandbox.store.put('captures', settled);
  tellCapture(
    sandbox,
    settled,
    verdict === 'complete' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED',
  );
  return settled;
}

/** The payer's bank takes back all that is left: the capture is REFUNDED, and the event says REVERSED. */
export function reverse(sandbox: Sandbox, id: string): Refund {
  const capture = findCapture(sandbox, id);
  mustBeRefundable(capture);
  const refund = giveBack(sandbox, capture, capture.amount.minor - capture.refundedMinor, {});
  tellRefund(sandbox, refund, 'PAYMENT.CAPTURE.REVERSED');
  return refund;
}
