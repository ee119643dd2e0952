import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/**
 * How an open dialog takes part in the browser's history, given by whoever keeps that: told how to close the dialog when
 * it opens, returns what to call once it is closed. Null where nobody keeps one.
 */
export const CloseOnBackContext = createContext<((close: () => void) => () => void) | null>(null);

/** While `open`, the browser's Back calls `close` instead of leaving the page. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const closeOnBack = useContext(CloseOnBackContext);
  const closeNow = useEffectEvent(close);
  useEffect(
    () => (open && closeOnBack !== null ? closeOnBack(() => closeNow()) : undefined),
    [open, closeOnBack],
  );
}
