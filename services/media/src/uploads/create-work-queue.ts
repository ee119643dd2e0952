import { ApiError } from '@khmer-learning/service-kit';

/** Runs one piece of work when it is its turn. */
export interface WorkQueue {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Whether there is a free place, or work has started or ended within the last minute. */
  isMoving(): boolean;
}

/** No decoder takes as long for what the limits of uploads allow. */
const maxStandstillMs = 60_000;

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
  let movedAt = 0;
  const queue: (() => void)[] = [];
  const move = () => {
    movedAt = performance.now();
  };

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < maxRunning) running += 1;
    else if (queue.length < maxQueued) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new ApiError(503, busyMessage, { retryAfter: 5 });
    move();
    try {
      return await work();
    } finally {
      move();
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return Object.assign(run, {
    isMoving: () => running < maxRunning || performance.now() - movedAt < maxStandstillMs,
  });
}
