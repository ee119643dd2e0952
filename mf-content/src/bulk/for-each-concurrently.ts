interface ForEachConcurrentlyOptions<Item> {
  items: readonly Item[];
  /** Processes one item. Must not reject: a rejection would fail the whole run. */
  run: (item: Item) => Promise<void>;
  /** Maximum number of items in progress at the same time. */
  concurrency: number;
  /** When it is aborted, no further item starts; items in progress finish. */
  signal: AbortSignal;
}

/** Starts `run` for each item in order, with limited concurrency. Resolves when no item is in progress. */
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
