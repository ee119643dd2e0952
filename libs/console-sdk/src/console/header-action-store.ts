/** The button in the header: what the current view does with it, if it has said so yet. */
export interface HeaderActionStore {
  current(): (() => void) | null;
  /** Sets the handler until the returned function is called. */
  set(handler: () => void): () => void;
  subscribe(listener: () => void): () => void;
}

/** Creates the link between a view and the header above it. */
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
        // The next view may have set its own already.
        if (current === handler) change(null);
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
