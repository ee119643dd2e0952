import { useEffect } from 'react';
import { useConsole } from './console-context.ts';

/**
 * Guards unsaved changes while `dirty`: leaving the view, going back and closing the page ask first.
 * @returns `confirmLeave`, to ask before a dialog of the view's own is closed: resolves to true when nothing is
 * unsaved or the person agrees to lose it
 */
export function useUnsavedChangesGuard(dirty: boolean): { confirmLeave: () => Promise<boolean> } {
  const { unsavedChanges } = useConsole('useUnsavedChangesGuard');
  useEffect(() => (dirty ? unsavedChanges.register() : undefined), [unsavedChanges, dirty]);
  return { confirmLeave: unsavedChanges.confirmLeave };
}
