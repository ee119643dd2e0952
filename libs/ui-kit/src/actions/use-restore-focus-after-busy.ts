import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { focusMainContent, restoreFocusTo } from '../overlays/use-focus-return.ts';

const dialogSelector = '[role="dialog"], [role="alertdialog"]';

/**
 * A button that is disabled loses the focus. One that was pressed, and is disabled while it works, has it back when the
 * work is done, unless the focus has gone elsewhere on purpose. Where the button goes together with the focus, Tab goes
 * on at the content; a dialog looks after its own.
 * @param busy the button is disabled because of its own work
 * @param ref whoever else wants the element
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
    // The page, or the dialog that the button stands in: nobody chose them.
    if (lostWhileBusy.current && activeElement?.contains(button.current)) restoreFocusTo(button.current);
    lostWhileBusy.current = false;
  }, [busy]);

  useLayoutEffect(
    () => () => {
      const hadFocus = lostWhileBusy.current || document.activeElement === button.current;
      // Once the button is out of the page.
      if (hadFocus && !button.current?.closest(dialogSelector)) queueMicrotask(focusMainContent);
    },
    [],
  );

  return button;
}
