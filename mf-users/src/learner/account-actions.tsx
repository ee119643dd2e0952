import { RowMenu } from '@khmer-learning/console-kit';
import { userMessageOf } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';
import { Button, DeleteDialog, Inline, KeyRoundIcon, UserCheckIcon } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { fullName } from '../users/user-labels.ts';
import { UserStatusToggle } from '../users/user-status-toggle.tsx';
import { useDeleteLearner, useSendPasswordLink } from './learners.api.ts';
import { useMessages } from './messages/messages.ts';

interface AccountActionsProps {
  user: User;
  onEdit: (() => void) | undefined;
  onDeleted: () => void;
}

/** What an admin can do with the account of a learner, with the actions that other remotes add. */
export function AccountActions({ user, onEdit, onDeleted }: AccountActionsProps) {
  const t = useMessages();
  const [isDeleting, setDeleting] = useState(false);
  const sendLink = useSendPasswordLink();
  const remove = useDeleteLearner();
  const name = fullName(user);
  return (
    <Inline gap={2}>
      <Button icon={<UserCheckIcon aria-hidden="true" />} onClick={onEdit}>
        {t('learner.details')}
      </Button>
      <Button
        icon={<KeyRoundIcon aria-hidden="true" />}
        loading={sendLink.isPending}
        loadingLabel={t('learner.sendingPassword')}
        onClick={() => sendLink.mutate(user)}
      >
        {t('learner.sendPassword')}
      </Button>
      <div>
        <UserStatusToggle user={user} onChanged={() => undefined} />
      </div>
      <RowMenu
        name={name}
        extensions={{ entity: 'user', item: { id: user.id, name } }}
        onDelete={() => setDeleting(true)}
        deleteLabel={t('learner.delete')}
      />
      <DeleteDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        itemType={t('learner.itemType')}
        itemName={name}
        consequence={t('learner.deleteConsequence')}
        onConfirm={async () => {
          await remove.mutateAsync(user.id);
          onDeleted();
        }}
        describeError={(error) => userMessageOf(error, t('learner.deleteFailed'))}
      />
    </Inline>
  );
}
