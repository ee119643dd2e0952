import { messages } from '@khmer-learning/contracts';
import { Callout, Stack, TextLink } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { AuthPage } from '../page/auth-page.tsx';
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

/**
 * Loads `/dashboard` with a full page load, because the console reads the session when the page starts. The
 * fragment of the address, which names a place in the console, is kept.
 */
function enterConsole(): Promise<never> {
  storePendingNotice(messages.signIn.success);
  loadPage(urlWithRemoteFlags('/dashboard') + window.location.hash);
  // Never resolves: the button stays busy until the new page has loaded.
  return new Promise(() => {});
}

/** The sign-in screen of the console. */
export function SignInScreen() {
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
