/** Holds the current view's handler of the header button. */
export type HeaderActionStore = ReturnType<typeof createHeaderActionStore>;

/** Creates the store that connects the current view with the header. */
export function createHeaderActionStore() {
  const listeners = new Set<() => void>();
  let current: (() => void) | null = null;

  function change(next: typeof current): void {
    current = next;
    for (const listener of listeners) listener();
  }

  return {
    current: () => current,
    /** Sets the handler until the returned function is called. */
    set(handler: () => void) {
      change(handler);
      return () => {
        // The next view may already have set its own handler.
        if (current === handler) change(null);
      };
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
