import { userMessageOf } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';
import { Button, ConfirmDialog, UserCheckIcon, UserXIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { fullName } from './user-labels.ts';
import { useSetUserStatus } from './users.api.ts';

const activation = {
  label: 'userStatusToggle.activate',
  progress: 'userStatusToggle.activating',
  question: 'userStatusToggle.activateQuestion',
  consequence: 'userStatusToggle.activateConsequence',
  failure: 'userStatusToggle.activateFailed',
  icon: <UserCheckIcon aria-hidden="true" />,
} as const;

const deactivation = {
  label: 'userStatusToggle.deactivate',
  progress: 'userStatusToggle.deactivating',
  question: 'userStatusToggle.deactivateQuestion',
  consequence: 'userStatusToggle.deactivateConsequence',
  failure: 'userStatusToggle.deactivateFailed',
  icon: <UserXIcon aria-hidden="true" />,
} as const;

export function UserStatusToggle({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const t = useMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useSetUserStatus();
  const texts = user.isActive ? deactivation : activation;

  const toggle = async () => {
    const { isActive, version } = await mutateAsync({ id: user.id, isActive: !user.isActive });
    // If someone else changed the user in between, keep the old version so that saving detects the conflict.
    onChanged({ ...user, isActive, version: version === user.version + 1 ? version : user.version });
  };

  return (
    <>
      <Button icon={texts.icon} style={{ marginRight: 'auto' }} onClick={() => setIsConfirming(true)}>
        {t(texts.label)}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t(texts.question)}
        description={t(texts.consequence, { name: fullName(user) })}
        confirmLabel={t(texts.label)}
        confirmingLabel={t(texts.progress)}
        dangerous={user.isActive}
        onConfirm={toggle}
        describeError={(error) => userMessageOf(error, t(texts.failure))}
      />
    </>
  );
}
