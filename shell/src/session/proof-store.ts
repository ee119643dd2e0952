/** A question that calls wait for: whether it is still the page's user, or whether a second factor is set up now. */
export interface ProofStore {
  isAsked(): boolean;
  /** Asks. All calls that wait get the one answer. @returns whether the user has proved it */
  ask(): Promise<boolean>;
  answer(isProved: boolean): void;
  subscribe(listener: () => void): () => void;
}

/** Creates the store of one page. */
export function createProofStore(): ProofStore {
  const listeners = new Set<() => void>();
  let waiting: ((isProved: boolean) => void)[] = [];
  const announce = () => {
    for (const listener of listeners) listener();
  };
  return {
    isAsked: () => waiting.length > 0,
    ask: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        announce();
      }),
    answer(isProved) {
      const answered = waiting;
      waiting = [];
      for (const resolve of answered) resolve(isProved);
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
