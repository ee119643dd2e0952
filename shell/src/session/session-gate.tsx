import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import type { SecondFactorDue, SessionUser } from '@khmer-learning/contracts';
import { ErrorPanel } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';
import { CenteredPage, LoadingPage } from '../page/centered-page.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { useSessionState } from './use-session-state.ts';

/** Renders `children` with the signed-in user, or the sign-in screen when no user is signed in. */
export function SessionGate({
  children,
}: {
  children: (
    session: { user: SessionUser; secondFactorDue: SecondFactorDue },
    refresh: () => Promise<void>,
  ) => ReactNode;
}) {
  const t = useMessages();
  const { session, retry, refresh } = useSessionState(useApi());
  switch (session.status) {
    case 'loading':
      return <LoadingPage />;
    case 'signedIn':
      return children(session, refresh);
    case 'signedOut':
      return <SignInScreen />;
    case 'failed':
      return (
        <CenteredPage>
          <ErrorPanel
            title={t('sessionGate.failed')}
            message={userMessageOf(session.error, t('sessionGate.notChecked'))}
            onRetry={retry}
          />
        </CenteredPage>
      );
  }
}
