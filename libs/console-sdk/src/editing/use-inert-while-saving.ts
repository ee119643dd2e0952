import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Holds a form's fields still while it is saved: what would be typed meanwhile is not what is saved. Where saving fails,
 * the focus goes to the first field that is wrong, or back to where it was.
 * @returns the ref of the element around the fields, which is to be `inert` while it is saved
 */
export function useInertWhileSaving(saving: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (saving) {
      const hadFocus = activeElement instanceof HTMLElement && fields.current?.contains(activeElement);
      lastFocused.current = hadFocus ? activeElement : null;
      return;
    }
    // Nothing in it could take the focus when the answer came.
    const invalidField = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? lastFocused.current)?.focus();
    lastFocused.current = null;
  }, [saving]);

  return fields;
}
