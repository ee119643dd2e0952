import { useEffect } from 'react';
import { useConsole } from './console-context.ts';

/**
 * Guards unsaved changes while `dirty`: leaving the view, going back and closing the page ask first.
 * @returns `confirmLeave`, to ask before a dialog of the view's own is closed: resolves to true when nothing is
 * unsaved or the person agrees to lose it
 */
export function useLeaveGuard(dirty: boolean): { confirmLeave: () => Promise<boolean> } {
  const { guards } = useConsole('useLeaveGuard');
  useEffect(() => (dirty ? guards.hold() : undefined), [guards, dirty]);
  return { confirmLeave: guards.confirm };
}
