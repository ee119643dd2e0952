import { PaymentResultPage } from './payment-result-page.tsx';
import { useCancelPurchase } from './payments.api.ts';
import { readOrderToken } from './read-order-token.ts';

/** The payment provider redirects here after a cancelled payment (spec 2.4). */
export function CancelPage() {
  const token = readOrderToken();
  if (token === null) {
    return (
      <PaymentResultPage variant="failure" title="Payment not cancelled">
        This link does not refer to a payment. Nothing was changed.
      </PaymentResultPage>
    );
  }
  return <CancellationResult token={token} />;
}

function CancellationResult({ token }: { token: string }) {
  const { data: outcome, isFetching, refetch } = useCancelPurchase(token);
  if (outcome === undefined || isFetching) {
    return (
      <PaymentResultPage variant="working" title="Payment canceling...">
        Do not close!
      </PaymentResultPage>
    );
  }
  switch (outcome.state) {
    case 'cancelled':
      return (
        <PaymentResultPage variant="failure" title="Payment Cancelled!">
          Nothing was charged. You can close this page.
        </PaymentResultPage>
      );
    case 'too-late':
      return (
        <PaymentResultPage variant="notice" title="Payment not cancelled">
          {outcome.reason}
        </PaymentResultPage>
      );
    case 'failed':
      return (
        <PaymentResultPage
          variant="notice"
          title="Payment not cancelled"
          action={{ label: 'Try again', onPress: () => void refetch() }}
        >
          {outcome.reason}
        </PaymentResultPage>
      );
  }
}
