import { Button, Dialog } from '@khmer-learning/ui-kit';
import { type ComponentProps, type FormEvent, useId } from 'react';
import { useMessages } from './messages/messages.ts';

interface FormDialogProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'children'> {
  submitLabel: string;
  submittingLabel: string;
  isPending: boolean;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
}

export function FormDialog({
  submitLabel,
  submittingLabel,
  isPending,
  onSubmit,
  onClose,
  children,
  ...head
}: FormDialogProps) {
  const t = useMessages();
  const formId = useId();
  return (
    <Dialog
      {...head}
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isPending}
            loadingLabel={submittingLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
