/** Tracks unsaved changes and asks the user before they are lost. */
export type UnsavedChangesGuard = ReturnType<typeof createUnsavedChangesGuard>;

/** Creates the guard of one console. While changes are registered, the browser asks before the page is closed. */
export function createUnsavedChangesGuard() {
  const listeners = new Set<() => void>();
  /** Whether each of the unsaved changes is kept. */
  const registrations = new Map<symbol, boolean>();
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
    /** Whether this browser keeps all unsaved changes, so that nothing is lost. */
    keepsChanges: () => [...registrations.values()].every(Boolean),
    /** Registers unsaved changes until the returned function is called. @param isKept this browser keeps them and offers them again */
    register(isKept = false) {
      const registration = Symbol('unsaved changes');
      registrations.set(registration, isKept);
      window.addEventListener('beforeunload', preventUnload);
      return () => {
        registrations.delete(registration);
        if (registrations.size === 0) discard();
      };
    },
    /** Resolves to true when there are no unsaved changes, or when the user agrees to lose them; they are then unregistered. */
    confirmLeave(): Promise<boolean> {
      if (registrations.size === 0) return Promise.resolve(true);
      // One question at a time: a second attempt to leave cancels the first.
      pendingConfirmation?.(false);
      return new Promise((resolve) => {
        setPendingConfirmation((leave) => {
          if (leave) discard();
          setPendingConfirmation(null);
          resolve(leave);
        });
      });
    },
    /** Unregisters all unsaved changes without asking: the user has already agreed. */
    discard,
    /** The callback of the open question; null without one. Call it with true to leave, with false to stay. */
    pendingConfirmation: () => pendingConfirmation,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
