import mongoose from 'mongoose';

/** The result of one item of a batch. */
export type BatchItemResult<O> = { readonly value: O } | { readonly error: unknown };

/** Limits of a batch, and how failures are handled. */
export interface BatcherOptions<I> {
  /** Maximum number of concurrent batches. */
  readonly concurrency: number;
  /** Maximum number of items in one batch. */
  readonly maxItems: number;
  /** Maximum weight of one batch, as measured by `of`; a single item may weigh more. Unlimited when absent. */
  readonly weight?: { readonly most: number; readonly of: (item: I) => number };
  /** Called when an item is due; the returned error rejects the item. Undefined: the item is processed. */
  readonly cancelReason?: (item: I) => unknown;
  /**
   * For all-or-nothing work. When MongoDB rejects a batch, its items are retried one by one, so that no item fails
   * because of another. When MongoDB is unavailable, queued items fail too, without waiting for their own time-outs.
   *
   * Without it, a batch whose work throws fails, and the next batch runs.
   */
  readonly retryIndividually?: boolean;
}

interface QueuedItem<I, O> {
  readonly item: I;
  readonly weight: number;
  readonly settle: (result: BatchItemResult<O>) => void;
}

/**
 * Collects the items that arrive while earlier batches run and processes them together, which saves round trips. An
 * item that arrives while there is capacity starts immediately.
 *
 * @param work returns one result per item, in order
 * @returns a function that adds an item and resolves with its value; it rejects with the item's error, or with the
 * error that `work` threw
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
        settle(results[index] ?? { error: new Error('The batch returned no result for this item') });
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
