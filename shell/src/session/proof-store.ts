/** A question that calls wait for: whether it is still the page's user, or whether a second factor is set up now. */
export type ProofStore = ReturnType<typeof createProofStore>;

export function createProofStore() {
  const listeners = new Set<() => void>();
  let waiting: ((isProved: boolean) => void)[] = [];
  const announce = () => {
    for (const listener of listeners) listener();
  };
  return {
    isAsked: (): boolean => waiting.length > 0,
    /** Asks. All calls that wait get the one answer. @returns whether the user has proved it */
    ask: (): Promise<boolean> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        announce();
      }),
    answer(isProved: boolean): void {
      const answered = waiting;
      waiting = [];
      for (const resolve of answered) resolve(isProved);
      announce();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
