import { messages } from '@khmer-learning/contracts';
import { Stack, TextLink } from '@khmer-learning/ui-kit';
import { EntrancePage } from '../page/entrance-page.tsx';
import { loadPage } from '../page/load-page.ts';
import { keepNotice } from '../page/pending-notice.ts';
import { withSwitches } from '../remotes/remote-switches.ts';
import { forgotPasswordPath } from '../routes/route.ts';
import { SignInForm } from './sign-in-form.tsx';

/** After a reload, because the console starts from a page that knows its session (spec 2.2). */
function enterConsole(): Promise<never> {
  keepNotice(messages.signIn.success);
  loadPage(withSwitches('/dashboard'));
  // The button stays busy until the new page is there.
  return new Promise(() => {});
}

/** The way into the console for whoever is not signed in. */
export function SignInScreen() {
  return (
    <EntrancePage title="Admin sign-in" hint="For administrators and teachers.">
      <Stack gap={4}>
        <SignInForm onSignedIn={enterConsole} />
        <TextLink href={forgotPasswordPath}>Forgot password?</TextLink>
      </Stack>
    </EntrancePage>
  );
}
