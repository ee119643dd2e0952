import { ApiError } from '@khmer-learning/service-kit';

/** Runs one piece of work when it is its turn. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue for work that takes much memory or processor time.
 *
 * @param options.maxRunning most pieces of work that run at the same time
 * @param options.maxQueued most that wait; one more is refused with ApiError 503 and `busyMessage`, without being started
 */
export function createWorkQueue({
  maxRunning,
  maxQueued,
  busyMessage,
}: {
  readonly maxRunning: number;
  readonly maxQueued: number;
  readonly busyMessage: string;
}): WorkQueue {
  let running = 0;
  const queue: (() => void)[] = [];

  return async (work) => {
    if (running < maxRunning) running += 1;
    else if (queue.length < maxQueued) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new ApiError(503, busyMessage, { retryAfter: 5 });
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
