import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authConfirmEmail, messages } from '@khmer-learning/contracts';
import { Button, Callout, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { AuthPage } from '../page/auth-page.tsx';

/**
 * Confirms a learner's address with the token of an emailed link. The user has to press a button, because mail
 * programs open links by themselves.
 */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [successMessage, setSuccessMessage] = useState<string | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  async function confirm() {
    setBusy(true);
    setErrorMessage(null);
    try {
      setSuccessMessage((await api.call(authConfirmEmail, { body: { token } })).message);
    } catch (error) {
      setErrorMessage(userMessageOf(error, messages.registration.confirmFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage title="Confirm email" hint="One more step, and your account is ready.">
      <Stack gap={4}>
        {successMessage === null ? null : (
          <Callout tone="success" announce>
            {successMessage}
          </Callout>
        )}
        {errorMessage === null ? null : (
          <Callout tone="danger" announce>
            {errorMessage}
          </Callout>
        )}
        {successMessage === null ? (
          <Button
            variant="primary"
            size="large"
            fullWidth
            loading={isBusy}
            loadingLabel="Confirming..."
            onClick={confirm}
          >
            Confirm email
          </Button>
        ) : null}
      </Stack>
    </AuthPage>
  );
}
