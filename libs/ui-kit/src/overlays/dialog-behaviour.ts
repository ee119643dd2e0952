import { createContext, type KeyboardEvent, useContext, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Registers an open dialog with the owner of the page's history, such as `ConsoleProvider`. The function takes a
 * callback that closes the dialog, and returns one to call once it is closed. Null when nothing owns the history.
 */
export const CloseOnBackContext = createContext<((close: () => void) => () => void) | null>(null);

/** While `open` is true, the browser's Back calls `close` instead of navigating. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const closeOnBack = useContext(CloseOnBackContext);
  const closeNow = useEffectEvent(close);
  useEffect(
    () => (open && closeOnBack !== null ? closeOnBack(() => closeNow()) : undefined),
    [open, closeOnBack],
  );
}

/**
 * Creates a key handler that closes a dialog on Esc, unless the event is already handled. Radix sends the key to the
 * layer opened last, which may be a toast: without this handler the first Esc would only close the toast.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Prevents the surrounding dialog from closing, too.
    event.preventDefault();
    close();
  };
}

/* Remembers the last focused element: a button that is disabled while a dialog loads has lost focus when it opens. */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target;
});

/** Focuses the main content if no element has focus, so that Tab continues there. */
export function focusMainContent(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/** Focuses `origin`. If it is not in the page, or is removed later (a deleted row), the main content is focused. */
export function restoreFocusTo(origin: Element | null): void {
  if (origin instanceof HTMLElement) origin.focus();
  focusMainContent();
  const observer = new MutationObserver(() => {
    if (document.activeElement === origin) return;
    observer.disconnect();
    if (!origin?.isConnected) focusMainContent();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * Returns focus when a dialog closes. Radix returns it to the dialog's trigger, but our dialogs are opened through
 * `open` and have no trigger.
 * @returns `saveFocus`, for `onOpenAutoFocus`, and `restoreFocus`, for `onCloseAutoFocus`
 */
export function useFocusReturn() {
  const origin = useRef<Element | null>(null);
  return {
    saveFocus: () => {
      const { activeElement, body } = document;
      origin.current = activeElement === body ? lastFocused : activeElement;
    },
    restoreFocus: (event: Event) => {
      event.preventDefault();
      restoreFocusTo(origin.current);
    },
  };
}
