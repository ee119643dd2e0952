import { userMessageOf } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';
import { Button, ConfirmDialog, UserCheckIcon, UserXIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { fullName } from './user-words.ts';
import { useSetStatus } from './users.api.ts';

const activating = {
  label: 'Activate User',
  progress: 'Activating...',
  question: 'Activate this user?',
  consequence: 'can sign in again.',
  failure: 'Failed to activate user',
  icon: <UserCheckIcon aria-hidden="true" />,
};

const deactivating = {
  label: 'Deactivate User',
  progress: 'Deactivating...',
  question: 'Deactivate this user?',
  consequence: 'is signed out everywhere and cannot sign in until activated again.',
  failure: 'Failed to deactivate user',
  icon: <UserXIcon aria-hidden="true" />,
};

interface UserStatusProps {
  user: User;
  onChanged: (user: User) => void;
}

/** `Activate User` or `Deactivate User`, done after a question. */
export function UserStatus({ user, onChanged }: UserStatusProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useSetStatus();
  const words = user.isActive ? deactivating : activating;

  const toggle = async () => {
    const { isActive, version } = await mutateAsync({ id: user.id, isActive: !user.isActive });
    // A change between that is not ours keeps the version, so that saving the form still meets it.
    onChanged({ ...user, isActive, version: version === user.version + 1 ? version : user.version });
  };

  return (
    <>
      <Button icon={words.icon} style={{ marginRight: 'auto' }} onClick={() => setAsking(true)}>
        {words.label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.question}
        description={`${fullName(user)} ${words.consequence}`}
        confirmLabel={words.label}
        confirmingLabel={words.progress}
        dangerous={user.isActive}
        onConfirm={toggle}
        describeError={(error) => userMessageOf(error, words.failure)}
      />
    </>
  );
}
