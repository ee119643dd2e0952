import { isSessionEndError, useAnnounceChanges, userMessageOf } from '@khmer-learning/console-sdk';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { contentEntities } from '../content-query-keys.ts';

/** Limits the load on the services while the action runs. */
const maxConcurrency = 4;

export interface BulkFailure<Item> {
  item: Item;
  message: string;
}

interface BulkProgress<Item> {
  phase: 'asking' | 'running' | 'over';
  done: readonly Item[];
  failures: readonly BulkFailure<Item>[];
  notStarted: readonly Item[];
}

interface BulkActionOptions<Item> {
  items: readonly Item[];
  call: (item: Item) => Promise<unknown>;
  /** Message for a failure for which the server gave no message. */
  failure: string;
  /** Called for each item that succeeded. */
  onDone: (item: Item) => void;
  /** Called when all items succeeded. */
  onComplete: () => void;
  /** Called instead of `onComplete` when the run ends after the component was unmounted. */
  onFinishAfterUnmount: (done: number, remaining: number) => void;
  /** Starts at once, without a question. */
  startsAtOnce: boolean;
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Runs a call for many items. The run can be stopped; starting it again retries the items that failed or were not
 * started. It continues after the view is left, and the browser asks before the page is closed during a run.
 */
export function useBulkAction<Item>({
  items,
  call,
  failure,
  onDone,
  onComplete,
  onFinishAfterUnmount,
  startsAtOnce,
}: BulkActionOptions<Item>) {
  const announceChanges = useAnnounceChanges();
  const [progress, setProgress] = useState<BulkProgress<Item>>({
    phase: startsAtOnce ? 'running' : 'asking',
    done: [],
    failures: [],
    notStarted: items,
  });
  const [isStopping, setIsStopping] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const start = async () => {
    const queue = [...progress.failures.map(({ item }) => item), ...progress.notStarted];
    const controller = new AbortController();
    controllerRef.current = controller;
    let { done } = progress;
    let notStarted = queue;
    const failures: BulkFailure<Item>[] = [];
    const reportProgress = (phase: BulkProgress<Item>['phase']) =>
      setProgress({ phase, done, failures: [...failures], notStarted });

    reportProgress('running');
    window.addEventListener('beforeunload', preventUnload);
    await forEachConcurrently({
      items: queue,
      concurrency: maxConcurrency,
      signal: controller.signal,
      run: async (item) => {
        notStarted = notStarted.filter((other) => other !== item);
        try {
          await call(item);
          done = [...done, item];
          onDone(item);
        } catch (error) {
          failures.push({ item, message: userMessageOf(error, failure) });
          // The session has ended: the remaining calls would fail too.
          if (isSessionEndError(error)) controller.abort();
        }
        reportProgress('running');
      },
    });
    window.removeEventListener('beforeunload', preventUnload);
    announceChanges(contentEntities);
    if (!isMounted.current) {
      onFinishAfterUnmount(done.length, items.length - done.length);
      return;
    }
    setIsStopping(false);
    reportProgress('over');
    if (failures.length === 0 && notStarted.length === 0) onComplete();
  };

  const startOnMount = useEffectEvent(() => {
    // React runs effects twice in development.
    if (startsAtOnce && controllerRef.current === null) void start();
  });
  useEffect(() => startOnMount(), []);

  return {
    ...progress,
    start: () => void start(),
    isStopping,
    stop: () => {
      controllerRef.current?.abort();
      setIsStopping(true);
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
