import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import pLimit from 'p-limit';

/** Maximum concurrent background tasks: each uses one of the pool's twenty connections. */
const maxConcurrency = 2;
/** Less than a shutdown may take: work that is left waits for the pause. */
const maxRestMs = 5_000;
/** Traffic counts as ongoing for this long after the last request has ended. */
const idleAfterMs = 1_000;

/**
 * Runs work that no request waits for (handling events, republishing lost messages) at lower priority than requests.
 */
export interface BackgroundThrottle {
  /**
   * Runs a task, at most two at a time. During traffic it pauses afterwards, longer when the database is slow. The
   * caller gets the result immediately; the pause only delays the next task.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether there is or was recent traffic. */
  isThrottled(): boolean;
  requestStarted(): void;
  requestEnded(): void;
}

const throttles = new WeakMap<Connection, BackgroundThrottle>();

/** The throttle of a connection, shared by all callers in the process. */
export function backgroundThrottleOf(connection: Connection): BackgroundThrottle {
  const known = throttles.get(connection);
  if (known) return known;
  const throttle = createBackgroundThrottle();
  throttles.set(connection, throttle);
  return throttle;
}

function createBackgroundThrottle(): BackgroundThrottle {
  const limit = pLimit(maxConcurrency);
  let activeRequests = 0;
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  const isThrottled = () => activeRequests > 0 || performance.now() - lastRequestAt < idleAfterMs;

  /** During traffic, a task is followed by a pause of its duration: requests get half, also of a machine that is slow. */
  async function rest(workedMs: number): Promise<void> {
    if (isThrottled()) await delay(Math.min(maxRestMs, workedMs), undefined, { ref: false });
  }

  return {
    isThrottled,
    run: (work) =>
      new Promise((resolve, reject) => {
        void limit(async () => {
          const startedAt = performance.now();
          await work().then(resolve, reject);
          await rest(performance.now() - startedAt);
        });
      }),
    requestStarted() {
      activeRequests += 1;
    },
    requestEnded() {
      activeRequests -= 1;
      lastRequestAt = performance.now();
    },
  };
}
