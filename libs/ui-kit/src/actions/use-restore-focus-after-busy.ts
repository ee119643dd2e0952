import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { focusMainContent, restoreFocusTo } from '../overlays/dialog-behaviour.ts';

const dialogSelector = '[role="dialog"], [role="alertdialog"]';

/**
 * Restores focus to a button that was disabled while its action was in progress: a disabled button loses focus. Focus
 * is not restored if the user has moved it elsewhere. If the focused button is removed from the page, the main content
 * is focused, except in a dialog, which manages focus itself.
 * @param busy the button is disabled because its action is in progress
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
      lostWhileBusy.current = activeElement === button.current;
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
