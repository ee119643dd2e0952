/** Who has unsaved changes, and how the person is asked whether to leave them. */
export interface LeaveGuards {
  /** Whether anything unsaved would be lost now. */
  isDirty(): boolean;
  /** Holds on to unsaved changes until the returned function is called. */
  hold(): () => void;
  /** Resolves to true when nothing is unsaved or the person agrees to lose it, which nothing then holds any more. */
  confirm(): Promise<boolean>;
  /** Nothing holds any more: the person has agreed to leave in another way. */
  release(): void;
  /** The question on screen, if any: answer it with true to leave. */
  question(): ((leave: boolean) => void) | null;
  subscribe(listener: () => void): () => void;
}

/** Creates the guards of one console. While anything is held, the browser asks before the page is closed. */
export function createLeaveGuards(): LeaveGuards {
  const listeners = new Set<() => void>();
  const holders = new Set<symbol>();
  let question: ((leave: boolean) => void) | null = null;

  function ask(next: typeof question): void {
    question = next;
    for (const listener of listeners) listener();
  }

  function release(): void {
    holders.clear();
    window.removeEventListener('beforeunload', keepPage);
  }

  const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();

  return {
    isDirty: () => holders.size > 0,
    hold() {
      const holder = Symbol('unsaved changes');
      holders.add(holder);
      window.addEventListener('beforeunload', keepPage);
      return () => {
        holders.delete(holder);
        if (holders.size === 0) release();
      };
    },
    confirm() {
      if (holders.size === 0) return Promise.resolve(true);
      // One question at a time: a second way out taken meanwhile replaces the first.
      question?.(false);
      return new Promise((resolve) => {
        ask((leave) => {
          if (leave) release();
          ask(null);
          resolve(leave);
        });
      });
    },
    release,
    question: () => question,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
