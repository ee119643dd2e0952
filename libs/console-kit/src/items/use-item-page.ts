import { useEffect, useEffectEvent, useState } from 'react';

/** For the page of an item over a list that stays rendered: begins at the top, and returns to the place and row it came from. */
export function useReturnToList(): void {
  const [from] = useState(() => ({
    focused: document.activeElement,
    top: document.scrollingElement?.scrollTop ?? 0,
  }));
  useEffect(() => {
    if (document.scrollingElement) document.scrollingElement.scrollTop = 0;
    return () => {
      // Another view has been opened.
      if (!(from.focused instanceof HTMLElement) || !from.focused.isConnected) return;
      from.focused.focus({ preventScroll: true });
      if (document.scrollingElement) document.scrollingElement.scrollTop = from.top;
    };
  }, [from]);
}

/** Closes the page of an item on Escape, unless something above it, such as a dialog or a field, takes the key. */
export function useCloseOnEscape(close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      const isBelow = document.querySelector(
        '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="tooltip"]',
      );
      if (key === 'Escape' && !defaultPrevented && isBelow === null) closeNow();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
