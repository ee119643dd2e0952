import { useCancellation } from './payments.api.ts';
import { ReturnPage } from './return-page.tsx';
import { returnToken } from './return-token.ts';

/** Where the provider sends people who turned back (spec 2.4). */
export function CancelPage() {
  const token = returnToken();
  if (token === null) {
    return (
      <ReturnPage look="failure" title="Payment not cancelled">
        This address names no payment. Nothing was changed.
      </ReturnPage>
    );
  }
  return <CancellationOf token={token} />;
}

function CancellationOf({ token }: { token: string }) {
  const { data: cancellation, isFetching, refetch } = useCancellation(token);
  if (cancellation === undefined || isFetching) {
    return (
      <ReturnPage look="working" title="Payment canceling...">
        Do not close!
      </ReturnPage>
    );
  }
  switch (cancellation.state) {
    case 'cancelled':
      return (
        <ReturnPage look="failure" title="Payment Cancelled!">
          Nothing was charged. You can close this page.
        </ReturnPage>
      );
    case 'too-late':
      return (
        <ReturnPage look="notice" title="Payment not cancelled">
          {cancellation.reason}
        </ReturnPage>
      );
    case 'failed':
      return (
        <ReturnPage
          look="notice"
          title="Payment not cancelled"
          action={{ label: 'Try again', onPress: () => void refetch() }}
        >
          {cancellation.reason}
        </ReturnPage>
      );
  }
}
