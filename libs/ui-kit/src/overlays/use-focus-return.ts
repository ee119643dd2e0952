import { useRef } from 'react';

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
