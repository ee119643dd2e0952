import { Stack } from '@khmer-learning/ui-kit';
import { useSettlement } from './payments.api.ts';
import { ReturnPage } from './return-page.tsx';
import { returnToken } from './return-token.ts';

/** Where the provider sends people who approved a payment (spec 2.4). */
export function CompletePage() {
  const token = returnToken();
  if (token === null) {
    return (
      <ReturnPage look="failure" title="Payment not completed">
        This address names no payment. Go back to the app and order again.
      </ReturnPage>
    );
  }
  return <Completion token={token} />;
}

function Completion({ token }: { token: string }) {
  const { data: settlement, isFetching, refetch } = useSettlement(token);
  const again = (label: string) => ({ label, onPress: () => void refetch() });
  if (settlement === undefined || isFetching) {
    return (
      <ReturnPage look="working" title="Verifying...">
        Do not close!
      </ReturnPage>
    );
  }
  switch (settlement.state) {
    case 'completed':
      return (
        <ReturnPage look="success" title="Payment Complete!">
          {settlement.partlyRefunded ? 'A part of it has been refunded. ' : 'Thank you. '}
          You can close this page and go back to your lessons.
        </ReturnPage>
      );
    case 'pending':
      return (
        <ReturnPage look="waiting" title="Payment pending" action={again('Check again')}>
          The provider is still checking this payment. Your lessons open as soon as it is done; do not pay
          again.
        </ReturnPage>
      );
    case 'refunded':
      return (
        <ReturnPage look="notice" title="Payment refunded">
          This payment was completed, and the money has gone back since.
        </ReturnPage>
      );
    case 'not-completed':
      return (
        <ReturnPage look="failure" title="Payment not completed" action={again('Try again')}>
          <Stack gap={2}>
            <p>{settlement.reason}</p>
            <p>Trying again never charges you twice.</p>
          </Stack>
        </ReturnPage>
      );
  }
}
