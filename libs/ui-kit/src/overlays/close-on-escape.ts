import type { KeyboardEvent } from 'react';

/**
 * Creates a key handler that closes a dialog on Esc, unless the event is already handled. Radix sends the key to the
 * layer opened last, which may be a toast: without this handler the first Esc would only close the toast.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Prevents the surrounding dialog from closing, too.
    event.preventDefault();
    close();
  };
}
