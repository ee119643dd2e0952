import { type ApiClient, ApiError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import {
  ordersCapture,
  type PaymentStatusGroup,
  paymentStatusGroupOf,
  purchaseMessages,
  purchasesCancel,
  purchasesSyncPaymentStatus,
} from '@khmer-learning/contracts';
import { useQuery } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';

/** Says what happened, in the language of the page: called while rendering, because the language may have changed. */
type Reason = () => string;

export type PaymentOutcome =
  | { readonly state: 'completed'; readonly partlyRefunded: boolean }
  | { readonly state: 'pending' | 'refunded' }
  | { readonly state: 'not-completed'; readonly reason: Reason };

const notCompletedOutcome = (reason: Reason): PaymentOutcome => ({ state: 'not-completed', reason });

const declinedReason: Reason = () => message('paymentOutcome.declined');

function paymentOutcomeOf(status: string): PaymentOutcome {
  const outcomes: Readonly<Record<PaymentStatusGroup, PaymentOutcome>> = {
    completed: { state: 'completed', partlyRefunded: false },
    pending: { state: 'pending' },
    refund: { state: 'refunded' },
    cancelled: notCompletedOutcome(() => message('paymentOutcome.cancelled')),
    failed: notCompletedOutcome(declinedReason),
  };
  if (status === 'partially_refunded') return { state: 'completed', partlyRefunded: true };
  const group = paymentStatusGroupOf(status);
  return group === undefined
    ? notCompletedOutcome(() => message('paymentOutcome.unknownStatus', { status }))
    : outcomes[group];
}

const errorReason =
  (error: unknown): Reason =>
  () =>
    userMessageOf(error, message('paymentOutcome.unknownError'));

/** The provider captured the payment, but the server could not confirm it. */
const unconfirmedOutcome = (error: unknown) =>
  notCompletedOutcome(() => message('paymentOutcome.unconfirmed', { reason: errorReason(error)() }));

/** Captures an approved order and updates its purchase. The capture is idempotent: a reload or a retry never charges twice. */
async function captureAndSyncPayment(api: ApiClient, token: string): Promise<PaymentOutcome> {
  let capture: { id: string; status: string };
  try {
    capture = await api.call(ordersCapture, { params: { token } });
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return notCompletedOutcome(isUnknown ? () => message('paymentOutcome.notFound') : errorReason(error));
  }
  const captured = capture.status.toLowerCase();
  try {
    const { paymentStatus } = await api.call(purchasesSyncPaymentStatus, {
      params: { id: capture.id },
      body: { paymentStatus: captured },
    });
    return paymentOutcomeOf(paymentStatus);
  } catch (error) {
    const outcome = paymentOutcomeOf(captured);
    return outcome.state === 'completed' ? unconfirmedOutcome(error) : outcome;
  }
}

/** Captures the payment once, when the page opens, and returns its outcome. */
export function usePaymentCapture(token: string) {
  const api = useApi();
  // No abort signal: a capture in flight must not be cancelled.
  return useQuery({ queryKey: ['payment', token], queryFn: () => captureAndSyncPayment(api, token) });
}

/** The outcome of a cancellation. A purchase that no longer exists was cancelled before. */
export type CancellationOutcome =
  | { readonly state: 'cancelled' }
  | { readonly state: 'too-late' | 'failed'; readonly reason: Reason };

/** Maps the server's conflict messages to more detailed messages for the learner. */
const conflictReasons: Readonly<Record<string, Reason>> = {
  [purchaseMessages.declined]: declinedReason,
  [purchaseMessages.beingPaid]: () => message('cancellationOutcome.beingPaid'),
};
const notPendingReason: Reason = () => message('cancellationOutcome.notPending');

async function cancelPurchase(api: ApiClient, token: string): Promise<CancellationOutcome> {
  try {
    await api.call(purchasesCancel, { params: { token } });
    return { state: 'cancelled' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'failed', reason: errorReason(error) };
    if (error.status === 404) return { state: 'cancelled' };
    return error.status === 409
      ? { state: 'too-late', reason: conflictReasons[error.userMessage ?? ''] ?? notPendingReason }
      : { state: 'failed', reason: errorReason(error) };
  }
}

/** Deletes the pending purchase once, when the page opens. */
export function useCancelPurchase(token: string) {
  const api = useApi();
  return useQuery({ queryKey: ['cancellation', token], queryFn: () => cancelPurchase(api, token) });
}
