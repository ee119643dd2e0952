import { Dialog, type DialogProps } from '@khmer-learning/ui-kit';
import { useUnsavedChangesGuard } from '../console/use-unsaved-changes-guard.ts';
import { useInertWhileSaving } from './use-inert-while-saving.ts';

export interface EditDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange'> {
  /** The form has unsaved changes. */
  dirty: boolean;
  /** The form is being saved: until the response, the fields are inert and the dialog cannot be closed. */
  saving?: boolean;
  onClose: () => void;
}

/** A dialog with a form. While it is dirty, closing it, leaving the view or closing the page asks the user first. */
export function EditDialog({ dirty, saving = false, onClose, children, ...dialog }: EditDialogProps) {
  const { confirmLeave } = useUnsavedChangesGuard(dirty);
  const fields = useInertWhileSaving(saving);
  const close = async () => {
    if (!dirty || (await confirmLeave())) onClose();
  };
  return (
    <Dialog {...dialog} open onOpenChange={(open) => !open && !saving && void close()}>
      <div ref={fields} inert={saving}>
        {children}
      </div>
    </Dialog>
  );
}
