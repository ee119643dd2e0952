import { Button, Dialog, Stack } from '@khmer-learning/ui-kit';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useMessages } from '../messages/messages.ts';

interface FormDialogProps
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'description'>,
    Pick<ComponentProps<typeof Button>, 'disabled' | 'loadingLabel'> {
  action: string;
  /** The form is sent: it cannot be changed or closed. */
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog with a form and the buttons that send and cancel it. */
export function FormDialog({
  title,
  description,
  action,
  isPending,
  onSubmit,
  onClose,
  children,
  ...button
}: FormDialogProps) {
  const t = useMessages();
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      size="small"
      title={title}
      description={description}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button {...button} variant="primary" type="submit" form={id} loading={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React passes the event on to the form around the dialog.
          event.stopPropagation();
          onSubmit();
        }}
        inert={isPending}
      >
        <Stack gap={3}>{children}</Stack>
      </form>
    </Dialog>
  );
}
