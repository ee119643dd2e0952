import { useCallback, useEffect, useRef, useState } from 'react';
import { drawerBreakpoint } from './console-layout.ts';

/**
 * The sidebar as a drawer on narrow screens. While it is open the rest of the page is `inert`, the focus starts on
 * the drawer's current entry, and Esc closes it. Closing gives the focus back to where it was.
 */
export function useDrawer() {
  const [isOpen, setOpen] = useState(false);
  const openedFrom = useRef<Element | null>(null);

  const open = useCallback(() => {
    openedFrom.current = document.activeElement;
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    if (!isOpen) return undefined;
    document.querySelector<HTMLElement>('#sidebar [aria-current="page"], #sidebar button')?.focus();

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    const wide = window.matchMedia(`(min-width: ${drawerBreakpoint})`);
    window.addEventListener('keydown', onKeyDown);
    wide.addEventListener('change', close);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      wide.removeEventListener('change', close);
      if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus();
    };
  }, [isOpen, close]);

  return { isOpen, open, close };
}
