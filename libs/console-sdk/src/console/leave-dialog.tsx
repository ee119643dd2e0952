import { ConfirmDialog } from '@khmer-learning/ui-kit';
import { useSyncExternalStore } from 'react';
import type { LeaveGuards } from './leave-guards.ts';

/** Asks before unsaved changes are left. */
export function LeaveDialog({ guards }: { guards: LeaveGuards }) {
  const answer = useSyncExternalStore(guards.subscribe, guards.question);
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
