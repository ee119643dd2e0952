import mongoose from 'mongoose';

/** What became of one item of a batch. */
export type Outcome<O> = { readonly value: O } | { readonly error: unknown };

export interface BatchOptions<I> {
  /** Most batches under way at the same time. */
  readonly atOnce: number;
  /** Most items in one batch. */
  readonly maxItems: number;
  /** Most weight in one batch; a single item may weigh more. */
  readonly maxWeight: number;
  readonly weigh: (item: I) => number;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly weight: number;
  readonly settle: (outcome: Outcome<O>) => void;
}

/**
 * Runs `work` on what arrived while earlier batches were under way. An item that finds room begins at once, so
 * nobody waits for company.
 *
 * When MongoDB refuses a batch as a whole, its items are tried one by one: none fails for another's fault. When it
 * is away, those that wait fail too: each would only find the same out, after another time-out.
 *
 * @param work answers with one outcome for each item, in order
 * @returns a function that adds an item and gives its outcome
 */
export function inBatches<I, O>(
  work: (items: readonly I[]) => Promise<readonly Outcome<O>[]>,
  options: BatchOptions<I>,
): (item: I) => Promise<O> {
  const queue: Waiting<I, O>[] = [];
  let running = 0;

  function nextBatch(): Waiting<I, O>[] {
    let weight = 0;
    let size = 0;
    for (const waiting of queue) {
      weight += waiting.weight;
      if (size === options.maxItems || (size > 0 && weight > options.maxWeight)) break;
      size += 1;
    }
    return queue.splice(0, size);
  }

  async function run(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await work(batch.map(({ item }) => item));
      batch.forEach(({ settle }, index) => {
        settle(outcomes[index] ?? { error: new Error('The batch has no outcome for this item') });
      });
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoServerError))
        for (const { settle } of [...batch, ...queue.splice(0)]) settle({ error });
      else if (batch.length > 1) for (const one of batch) await run([one]);
      else for (const { settle } of batch) settle({ error });
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
        weight: options.weigh(item),
        settle: (outcome) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error)),
      });
      if (running < options.atOnce) void runAll();
    });
}
