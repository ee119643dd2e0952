import { Stack } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { OrderResultPage, PaymentResultPage } from './payment-result-page.tsx';
import { usePaymentCapture } from './payments.api.ts';

/** The payment provider redirects here after an approved payment. */
export function CompletePage() {
  const t = useMessages();
  return (
    <OrderResultPage title={t('completePage.notCompleted')} missing={t('completePage.noPayment')}>
      {(token) => <PaymentResult token={token} />}
    </OrderResultPage>
  );
}

function PaymentResult({ token }: { token: string }) {
  const t = useMessages();
  const { data: outcome, isFetching, refetch } = usePaymentCapture(token);
  const retryAction = (label: string) => ({ label, onPress: () => void refetch() });
  if (outcome === undefined || isFetching) {
    return (
      <PaymentResultPage variant="working" title={t('completePage.verifying')}>
        {t('paymentResultPage.doNotClose')}
      </PaymentResultPage>
    );
  }
  switch (outcome.state) {
    case 'completed':
      return (
        <PaymentResultPage variant="success" title={t('completePage.complete')}>
          {t(outcome.partlyRefunded ? 'completePage.partlyRefunded' : 'completePage.thanks')}
        </PaymentResultPage>
      );
    case 'pending':
      return (
        <PaymentResultPage
          variant="waiting"
          title={t('completePage.pending')}
          action={retryAction(t('completePage.checkAgain'))}
        >
          {t('completePage.pendingHint')}
        </PaymentResultPage>
      );
    case 'refunded':
      return (
        <PaymentResultPage variant="notice" title={t('completePage.refunded')}>
          {t('completePage.refundedHint')}
        </PaymentResultPage>
      );
    case 'not-completed':
      return (
        <PaymentResultPage
          variant="failure"
          title={t('completePage.notCompleted')}
          action={retryAction(t('paymentResultPage.tryAgain'))}
        >
          <Stack gap={2}>
            <p>{outcome.reason()}</p>
            <p>{t('completePage.notChargedTwice')}</p>
          </Stack>
        </PaymentResultPage>
      );
  }
}
