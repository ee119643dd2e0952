import { useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { authConfirmEmail, messages } from '@khmer-learning/contracts';
import { Button, Callout, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { EntrancePage } from '../page/entrance-page.tsx';

/** Confirms a learner's address by the token of a mailed link: by a button, as mail programs open links themselves. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm() {
    setBusy(true);
    setRefusal(null);
    try {
      setConfirmation((await api.call(authConfirmEmail, { body: { token } })).message);
    } catch (error) {
      setRefusal(userMessageOf(error, messages.registration.confirmFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntrancePage title="Confirm e-mail" hint="One more step, and your account is ready.">
      <Stack gap={4}>
        {confirmation === null ? null : (
          <Callout tone="success" announce>
            {confirmation}
          </Callout>
        )}
        {refusal === null ? null : (
          <Callout tone="danger" announce>
            {refusal}
          </Callout>
        )}
        {confirmation === null ? (
          <Button
            variant="primary"
            size="large"
            wide
            loading={isBusy}
            loadingLabel="Confirming..."
            onClick={confirm}
          >
            Confirm e-mail
          </Button>
        ) : null}
      </Stack>
    </EntrancePage>
  );
}
