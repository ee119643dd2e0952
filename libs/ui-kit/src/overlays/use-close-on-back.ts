import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/**
 * Registers an open dialog with the owner of the page's history, such as `ConsoleProvider`. The function takes a
 * callback that closes the dialog, and returns one to call once it is closed. Null when nothing owns the history.
 */
export const CloseOnBackContext = createContext<((close: () => void) => () => void) | null>(null);

/** While `open` is true, the browser's Back calls `close` instead of navigating. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const closeOnBack = useContext(CloseOnBackContext);
  const closeNow = useEffectEvent(close);
  useEffect(
    () => (open && closeOnBack !== null ? closeOnBack(() => closeNow()) : undefined),
    [open, closeOnBack],
  );
}
