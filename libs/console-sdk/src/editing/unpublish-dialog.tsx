import { ConfirmDialog } from '@khmer-learning/ui-kit';

export interface UnpublishDialogProps {
  open: boolean;
  /** As it stands in a sentence: `main lesson`. */
  itemType: string;
  /** What learners lose. */
  consequence: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Saving something published as a draft takes it away from learners: said before it is done. */
export function UnpublishDialog({ open, itemType, consequence, onCancel, onConfirm }: UnpublishDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={`Unpublish this ${itemType}?`}
      description={`This ${itemType} is published. Saving it as a draft unpublishes it: ${consequence}`}
      confirmLabel="Unpublish and save"
      cancelLabel="Keep published"
      dangerous
      onConfirm={onConfirm}
    />
  );
}
