import mongoose from 'mongoose';

/** What became of one item of a batch. */
export type BatchItemResult<O> = { readonly value: O } | { readonly error: unknown };

/** How large batches get, and what becomes of those that fail. */
export interface BatcherOptions<I> {
  /** Most batches under way at the same time. */
  readonly concurrency: number;
  /** Most items in one batch. */
  readonly maxItems: number;
  /** Most weight in one batch, in whatever `of` counts; a single item may weigh more. Unlimited when absent. */
  readonly weight?: { readonly most: number; readonly of: (item: I) => number };
  /** Why an item is not to be done any more, once it is its turn: it fails with that. Undefined when it is. */
  readonly cancelReason?: (item: I) => unknown;
  /**
   * For work that is all or nothing. When MongoDB refuses a batch as a whole, its items are tried one by one: none
   * fails for another's fault. When it is away, those that wait fail too: each would only find the same out, after
   * another time-out.
   *
   * Without it a batch whose work throws fails, and the next one has its turn.
   */
  readonly retryIndividually?: boolean;
}

interface QueuedItem<I, O> {
  readonly item: I;
  readonly weight: number;
  readonly settle: (result: BatchItemResult<O>) => void;
}

/**
 * Runs `work` on what arrived while earlier batches were under way: many callers at once cost few round trips. An
 * item that finds room begins at once, so nobody waits for company.
 *
 * @param work answers with one outcome for each item, in order
 * @returns a function that adds an item and gives its outcome; it rejects with the item's error, or with what
 * `work` threw
 */
export function createBatcher<I, O>(
  work: (items: readonly I[]) => Promise<readonly BatchItemResult<O>[]>,
  options: BatcherOptions<I>,
): (item: I) => Promise<O> {
  const { concurrency, maxItems, retryIndividually = false } = options;
  const maxWeight = options.weight?.most ?? Number.POSITIVE_INFINITY;
  const queue: QueuedItem<I, O>[] = [];
  let running = 0;

  function cancelQueued(): void {
    for (const queued of queue.splice(0)) {
      const error = options.cancelReason?.(queued.item);
      if (error === undefined) queue.push(queued);
      else queued.settle({ error });
    }
  }

  function nextBatch(): QueuedItem<I, O>[] {
    if (options.cancelReason) cancelQueued();
    let weight = 0;
    let size = 0;
    for (const queued of queue) {
      weight += queued.weight;
      if (size === maxItems || (size > 0 && weight > maxWeight)) break;
      size += 1;
    }
    return queue.splice(0, size);
  }

  async function run(batch: readonly QueuedItem<I, O>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ settle }, index) => {
        settle(results[index] ?? { error: new Error('The batch has no outcome for this item') });
      });
    } catch (error) {
      const isServerError = error instanceof mongoose.mongo.MongoServerError;
      if (retryIndividually && isServerError && batch.length > 1) {
        for (const one of batch) await run([one]);
        return;
      }
      const others = retryIndividually && !isServerError ? queue.splice(0) : [];
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
        settle: (result) => ('value' in result ? resolve(result.value) : reject(result.error)),
      });
      if (running < concurrency) void runAll();
    });
}
