/** Who has unsaved changes, and how the person is asked whether to leave them. */
export interface UnsavedChangesGuard {
  /** Whether anything unsaved would be lost now. */
  hasUnsavedChanges(): boolean;
  /** Holds on to unsaved changes until the returned function is called. */
  register(): () => void;
  /** Resolves to true when nothing is unsaved or the person agrees to lose it, which nothing then holds any more. */
  confirmLeave(): Promise<boolean>;
  /** Nothing holds any more: the person has agreed to leave in another way. */
  discard(): void;
  /** The question on screen, if any: answer it with true to leave. */
  pendingConfirmation(): ((leave: boolean) => void) | null;
  subscribe(listener: () => void): () => void;
}

/** Creates the guards of one console. While anything is held, the browser asks before the page is closed. */
export function createUnsavedChangesGuard(): UnsavedChangesGuard {
  const listeners = new Set<() => void>();
  const registrations = new Set<symbol>();
  let pendingConfirmation: ((leave: boolean) => void) | null = null;

  function setPendingConfirmation(next: typeof pendingConfirmation): void {
    pendingConfirmation = next;
    for (const listener of listeners) listener();
  }

  function discard(): void {
    registrations.clear();
    window.removeEventListener('beforeunload', preventUnload);
  }

  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  return {
    hasUnsavedChanges: () => registrations.size > 0,
    register() {
      const registration = Symbol('unsaved changes');
      registrations.add(registration);
      window.addEventListener('beforeunload', preventUnload);
      return () => {
        registrations.delete(registration);
        if (registrations.size === 0) discard();
      };
    },
    confirmLeave() {
      if (registrations.size === 0) return Promise.resolve(true);
      // One question at a time: a second way out taken meanwhile replaces the first.
      pendingConfirmation?.(false);
      return new Promise((resolve) => {
        setPendingConfirmation((leave) => {
          if (leave) discard();
          setPendingConfirmation(null);
          resolve(leave);
        });
      });
    },
    discard,
    pendingConfirmation: () => pendingConfirmation,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
