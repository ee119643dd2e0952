import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import pLimit from 'p-limit';

/** Maximum concurrent background tasks: each uses one of the pool's twenty connections. */
const maxConcurrency = 2;
/** Less than a shutdown may take: work that is left waits for the pause. */
const maxRestMs = 5_000;
/** Traffic counts as ongoing for this long after the last request has ended. */
const idleAfterMs = 1_000;

const throttles = new WeakMap<Connection, ReturnType<typeof createBackgroundThrottle>>();

/** The throttle of a connection, shared by all callers in the process. */
export function backgroundThrottleOf(connection: Connection) {
  const throttle = throttles.get(connection) ?? createBackgroundThrottle();
  throttles.set(connection, throttle);
  return throttle;
}

/** Runs work that no request waits for (handling events, republishing lost messages) at lower priority than requests. */
function createBackgroundThrottle() {
  const limit = pLimit(maxConcurrency);
  let activeRequests = 0;
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  const isThrottled = () => activeRequests > 0 || performance.now() - lastRequestAt < idleAfterMs;

  /** During traffic, a task is followed by a pause of its duration: requests get half, also of a machine that is slow. */
  async function rest(workedMs: number): Promise<void> {
    if (isThrottled()) await delay(Math.min(maxRestMs, workedMs), undefined, { ref: false });
  }

  return {
    /** Whether there is or was recent traffic. */
    isThrottled,
    /**
     * Runs a task, at most two at a time. During traffic it pauses afterwards, longer when the database is slow. The
     * caller gets the result immediately; the pause only delays the next task.
     */
    run: <T>(work: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        void limit(async () => {
          const startedAt = performance.now();
          await work().then(resolve, reject);
          await rest(performance.now() - startedAt);
        });
      }),
    requestStarted(): void {
      activeRequests += 1;
    },
    requestEnded(): void {
      activeRequests -= 1;
      lastRequestAt = performance.now();
    },
  };
}
