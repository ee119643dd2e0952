import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';

const dialogSelector = '[role="dialog"], [role="alertdialog"]';

/**
 * Restores focus to a button that lost it by being disabled while busy, unless the user has moved it. If the focused button is removed
 * from the page, the main content is focused, except in a dialog, which manages focus itself.
 * @param ref the caller's ref to the button
 * @returns the ref of the button
 */
export function useRestoreFocusAfterBusy(
  busy: boolean,
  ref: Ref<HTMLButtonElement> | undefined,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const lostWhileBusy = useRef(false);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, []);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (busy) {
      lostWhileBusy.current = findFocusOrigin() === button.current;
      return;
    }
    // An ancestor of the button, such as the body or a dialog, has focus: the user has not moved it elsewhere.
    if (lostWhileBusy.current && activeElement?.contains(button.current)) restoreFocusTo(button.current);
    lostWhileBusy.current = false;
  }, [busy]);

  useLayoutEffect(
    () => () => {
      const hadFocus = lostWhileBusy.current || document.activeElement === button.current;
      // Wait until the button is removed from the page.
      if (hadFocus && !button.current?.closest(dialogSelector)) queueMicrotask(focusMainContent);
    },
    [],
  );

  return button;
}

/* Remembers the last focused element: a button that is disabled while a dialog loads has lost focus when it opens. */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = triggerOf(target) ?? target;
});

/** The button of the menu that an element is in, which is gone when an item of it has been chosen. */
function triggerOf(element: Element): Element | null {
  const id = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : null;
}

/** The element that has focus, had it last, or has opened the menu that has it. */
function findFocusOrigin(): Element | null {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return lastFocused;
  return triggerOf(activeElement) ?? activeElement;
}

/**
 * Returns focus when a dialog closes: Radix returns it to the dialog's trigger, which ours do not have.
 * @returns `saveFocus`, for `onOpenAutoFocus`, and `restoreFocus`, for `onCloseAutoFocus`
 */
export function useFocusReturn() {
  const origin = useRef<Element | null>(null);
  return {
    saveFocus: () => {
      origin.current = findFocusOrigin();
    },
    restoreFocus: (event: Event) => {
      event.preventDefault();
      restoreFocusTo(origin.current);
    },
  };
}

/** Focuses the main content if no element has focus, so that Tab continues there. */
function focusMainContent(): void {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/** Focuses `origin`. If it is not in the page, or is removed later (a deleted row), the main content is focused. */
function restoreFocusTo(origin: Element | null): void {
  if (origin instanceof HTMLElement) origin.focus();
  focusMainContent();
  const observer = new MutationObserver(() => {
    if (document.activeElement === origin) return;
    observer.disconnect();
    if (!origin?.isConnected) focusMainContent();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
