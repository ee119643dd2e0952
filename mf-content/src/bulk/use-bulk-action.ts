import { dashboardStatsKey, isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { contentQueryKeys } from '../content-query-keys.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';

/** Calls under way at the same time: quick enough, and the services have others to serve. */
const maxConcurrency = 4;

export interface BulkFailure<Item> {
  item: Item;
  message: string;
}

interface BulkProgress<Item> {
  phase: 'asking' | 'running' | 'over';
  done: number;
  failures: readonly BulkFailure<Item>[];
  /** Not begun. */
  notStarted: readonly Item[];
}

interface BulkActionOptions<Item> {
  items: readonly Item[];
  call: (item: Item) => Promise<unknown>;
  /** What is said about a failure the server said nothing about. */
  failure: string;
  /** Told of each that is done. */
  onDone: (item: Item) => void;
  /** All are done. */
  onComplete: () => void;
  /** It has come to its end out of sight: how many are done, and how many are not. */
  onFinishAfterUnmount: (done: number, remaining: number) => void;
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Does something with many items, can be stopped, and tries again what failed or was not begun. It goes on when the
 * view is left, and while it does, the browser asks before the page is closed.
 */
export function useBulkAction<Item>({
  items,
  call,
  failure,
  onDone,
  onComplete,
  onFinishAfterUnmount,
}: BulkActionOptions<Item>) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress<Item>>({
    phase: 'asking',
    done: 0,
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
          done += 1;
          onDone(item);
        } catch (error) {
          failures.push({ item, message: userMessageOf(error, failure) });
          // Nobody is signed in: the others would fail as well.
          if (isSessionEndError(error)) controller.abort();
        }
        reportProgress('running');
      },
    });
    window.removeEventListener('beforeunload', preventUnload);
    for (const queryKey of [...contentQueryKeys, dashboardStatsKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    if (!isMounted.current) {
      onFinishAfterUnmount(done, items.length - done);
      return;
    }
    setIsStopping(false);
    reportProgress('over');
    if (failures.length === 0 && notStarted.length === 0) onComplete();
  };

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
