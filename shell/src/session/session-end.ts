/** Whether the session has ended while the console is open. The API client reports it, the console asks to sign in again. */
export interface SessionEnd {
  hasEnded(): boolean;
  report(): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

export function createSessionEnd(): SessionEnd {
  const listeners = new Set<() => void>();
  let ended = false;

  function change(next: boolean): void {
    ended = next;
    for (const listener of listeners) listener();
  }

  return {
    hasEnded: () => ended,
    report: () => change(true),
    clear: () => change(false),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
