import { Stack } from '@khmer-learning/ui-kit';
import { PaymentResultPage } from './payment-result-page.tsx';
import { usePaymentCapture } from './payments.api.ts';
import { readOrderToken } from './read-order-token.ts';

/** The payment provider redirects here after an approved payment (spec 2.4). */
export function CompletePage() {
  const token = readOrderToken();
  if (token === null) {
    return (
      <PaymentResultPage variant="failure" title="Payment not completed">
        This link does not refer to a payment. Go back to the app and place your order again.
      </PaymentResultPage>
    );
  }
  return <PaymentResult token={token} />;
}

function PaymentResult({ token }: { token: string }) {
  const { data: outcome, isFetching, refetch } = usePaymentCapture(token);
  const retryAction = (label: string) => ({ label, onPress: () => void refetch() });
  if (outcome === undefined || isFetching) {
    return (
      <PaymentResultPage variant="working" title="Verifying...">
        Do not close!
      </PaymentResultPage>
    );
  }
  switch (outcome.state) {
    case 'completed':
      return (
        <PaymentResultPage variant="success" title="Payment Complete!">
          {outcome.partlyRefunded ? 'Part of it has been refunded. ' : 'Thank you. '}
          You can close this page and go back to your lessons.
        </PaymentResultPage>
      );
    case 'pending':
      return (
        <PaymentResultPage variant="waiting" title="Payment pending" action={retryAction('Check again')}>
          The payment provider is still processing this payment. Your lessons will be available as soon as it
          is complete. Do not pay again.
        </PaymentResultPage>
      );
    case 'refunded':
      return (
        <PaymentResultPage variant="notice" title="Payment refunded">
          This payment was completed and has since been refunded.
        </PaymentResultPage>
      );
    case 'not-completed':
      return (
        <PaymentResultPage variant="failure" title="Payment not completed" action={retryAction('Try again')}>
          <Stack gap={2}>
            <p>{outcome.reason}</p>
            <p>You will not be charged twice if you try again.</p>
          </Stack>
        </PaymentResultPage>
      );
  }
}
