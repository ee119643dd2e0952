import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { Capture, Refund } from '../store/records.ts';
import { formatWireTime, newResourceId } from '../wire/ids.ts';
import { moneySchema, parseMoney } from '../wire/money.ts';
import { unprocessableEntity } from '../wire/paypal-error.ts';
import { publishCaptureEvent, publishRefundEvent } from './payment-events.ts';

/** Body of a refund request; without an amount, the remaining amount is refunded. */
export const refundRequestSchema = z.object({
  amount: moneySchema.optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
});

/** Refunds a capture in full or in part. @throws PaypalError 422 when it is not refundable or the amount is too high */
export function refundCapture(
  sandbox: Sandbox,
  id: string,
  request: z.output<typeof refundRequestSchema>,
): Refund {
  const capture = sandbox.store.require('captures', id);
  assertRefundable(capture);
  const remainingMinor = capture.amount.minor - capture.refundedMinor;
  const amount = request.amount
    ? parseMoney(request.amount, '/amount/value')
    : { ...capture.amount, minor: remainingMinor };
  if (amount.currency !== capture.amount.currency)
    throw unprocessableEntity(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
      { field: '/amount/currency_code', value: amount.currency, location: 'body' },
    );
  if (amount.minor > remainingMinor)
    throw unprocessableEntity(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      { field: '/amount/value', location: 'body' },
    );
  const { note_to_payer: note, custom_id: customId, invoice_id: invoiceId } = request;
  const refund = createRefund(sandbox, capture, amount.minor, { note, customId, invoiceId });
  publishRefundEvent(sandbox, refund, 'PAYMENT.CAPTURE.REFUNDED');
  return refund;
}

function assertRefundable({ status }: Capture): void {
  if (status === 'REFUNDED')
    throw unprocessableEntity('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  if (status === 'PENDING')
    throw unprocessableEntity('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.');
  if (status !== 'COMPLETED' && status !== 'PARTIALLY_REFUNDED')
    throw unprocessableEntity('REFUND_NOT_ALLOWED', 'The capture cannot be refunded.');
}

function createRefund(
  { store }: Sandbox,
  capture: Capture,
  minor: number,
  details: Pick<Refund, 'note' | 'customId' | 'invoiceId'> = {},
): Refund {
  const now = formatWireTime();
  const totalMinor = capture.refundedMinor + minor;
  const refund: Refund = {
    id: newResourceId(),
    captureId: capture.id,
    amount: { ...capture.amount, minor },
    totalMinor,
    ...details,
    createdAt: now,
  };
  store.put('refunds', refund);
  const status = totalMinor === capture.amount.minor ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  store.put('captures', { ...capture, status, refundedMinor: totalMinor, updatedAt: now });
  return refund;
}

/** Settles a pending capture: completed or denied. @throws PaypalError 404, 422 when it is not pending */
export function settleCapture(sandbox: Sandbox, id: string, decision: 'complete' | 'deny'): Capture {
  const capture = sandbox.store.require('captures', id);
  if (capture.status !== 'PENDING')
    throw unprocessableEntity('CAPTURE_NOT_PENDING', 'Only a pending capture can be completed or denied.');
  const status = decision === 'complete' ? 'COMPLETED' : 'DECLINED';
  const settled: Capture = { ...capture, status, updatedAt: formatWireTime() };
  sandbox.store.put('captures', settled);
  publishCaptureEvent(
    sandbox,
    settled,
    `PAYMENT.CAPTURE.${decision === 'complete' ? 'COMPLETED' : 'DENIED'}`,
  );
  return settled;
}

/** Reverses what is left of a capture, which becomes REFUNDED. @throws PaypalError 404, 422 when nothing is left */
export function reverseCapture(sandbox: Sandbox, id: string): Refund {
  const capture = sandbox.store.require('captures', id);
  assertRefundable(capture);
  const refund = createRefund(sandbox, capture, capture.amount.minor - capture.refundedMinor);
  publishRefundEvent(sandbox, refund, 'PAYMENT.CAPTURE.REVERSED');
  return refund;
}
