import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Elements for which a letter is text, or moves within a list: the page's shortcuts leave it to them. */
const takesLetters =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="combobox"], [role="menu"], [role="listbox"]';

/**
 * Calls a handler when its key is pressed anywhere on the page, without Ctrl, Alt or Meta. Ignored while the user types or is in a
 * menu, and while `element`, on which the keys act, is missing or behind a modal dialog.
 * @param shortcuts the handlers by `KeyboardEvent.key`. One that returns false leaves the key to the browser. A key that is
 *   held down calls its handler again and again, with `event.repeat`
 */
export function useShortcuts(
  element: RefObject<HTMLElement | null>,
  shortcuts: Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>,
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, altKey, metaKey } = event;
    const shortcut = shortcuts[key];
    if (shortcut === undefined || defaultPrevented || ctrlKey || altKey || metaKey) return;
    if (target instanceof Element && target.closest(takesLetters) !== null) return;
    if (element.current === null || element.current.closest('[aria-hidden="true"], [inert]') !== null) return;
    if (shortcut(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
