import { userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type User } from '@khmer-learning/contracts';
import { Button, ConfirmDialog, RotateCwIcon, UserXIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { fullName } from './user-labels.ts';
import { useResendInvitation, useRevokeInvitation } from './users.api.ts';

interface InvitationActionsProps {
  user: User;
  onResent: (user: User) => void;
  onRevoked: () => void;
}

/** `Resend invitation` and `Revoke invitation`, for somebody who has not accepted it. */
export function InvitationActions({ user, onResent, onRevoked }: InvitationActionsProps) {
  const [isRevoking, setRevoking] = useState(false);
  const resend = useResendInvitation(onResent);
  const revoke = useRevokeInvitation();
  return (
    <>
      <Button
        icon={<RotateCwIcon aria-hidden="true" />}
        loading={resend.isPending}
        loadingLabel="Sending..."
        onClick={() => resend.mutate(user.id)}
      >
        Resend invitation
      </Button>
      <Button
        icon={<UserXIcon aria-hidden="true" />}
        style={{ marginRight: 'auto' }}
        onClick={() => setRevoking(true)}
      >
        Revoke invitation
      </Button>
      <ConfirmDialog
        open={isRevoking}
        onOpenChange={setRevoking}
        title="Revoke this invitation?"
        description={`The link mailed to ${user.email} stops working, and ${fullName(user)} is removed from the list.`}
        confirmLabel="Revoke invitation"
        confirmingLabel="Revoking..."
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
