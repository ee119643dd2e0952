import { isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';

/** Limits the load on the services while the action runs. */
const maxConcurrency = 4;

export interface BulkFailure<Item> {
  item: Item;
  /** Why it failed, in the language of the page. */
  reason: () => string;
}

export interface BulkProgress<Item> {
  phase: 'asking' | 'running' | 'over';
  done: readonly Item[];
  failures: readonly BulkFailure<Item>[];
  notStarted: readonly Item[];
  /** `stop` was called, and items in progress are not finished yet. */
  isStopping: boolean;
}

interface BulkRunOptions<Item> {
  items: readonly Item[];
  call: (item: Item) => Promise<unknown>;
  /** Message for a failure for which the server gave no message. */
  failure: () => string;
  onStart: () => void;
  /** Called for each item that succeeded. */
  onDone: (item: Item, finished: number) => void;
  /** Called when all items have succeeded or failed, or after `stop`. */
  onEnd: (progress: BulkProgress<Item>) => void;
}

/** A call for many items, which goes on whatever the page shows. */
export interface BulkRun<Item> {
  progress(): BulkProgress<Item>;
  /** Starts the calls; again, it retries the items that failed or were not started. */
  start(): void;
  stop(): void;
  subscribe(listener: () => void): () => void;
}

/** Creates a run that is not started. */
export function createBulkRun<Item>({
  items,
  call,
  failure,
  onStart,
  onDone,
  onEnd,
}: BulkRunOptions<Item>): BulkRun<Item> {
  const listeners = new Set<() => void>();
  let controller = new AbortController();
  let progress: BulkProgress<Item> = {
    phase: 'asking',
    done: [],
    failures: [],
    notStarted: items,
    isStopping: false,
  };
  const report = (change: Partial<BulkProgress<Item>>) => {
    progress = { ...progress, ...change };
    for (const listener of listeners) listener();
  };

  const runItem = async (item: Item) => {
    report({ notStarted: progress.notStarted.filter((other) => other !== item) });
    try {
      await call(item);
      report({ done: [...progress.done, item] });
    } catch (error) {
      report({
        failures: [...progress.failures, { item, reason: () => userMessageOf(error, failure()) }],
      });
      // The session has ended: the remaining calls would fail too.
      if (isSessionEndError(error)) controller.abort();
      return;
    }
    onDone(item, progress.done.length);
  };

  const start = async () => {
    const queue = [...progress.failures.map(({ item }) => item), ...progress.notStarted];
    controller = new AbortController();
    report({ phase: 'running', failures: [], notStarted: queue });
    onStart();
    await forEachConcurrently({
      items: queue,
      concurrency: maxConcurrency,
      signal: controller.signal,
      run: runItem,
    });
    report({ phase: 'over', isStopping: false });
    onEnd(progress);
  };

  return {
    progress: () => progress,
    start: () => void start(),
    stop: () => {
      controller.abort();
      report({ isStopping: true });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
async function forEachConcurrently<Item>({
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
