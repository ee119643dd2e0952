import type { KeyboardEvent } from 'react';

/**
 * Closes a dialog on an Esc that nobody else has used. Radix gives the key to what was opened last, and that may be a
 * toast: without this the first Esc would close the toast alone.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // The dialog around this one is not meant.
    event.preventDefault();
    close();
  };
}
