import { useEffect } from 'react';

/**
 * While something smaller is going on, Escape ends that and not the dialog it goes on in: the dialog leaves a key
 * alone that is taken already.
 */
export function usePreventEscapeClose(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const preventEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault();
    };
    // Before the dialog hears of it.
    window.addEventListener('keydown', preventEscape, { capture: true });
    return () => window.removeEventListener('keydown', preventEscape, { capture: true });
  }, [isActive]);
}
