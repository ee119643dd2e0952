import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type SecondFactorDue, type SessionUser } from '@khmer-learning/contracts';
import { Callout, ErrorPanel, Stack, TextLink } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.ts';
import { AuthPage } from '../page/auth-page.tsx';
import { CenteredPage, LoadingPage } from '../page/centered-page.tsx';
import { loadPage } from '../page/load-page.ts';
import { storePendingNotice } from '../page/pending-notice.ts';
import { urlWithRemoteFlags } from '../remotes/remote-url-flags.ts';
import { forgotPasswordPath } from '../routes/route.ts';
import {
  readSchoolAccountOutcome,
  SchoolAccountButton,
  SchoolAccountFailure,
  useSignInOptions,
} from './school-account.tsx';
import { SignInForm } from './sign-in-form.tsx';
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

/** Loads `/dashboard` anew, because the console reads the session when the page starts. The fragment names a place and is kept. */
function enterConsole(): Promise<never> {
  storePendingNotice(messages.signIn.success);
  loadPage(urlWithRemoteFlags('/dashboard') + window.location.hash);
  // Never resolves: the button stays busy until the new page has loaded.
  return new Promise(() => {});
}

function SignInScreen() {
  const t = useMessages();
  const options = useSignInOptions();
  const outcome = readSchoolAccountOutcome();
  const linking = (outcome === 'link' && options?.linking) || undefined;
  // What was to be linked is kept for ten minutes.
  const failure = outcome === 'link' ? options && !linking && 'expired' : outcome;
  return (
    <AuthPage title={t('signIn.title')} hint={t('signIn.hint')}>
      <Stack gap={4}>
        {failure ? <SchoolAccountFailure outcome={failure} /> : null}
        {linking === undefined ? null : <Callout>{t('schoolAccount.link', { email: linking })}</Callout>}
        <SignInForm key={linking} linking={linking} onSignedIn={enterConsole} />
        <SchoolAccountButton options={options} />
        <TextLink href={forgotPasswordPath}>{t('signIn.forgotPassword')}</TextLink>
      </Stack>
    </AuthPage>
  );
}
