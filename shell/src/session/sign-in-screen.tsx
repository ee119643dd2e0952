import { messages } from '@khmer-learning/contracts';
import { Stack, TextLink } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { AuthPage } from '../page/auth-page.tsx';
import { loadPage } from '../page/load-page.ts';
import { storePendingNotice } from '../page/pending-notice.ts';
import { urlWithRemoteFlags } from '../remotes/remote-url-flags.ts';
import { forgotPasswordPath } from '../routes/route.ts';
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
  return (
    <AuthPage title={t('signIn.title')} hint={t('signIn.hint')}>
      <Stack gap={4}>
        <SignInForm onSignedIn={enterConsole} />
        <TextLink href={forgotPasswordPath}>{t('signIn.forgotPassword')}</TextLink>
      </Stack>
    </AuthPage>
  );
}
