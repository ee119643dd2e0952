import { useCallback, useEffect, useRef, useState } from 'react';
import { drawerBreakpoint } from './console-layout.ts';

/**
 * The sidebar as a drawer on narrow screens. Opening it makes the rest of the page `inert` and focuses the current
 * entry. Esc closes it. Closing it returns focus to the element that had it before.
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
