import { ConfirmDialog } from '@khmer-learning/ui-kit';
import { useSyncExternalStore } from 'react';
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';

/** Asks the user before unsaved changes are lost. */
export function UnsavedChangesDialog({ unsavedChanges }: { unsavedChanges: UnsavedChangesGuard }) {
  const answer = useSyncExternalStore(unsavedChanges.subscribe, unsavedChanges.pendingConfirmation);
  if (answer === null) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title="Leave without saving?"
      description="Your changes have not been saved."
      confirmLabel="Leave"
      cancelLabel="Stay"
      dangerous
      onConfirm={() => answer(true)}
    />
  );
}
