import { type ChangedEntity, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import { reviewLimits } from '@khmer-learning/contracts';
import { Callout, FormField, Text, TextArea } from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { isStaleVersionError } from '../comparing/stale-version-dialog.tsx';
import { FormDialog } from '../layout/form-dialog.tsx';
import { useMessages } from '../messages/messages.ts';

interface ReviewDialogProps {
  kind: { itemType: string; entity: ChangedEntity };
  title: string;
  description: string;
  label: string;
  /** The error without a message; by default it may be empty. */
  required?: string;
  action: string;
  done: string;
  send: (message: string) => Promise<unknown>;
  onSent: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the message of a review: of who asks for it, or of who asks for changes. */
export function ReviewDialog({
  kind,
  title,
  description,
  label,
  required,
  action,
  done,
  send,
  onSent,
  onClose,
  children,
}: ReviewDialogProps) {
  const t = useMessages();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const {
    mutate,
    isPending,
    error: failure,
  } = useApiMutation({
    call: send,
    successMessage: done,
    failureMessage: '',
    changes: [kind.entity],
    onSuccess: () => {
      onClose();
      onSent();
    },
    // The dialog shows the failure.
    onError: () => true,
  });
  const submit = () => {
    if (required !== undefined && text.trim() === '') setError(required);
    else mutate(text);
  };
  return (
    <FormDialog
      title={title}
      description={description}
      action={action}
      loadingLabel={t('reviewDialog.sending')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label={label} required={required !== undefined} error={error}>
        <TextArea
          rows={4}
          maxLength={reviewLimits.message}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
      </FormField>
      {children === undefined ? null : <Text size="small">{children}</Text>}
      {failure === null ? null : (
        <Callout tone="danger" announce title={t('reviewDialog.failedTitle')}>
          {isStaleVersionError(failure)
            ? t('scheduleDialog.stale', { itemType: kind.itemType })
            : userMessageOf(failure, t('error.unknown'))}
        </Callout>
      )}
    </FormDialog>
  );
}
