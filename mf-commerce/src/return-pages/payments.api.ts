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

/** The state of a payment. `reason` is a message for the learner. */
export type PaymentOutcome =
  | { readonly state: 'completed'; readonly partlyRefunded: boolean }
  | { readonly state: 'pending' | 'refunded' }
  | { readonly state: 'not-completed'; readonly reason: string };

const notCompletedOutcome = (reason: string): PaymentOutcome => ({ state: 'not-completed', reason });

function paymentOutcomeOf(status: string): PaymentOutcome {
  const outcomes: Readonly<Record<PaymentStatusGroup, PaymentOutcome>> = {
    completed: { state: 'completed', partlyRefunded: false },
    pending: { state: 'pending' },
    refund: { state: 'refunded' },
    cancelled: notCompletedOutcome('The payment was cancelled. Nothing was charged.'),
    failed: notCompletedOutcome(`${purchaseMessages.declined}. Nothing was charged.`),
  };
  if (status === 'partially_refunded') return { state: 'completed', partlyRefunded: true };
  const group = paymentStatusGroupOf(status);
  return group === undefined
    ? notCompletedOutcome(`The payment provider reports the status “${status}”.`)
    : outcomes[group];
}

const errorReason = (error: unknown) => userMessageOf(error, 'Something went wrong.');

/** The provider captured the payment, but the server could not confirm it. */
const unconfirmedOutcome = (error: unknown) =>
  notCompletedOutcome(`Your payment was received but is not confirmed yet. ${errorReason(error)}`);

/**
 * Captures an approved order and updates the payment status of its purchase (spec 7.7). The capture is idempotent, so
 * a reload or a retry never charges twice.
 */
async function captureAndSyncPayment(api: ApiClient, token: string): Promise<PaymentOutcome> {
  let capture: { id: string; status: string };
  try {
    capture = await api.call(ordersCapture, { params: { token } });
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return notCompletedOutcome(isUnknown ? 'This payment could not be found.' : errorReason(error));
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
  | { readonly state: 'too-late' | 'failed'; readonly reason: string };

/** Maps the server's conflict messages to more detailed messages for the learner. */
const conflictReasons: Readonly<Record<string, string>> = {
  [purchaseMessages.declined]: `${purchaseMessages.declined}. Nothing was charged.`,
  [purchaseMessages.beingPaid]:
    'The payment provider is still processing this payment, so it cannot be cancelled now. If it goes through, you can request a refund.',
};
const notPendingReason =
  'This payment is no longer pending, so it cannot be cancelled. If you paid by mistake, you can request a refund.';

async function cancelPurchase(api: ApiClient, token: string): Promise<CancellationOutcome> {
  try {
    await api.call(purchasesCancel, { params: { token } });
    return { state: 'cancelled' };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 404) return { state: 'cancelled' };
    const reason = errorReason(error);
    return status === 409
      ? { state: 'too-late', reason: conflictReasons[reason] ?? notPendingReason }
      : { state: 'failed', reason };
  }
}

/** Deletes the pending purchase once, when the page opens. */
export function useCancelPurchase(token: string) {
  const api = useApi();
  return useQuery({ queryKey: ['cancellation', token], queryFn: () => cancelPurchase(api, token) });
}
