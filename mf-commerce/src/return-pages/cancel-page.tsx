import { useMessages } from '../messages/messages.ts';
import { OrderResultPage, PaymentResultPage } from './payment-result-page.tsx';
import { useCancelPurchase } from './payments.api.ts';

/** The payment provider redirects here after a cancelled payment. */
export function CancelPage() {
  const t = useMessages();
  return (
    <OrderResultPage title={t('cancelPage.notCancelled')} missing={t('cancelPage.noPayment')}>
      {(token) => <CancellationResult token={token} />}
    </OrderResultPage>
  );
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
    case 'failed':
      return (
        <PaymentResultPage
          variant="notice"
          title={t('cancelPage.notCancelled')}
          action={
            outcome.state === 'failed'
              ? { label: t('paymentResultPage.tryAgain'), onPress: () => void refetch() }
              : undefined
          }
        >
          {outcome.reason()}
        </PaymentResultPage>
      );
  }
}
