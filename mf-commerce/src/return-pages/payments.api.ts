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

/** How a payment stands. `reason` says why, in words for the person who paid. */
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
  return group === undefined ? notCompletedOutcome(`The provider says: ${status}.`) : outcomes[group];
}

const errorReason = (error: unknown) => userMessageOf(error, 'Something went wrong on the way.');

/** The provider took the money, and our side could not say that it knows. */
const unconfirmedOutcome = (error: unknown) =>
  notCompletedOutcome(`Your payment was taken, but it is not confirmed yet. ${errorReason(error)}`);

/**
 * Takes the money of an approved order and brings the purchase up to date with it (spec 7.7). The server takes it
 * once however often it is asked, so a reload or another try charges nobody twice.
 */
async function captureAndSyncPayment(api: ApiClient, token: string): Promise<PaymentOutcome> {
  let capture: { id: string; status: string };
  try {
    capture = await api.call(ordersCapture, { params: { token } });
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    return notCompletedOutcome(isUnknown ? 'This payment is not known here.' : errorReason(error));
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

/** What became of the payment that the provider has sent somebody back from; done once when the page is opened. */
export function usePaymentCapture(token: string) {
  const api = useApi();
  // Nothing aborts it: money is on its way.
  return useQuery({ queryKey: ['payment', token], queryFn: () => captureAndSyncPayment(api, token) });
}

/** What became of a cancellation. A purchase that is gone already was cancelled before. */
export type CancellationOutcome =
  | { readonly state: 'cancelled' }
  | { readonly state: 'too-late' | 'failed'; readonly reason: string };

/** What is worth knowing beyond the server's words to somebody who did not want to pay. */
const conflictReasons: Readonly<Record<string, string>> = {
  [purchaseMessages.declined]: `${purchaseMessages.declined}. Nothing was charged.`,
  [purchaseMessages.beingPaid]:
    'The provider is still checking this payment, so it cannot be cancelled now. If it is completed, ask for a refund.',
};
const notPendingReason =
  'This payment is no longer pending, so it cannot be cancelled. If you have paid by mistake, ask for a refund.';

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

/** Deletes the pending purchase of somebody who did not pay; done once when the page is opened. */
export function useCancelPurchase(token: string) {
  const api = useApi();
  return useQuery({ queryKey: ['cancellation', token], queryFn: () => cancelPurchase(api, token) });
}
