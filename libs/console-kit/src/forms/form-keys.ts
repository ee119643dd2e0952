import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The keys that save a form, as `aria-keyshortcuts`. `EditDialog` finds the button by it. */
export const saveKeys = 'Control+S Meta+S';

interface FormKeys {
  onSave: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

/** The keys of an open form: Ctrl+S or Cmd+S, Alt+Page Up and Alt+Page Down; not in a dialog above that of `fields`. */
export function useFormKeys(
  fields: RefObject<HTMLElement | null>,
  { onSave, onPrevious, onNext }: FormKeys,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event, { onSave, onPrevious, onNext });
    if (action === null) return;
    event.preventDefault();
    if (!event.repeat && !isInOtherDialog(event, fields.current)) action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function actionOf(event: KeyboardEvent, { onSave, onPrevious, onNext }: FormKeys): (() => void) | null {
  const { key, altKey, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 's') return onSave;
  if (!altKey || isCommand || shiftKey) return null;
  if (key === 'PageUp') return onPrevious;
  return key === 'PageDown' ? onNext : null;
}

/** Whether a key was pressed in another dialog than the form's own. */
export function isInOtherDialog({ target }: KeyboardEvent, fields: HTMLElement | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;
  return dialog !== null && !dialog.contains(fields);
}

/** Saves the form of these fields unless its `SaveButton` is missing or disabled. */
export function pressSaveButton(fields: HTMLElement | null, onSave: (() => void) | undefined): void {
  const dialog = fields?.closest('[role="dialog"]');
  const button = dialog?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${saveKeys}"]`);
  if (!button || button.disabled) return;
  if (onSave === undefined) button.click();
  else onSave();
}
