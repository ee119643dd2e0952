import { messages } from '@khmer-learning/contracts';
import { Stack, TextLink } from '@khmer-learning/ui-kit';
import { AuthPage } from '../page/auth-page.tsx';
import { loadPage } from '../page/load-page.ts';
import { storePendingNotice } from '../page/pending-notice.ts';
import { urlWithRemoteFlags } from '../remotes/remote-url-flags.ts';
import { forgotPasswordPath } from '../routes/route.ts';
import { SignInForm } from './sign-in-form.tsx';

/** After a reload, because the console starts from a page that knows its session (spec 2.2). */
function enterConsole(): Promise<never> {
  storePendingNotice(messages.signIn.success);
  loadPage(urlWithRemoteFlags('/dashboard'));
  // The button stays busy until the new page is there.
  return new Promise(() => {});
}

/** The way into the console for whoever is not signed in. */
export function SignInScreen() {
  return (
    <AuthPage title="Admin sign-in" hint="For administrators and teachers.">
      <Stack gap={4}>
        <SignInForm onSignedIn={enterConsole} />
        <TextLink href={forgotPasswordPath}>Forgot password?</TextLink>
      </Stack>
    </AuthPage>
  );
}
