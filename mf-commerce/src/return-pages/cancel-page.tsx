import { useMessages } from '../messages/messages.ts';
import { PaymentResultPage } from './payment-result-page.tsx';
import { useCancelPurchase } from './payments.api.ts';
import { readOrderToken } from './read-order-token.ts';

/** The payment provider redirects here after a cancelled payment. */
export function CancelPage() {
  const t = useMessages();
  const token = readOrderToken();
  if (token === null) {
    return (
      <PaymentResultPage variant="failure" title={t('cancelPage.notCancelled')}>
        {t('cancelPage.noPayment')}
      </PaymentResultPage>
    );
  }
  return <CancellationResult token={token} />;
}

function CancellationResult({ token }: { token: string }) {
  const t = useMessages();
  const { data: outcome, isFetching, refetch } = useCancelPurchase(token);
  if (outcome === undefined || isFetching) {
    return (
      <PaymentResultPage variant="working" title={t('cancelPage.cancelling')}>
        {t('paymentResultPage.doNotClose')}
      </PaymentResultPage>
    );
  }
  switch (outcome.state) {
    case 'cancelled':
      return (
        <PaymentResultPage variant="failure" title={t('cancelPage.cancelled')}>
          {t('cancelPage.nothingCharged')}
        </PaymentResultPage>
      );
    case 'too-late':
      return (
        <PaymentResultPage variant="notice" title={t('cancelPage.notCancelled')}>
          {outcome.reason()}
        </PaymentResultPage>
      );
    case 'failed':
      return (
        <PaymentResultPage
          variant="notice"
          title={t('cancelPage.notCancelled')}
          action={{ label: t('paymentResultPage.tryAgain'), onPress: () => void refetch() }}
        >
          {outcome.reason()}
        </PaymentResultPage>
      );
  }
}
