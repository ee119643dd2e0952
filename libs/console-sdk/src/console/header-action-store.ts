/** Holds the current view's handler of the header button. */
export interface HeaderActionStore {
  /** The handler; null while the view has not set one. */
  current(): (() => void) | null;
  /** Sets the handler until the returned function is called. */
  set(handler: () => void): () => void;
  subscribe(listener: () => void): () => void;
}

/** Creates the store that connects the current view with the header. */
export function createHeaderActionStore(): HeaderActionStore {
  const listeners = new Set<() => void>();
  let current: (() => void) | null = null;

  function change(next: typeof current): void {
    current = next;
    for (const listener of listeners) listener();
  }

  return {
    current: () => current,
    set(handler) {
      change(handler);
      return () => {
        // The next view may already have set its own handler.
        if (current === handler) change(null);
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
