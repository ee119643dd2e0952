import mongoose from 'mongoose';

/** What became of one item of a batch. */
export type Outcome<O> = { readonly value: O } | { readonly error: unknown };

/** How large batches get, and what becomes of those that fail. */
export interface BatchOptions<I> {
  /** Most batches under way at the same time. */
  readonly atOnce: number;
  /** Most items in one batch. */
  readonly maxItems: number;
  /** Most weight in one batch, in whatever `of` counts; a single item may weigh more. Unlimited when absent. */
  readonly weight?: { readonly most: number; readonly of: (item: I) => number };
  /** Why an item is not to be done any more, once it is its turn: it fails with that. Undefined when it is. */
  readonly refusal?: (item: I) => unknown;
  /**
   * For work that is all or nothing. When MongoDB refuses a batch as a whole, its items are tried one by one: none
   * fails for another's fault. When it is away, those that wait fail too: each would only find the same out, after
   * another time-out.
   *
   * Without it a batch whose work throws fails, and the next one has its turn.
   */
  readonly retryAlone?: boolean;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly weight: number;
  readonly settle: (outcome: Outcome<O>) => void;
}

/**
 * Runs `work` on what arrived while earlier batches were under way: many callers at once cost few round trips. An
 * item that finds room begins at once, so nobody waits for company.
 *
 * @param work answers with one outcome for each item, in order
 * @returns a function that adds an item and gives its outcome; it rejects with the item's error, or with what
 * `work` threw
 */
export function inBatches<I, O>(
  work: (items: readonly I[]) => Promise<readonly Outcome<O>[]>,
  options: BatchOptions<I>,
): (item: I) => Promise<O> {
  const { atOnce, maxItems, retryAlone = false } = options;
  const maxWeight = options.weight?.most ?? Number.POSITIVE_INFINITY;
  const queue: Waiting<I, O>[] = [];
  let running = 0;

  function refuse(): void {
    for (const waiting of queue.splice(0)) {
      const error = options.refusal?.(waiting.item);
      if (error === undefined) queue.push(waiting);
      else waiting.settle({ error });
    }
  }

  function nextBatch(): Waiting<I, O>[] {
    if (options.refusal) refuse();
    let weight = 0;
    let size = 0;
    for (const waiting of queue) {
      weight += waiting.weight;
      if (size === maxItems || (size > 0 && weight > maxWeight)) break;
      size += 1;
    }
    return queue.splice(0, size);
  }

  async function run(batch: readonly Waiting<I, O>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const outcomes = await work(batch.map(({ item }) => item));
      batch.forEach(({ settle }, index) => {
        settle(outcomes[index] ?? { error: new Error('The batch has no outcome for this item') });
      });
    } catch (error) {
      const isRefused = error instanceof mongoose.mongo.MongoServerError;
      if (retryAlone && isRefused && batch.length > 1) {
        for (const one of batch) await run([one]);
        return;
      }
      const others = retryAlone && !isRefused ? queue.splice(0) : [];
      for (const { settle } of [...batch, ...others]) settle({ error });
    }
  }

  async function runAll(): Promise<void> {
    running += 1;
    while (queue.length > 0) await run(nextBatch());
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({
        item,
        weight: options.weight?.of(item) ?? 0,
        settle: (outcome) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error)),
      });
      if (running < atOnce) void runAll();
    });
}
