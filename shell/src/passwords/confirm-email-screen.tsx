import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authConfirmEmail, messages } from '@khmer-learning/contracts';
import { Button, Callout, Stack, translateServerMessage } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { AuthPage } from '../page/auth-page.tsx';

/** Confirms a learner's address with the token of a mail. The user presses a button, because mail programs open links themselves. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const t = useMessages();
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [successMessage, setSuccessMessage] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      setSuccessMessage((await api.call(authConfirmEmail, { body: { token } })).message);
    } catch (error) {
      setFailure({ error });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage title={t('confirmEmail.title')} hint={t('confirmEmail.hint')}>
      <Stack gap={4}>
        {successMessage === null ? null : (
          <Callout tone="success" announce>
            {translateServerMessage(successMessage)}
          </Callout>
        )}
        {failure === null ? null : (
          <Callout tone="danger" announce>
            {userMessageOf(failure.error, messages.registration.confirmFailed)}
          </Callout>
        )}
        {successMessage === null ? (
          <Button
            variant="primary"
            size="large"
            fullWidth
            loading={isBusy}
            loadingLabel={t('confirmEmail.submitting')}
            onClick={confirm}
          >
            {t('confirmEmail.submit')}
          </Button>
        ) : null}
      </Stack>
    </AuthPage>
  );
}
