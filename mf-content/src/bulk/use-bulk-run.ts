import { dashboardStatsKey, isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { contentKeys } from '../content-keys.ts';
import { runMany } from './run-many.ts';

/** Calls under way at the same time: quick enough, and the services have others to serve. */
const limit = 4;

export interface BulkFailure<Item> {
  item: Item;
  message: string;
}

interface Progress<Item> {
  phase: 'asking' | 'running' | 'over';
  done: number;
  failures: readonly BulkFailure<Item>[];
  /** Not begun. */
  left: readonly Item[];
}

interface BulkRunOptions<Item> {
  items: readonly Item[];
  call: (item: Item) => Promise<unknown>;
  /** What is said about a failure the server said nothing about. */
  failure: string;
  /** Told of each that is done. */
  onDone: (item: Item) => void;
  /** All are done. */
  onComplete: () => void;
  /** It has come to its end out of sight: how many are done, and how many are not. */
  onEndUnseen: (done: number, undone: number) => void;
}

const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Does something with many items, can be stopped, and tries again what failed or was not begun. It goes on when the
 * view is left, and while it does, the browser asks before the page is closed.
 */
export function useBulkRun<Item>({
  items,
  call,
  failure,
  onDone,
  onComplete,
  onEndUnseen,
}: BulkRunOptions<Item>) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress<Item>>({
    phase: 'asking',
    done: 0,
    failures: [],
    left: items,
  });
  const [isStopping, setIsStopping] = useState(false);
  const current = useRef<AbortController | null>(null);
  const isSeen = useRef(true);
  useEffect(() => {
    isSeen.current = true;
    return () => {
      isSeen.current = false;
    };
  }, []);

  const start = async () => {
    const todo = [...progress.failures.map(({ item }) => item), ...progress.left];
    const controller = new AbortController();
    current.current = controller;
    let { done } = progress;
    let left = todo;
    const failures: BulkFailure<Item>[] = [];
    const show = (phase: Progress<Item>['phase']) =>
      setProgress({ phase, done, failures: [...failures], left });

    show('running');
    window.addEventListener('beforeunload', keepPage);
    await runMany({
      items: todo,
      limit,
      signal: controller.signal,
      run: async (item) => {
        left = left.filter((other) => other !== item);
        try {
          await call(item);
          done += 1;
          onDone(item);
        } catch (error) {
          failures.push({ item, message: userMessageOf(error, failure) });
          // Nobody is signed in: the others would fail as well.
          if (isSessionEndError(error)) controller.abort();
        }
        show('running');
      },
    });
    window.removeEventListener('beforeunload', keepPage);
    for (const queryKey of [...contentKeys, dashboardStatsKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    if (!isSeen.current) {
      onEndUnseen(done, items.length - done);
      return;
    }
    setIsStopping(false);
    show('over');
    if (failures.length === 0 && left.length === 0) onComplete();
  };

  return {
    ...progress,
    start: () => void start(),
    isStopping,
    stop: () => {
      current.current?.abort();
      setIsStopping(true);
    },
  };
}
