import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Manages focus for fields that are `inert` while the form is saved, as changes made meanwhile would not be saved.
 * Afterwards focus moves to the first invalid field, or back to where it was.
 * @returns the ref of the element around the fields, which the caller makes `inert` while saving
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
    // The fields were inert when the response came, so the form could not focus an invalid field itself.
    const invalidField = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? lastFocused.current)?.focus();
    lastFocused.current = null;
  }, [saving]);

  return fields;
}
