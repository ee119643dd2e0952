import { Dialog, type DialogProps } from '@khmer-learning/ui-kit';
import { useUnsavedChangesGuard } from '../console/use-unsaved-changes-guard.ts';
import { useInertWhileSaving } from './use-inert-while-saving.ts';

export interface EditDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange'> {
  /** Something would be lost by closing now. */
  dirty: boolean;
  /** It is on its way to the server: until the answer nothing can be changed, nor the dialog closed. */
  saving?: boolean;
  onClose: () => void;
}

/** A dialog with a form in it: closing it, leaving the view and closing the page ask while it is dirty. */
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
