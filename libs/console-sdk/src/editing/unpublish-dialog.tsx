import { ConfirmDialog } from '@khmer-learning/ui-kit';

export interface UnpublishDialogProps {
  open: boolean;
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  /** The consequence for learners, as the end of a sentence. */
  consequence: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a published item is saved as a draft, which unpublishes it. */
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
