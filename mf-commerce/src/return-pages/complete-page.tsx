import { Stack } from '@khmer-learning/ui-kit';
import { PaymentResultPage } from './payment-result-page.tsx';
import { usePaymentCapture } from './payments.api.ts';
import { readOrderToken } from './read-order-token.ts';

/** Where the provider sends people who approved a payment (spec 2.4). */
export function CompletePage() {
  const token = readOrderToken();
  if (token === null) {
    return (
      <PaymentResultPage variant="failure" title="Payment not completed">
        This address names no payment. Go back to the app and order again.
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
          {outcome.partlyRefunded ? 'A part of it has been refunded. ' : 'Thank you. '}
          You can close this page and go back to your lessons.
        </PaymentResultPage>
      );
    case 'pending':
      return (
        <PaymentResultPage variant="waiting" title="Payment pending" action={retryAction('Check again')}>
          The provider is still checking this payment. Your lessons open as soon as it is done; do not pay
          again.
        </PaymentResultPage>
      );
    case 'refunded':
      return (
        <PaymentResultPage variant="notice" title="Payment refunded">
          This payment was completed, and the money has gone back since.
        </PaymentResultPage>
      );
    case 'not-completed':
      return (
        <PaymentResultPage variant="failure" title="Payment not completed" action={retryAction('Try again')}>
          <Stack gap={2}>
            <p>{outcome.reason}</p>
            <p>Trying again never charges you twice.</p>
          </Stack>
        </PaymentResultPage>
      );
  }
}
