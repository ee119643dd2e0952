import { type RefObject, useEffect } from 'react';

/**
 * While `isActive`, Escape does not close the dialog around, which ignores prevented events, so that it can cancel, say, a drag.
 * @param within only while the focus is in this element; default: anywhere
 */
export function usePreventEscapeClose(isActive: boolean, within?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const preventEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (within === undefined || within.current?.contains(document.activeElement)) event.preventDefault();
    };
    // Captured on window, to run before the dialog's own listener.
    window.addEventListener('keydown', preventEscape, { capture: true });
    return () => window.removeEventListener('keydown', preventEscape, { capture: true });
  }, [isActive, within]);
}
