import { userMessageOf } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';
import { Button, ConfirmDialog, UserCheckIcon, UserXIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { fullName } from './user-labels.ts';
import { useSetUserStatus } from './users.api.ts';

const activationTexts = {
  label: 'Activate User',
  progress: 'Activating...',
  question: 'Activate this user?',
  consequence: 'will be able to sign in again.',
  failure: 'Failed to activate user',
  icon: <UserCheckIcon aria-hidden="true" />,
};

const deactivationTexts = {
  label: 'Deactivate User',
  progress: 'Deactivating...',
  question: 'Deactivate this user?',
  consequence: 'will be signed out everywhere and cannot sign in until reactivated.',
  failure: 'Failed to deactivate user',
  icon: <UserXIcon aria-hidden="true" />,
};

interface UserStatusToggleProps {
  user: User;
  onChanged: (user: User) => void;
}

/** The `Activate User` or `Deactivate User` button, with a confirmation. */
export function UserStatusToggle({ user, onChanged }: UserStatusToggleProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useSetUserStatus();
  const texts = user.isActive ? deactivationTexts : activationTexts;

  const toggle = async () => {
    const { isActive, version } = await mutateAsync({ id: user.id, isActive: !user.isActive });
    // If someone else changed the user in between, keep the old version so that saving detects the conflict.
    onChanged({ ...user, isActive, version: version === user.version + 1 ? version : user.version });
  };

  return (
    <>
      <Button icon={texts.icon} style={{ marginRight: 'auto' }} onClick={() => setIsConfirming(true)}>
        {texts.label}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={texts.question}
        description={`${fullName(user)} ${texts.consequence}`}
        confirmLabel={texts.label}
        confirmingLabel={texts.progress}
        dangerous={user.isActive}
        onConfirm={toggle}
        describeError={(error) => userMessageOf(error, texts.failure)}
      />
    </>
  );
}
