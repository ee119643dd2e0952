/** What became of one item. */
export type Outcome<O> = { readonly value: O } | { readonly error: unknown };

interface Waiting<I, O> {
  readonly item: I;
  readonly settle: (outcome: Outcome<O>) => void;
}

/**
 * Runs `work` on all items that arrived while it was busy with earlier ones: many callers at once cost few
 * round trips. The first begins at once.
 *
 * @param work answers with one outcome for each item, in order; when it throws, all items fail
 * @param most items in one run
 * @returns a function that adds an item and gives its outcome
 */
export function together<I, O>(
  work: (items: readonly I[]) => Promise<readonly Outcome<O>[]>,
  most: number,
): (item: I) => Promise<O> {
  const queue: Waiting<I, O>[] = [];
  let running = false;

  async function run(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await work(batch.map(({ item }) => item));
      batch.forEach(({ settle }, index) => {
        settle(outcomes[index] ?? { error: new Error('The run has no outcome for this item') });
      });
    } catch (error) {
      for (const { settle } of batch) settle({ error });
    }
  }

  async function runAll(): Promise<void> {
    running = true;
    while (queue.length > 0) await run(queue.splice(0, most));
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({
        item,
        settle: (outcome) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error)),
      });
      if (!running) void runAll();
    });
}
