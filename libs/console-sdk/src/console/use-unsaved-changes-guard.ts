import { useEffect } from 'react';
import { useConsole } from './console-context.ts';

/**
 * Guards unsaved changes while `dirty` is true: leaving the view, going back and closing the page ask the user first.
 * @returns `confirmLeave`, for dialogs of the view itself. It resolves to true when there are no unsaved changes or the
 * user agrees to lose them.
 */
export function useUnsavedChangesGuard(dirty: boolean): { confirmLeave: () => Promise<boolean> } {
  const { unsavedChanges } = useConsole('useUnsavedChangesGuard');
  useEffect(() => (dirty ? unsavedChanges.register() : undefined), [unsavedChanges, dirty]);
  return { confirmLeave: unsavedChanges.confirmLeave };
}
