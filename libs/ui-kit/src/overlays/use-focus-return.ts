import { useRef } from 'react';

/* A button that is disabled while it fetches what it opens has lost the focus by the time it is open. */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target;
});

/** Where nothing has the focus, the content of the page takes it: Tab goes on there. */
export function focusMainContent(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/** The focus goes where it was. Where that is gone, or goes with a row that was deleted, Tab goes on at the content. */
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
 * Radix gives the focus back to the dialog's trigger, which ours do not have: whoever opens one sets `open`.
 * @returns `remember`, for `onOpenAutoFocus`, and `restoreFocus`, for `onCloseAutoFocus`
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
