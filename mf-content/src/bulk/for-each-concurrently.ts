interface ForEachConcurrentlyOptions<Item> {
  items: readonly Item[];
  /** Does one. Must not fail: what goes wrong with one is no matter of the others. */
  run: (item: Item) => Promise<void>;
  /** How many are under way at the same time. */
  concurrency: number;
  /** No more are begun once it is aborted; those under way are finished. */
  signal: AbortSignal;
}

/** Does the same with many, a few at a time, in their order. Fulfilled when none is under way any more. */
export async function forEachConcurrently<Item>({
  items,
  run,
  concurrency,
  signal,
}: ForEachConcurrentlyOptions<Item>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      await run(item);
      if (signal.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
