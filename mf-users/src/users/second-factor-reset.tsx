import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import { type User, usersResetSecondFactor } from '@khmer-learning/contracts';
import { Button, ConfirmDialog } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';

/** Resets the second factor of somebody who has lost it, after a question. */
export function SecondFactorReset({ user, onReset }: { user: User; onReset: () => void }) {
  const t = useMessages();
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const reset = useApiMutation({
    call: (id: number) => api.call(usersResetSecondFactor, { params: { id } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('secondFactor.failed'),
    changes: ['user'],
    onSuccess: onReset,
  });
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('secondFactorReset.open')}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('secondFactorReset.question')}
        description={t('secondFactorReset.consequence', { name })}
        confirmLabel={t('secondFactorReset.open')}
        confirmingLabel={t('secondFactorReset.resetting')}
        onConfirm={() => reset.mutateAsync(user.id)}
        describeError={(error) => userMessageOf(error, t('secondFactor.failed'))}
      />
    </>
  );
}
