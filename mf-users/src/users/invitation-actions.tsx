import { userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type User } from '@khmer-learning/contracts';
import { Button, ConfirmDialog, RotateCwIcon, UserXIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { fullName } from './user-labels.ts';
import { useResendInvitation, useRevokeInvitation } from './users.api.ts';

interface InvitationActionsProps {
  user: User;
  onResent: (user: User) => void;
  onRevoked: () => void;
}

/** `Resend invitation` and `Revoke invitation`, for somebody who has not accepted it. */
export function InvitationActions({ user, onResent, onRevoked }: InvitationActionsProps) {
  const t = useMessages();
  const [isRevoking, setRevoking] = useState(false);
  const resend = useResendInvitation(onResent);
  const revoke = useRevokeInvitation();
  return (
    <>
      <Button
        icon={<RotateCwIcon aria-hidden="true" />}
        loading={resend.isPending}
        loadingLabel={t('action.sending')}
        onClick={() => resend.mutate(user.id)}
      >
        {t('invitationActions.resend')}
      </Button>
      <Button
        icon={<UserXIcon aria-hidden="true" />}
        style={{ marginRight: 'auto' }}
        onClick={() => setRevoking(true)}
      >
        {t('invitationActions.revoke')}
      </Button>
      <ConfirmDialog
        open={isRevoking}
        onOpenChange={setRevoking}
        title={t('invitationActions.revokeQuestion')}
        description={t('invitationActions.revokeConsequence', { email: user.email, name: fullName(user) })}
        confirmLabel={t('invitationActions.revoke')}
        confirmingLabel={t('invitationActions.revoking')}
        dangerous
        onConfirm={async () => {
          await revoke.mutateAsync(user.id);
          onRevoked();
        }}
        describeError={(error) => userMessageOf(error, messages.invitation.revokeFailed)}
      />
    </>
  );
}
