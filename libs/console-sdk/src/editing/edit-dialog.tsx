import { Dialog, type DialogProps } from '@khmer-learning/ui-kit';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useUnsavedChangesGuard } from '../console/console-context.ts';

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

/**
 * Manages focus for fields that are `inert` while the form is saved, as changes made meanwhile would not be saved.
 * Afterwards focus moves to the first invalid field, or back to where it was.
 * @returns the ref of the element around the fields, which the caller makes `inert` while saving
 */
function useInertWhileSaving(saving: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (saving) {
      const hadFocus = activeElement instanceof HTMLElement && fields.current?.contains(activeElement);
      lastFocused.current = hadFocus ? activeElement : null;
      return;
    }
    // The fields were inert when the response came, so the form could not focus an invalid field itself.
    const invalidField = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? lastFocused.current)?.focus();
    lastFocused.current = null;
  }, [saving]);

  return fields;
}
