import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { focusOn, focusOnContent } from '../overlays/focus-return.ts';

/**
 * A button that is disabled loses the focus. One that was pressed, and is disabled while it works, has it back when the
 * work is done, unless the focus has gone elsewhere on purpose; where the button is gone by then, Tab goes on at the
 * content.
 * @param busy the button is disabled because of its own work
 * @param ref whoever else wants the element
 * @returns the ref of the button
 */
export function useKeptFocus(
  busy: boolean,
  ref: Ref<HTMLButtonElement> | undefined,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, []);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (busy) {
      hadFocus.current = activeElement === button.current;
      return;
    }
    // The page, or the dialog that the button stands in: nobody chose them.
    if (hadFocus.current && activeElement?.contains(button.current)) focusOn(button.current);
    hadFocus.current = false;
  }, [busy]);

  useLayoutEffect(
    () => () => {
      if (hadFocus.current) focusOnContent();
    },
    [],
  );

  return button;
}
