import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';

/** Pieces of background work at the same time: each takes a connection of the pool's twenty. */
const maxConcurrency = 2;
/** While there are calls, background work rests as long as it has worked. */
const restRatio = 1;
const maxRestMs = 1_000;
/** Calls count as under way for so long after the last one has ended. */
const idleAfterMs = 1_000;

/** Work that no call waits for: reading events, publishing again what a stream has lost. It yields to calls. */
export interface BackgroundThrottle {
  /**
   * Runs a piece of work, at most two at a time, and rests after it while there are calls: the slower the database,
   * the longer. The caller gets the outcome at once; the rest holds up the next piece.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether there are calls, now or a moment ago. */
  isThrottled(): boolean;
  requestStarted(): void;
  requestEnded(): void;
}

const throttles = new WeakMap<Connection, BackgroundThrottle>();

/** The background work of a process on this connection, one for all who ask. */
export function backgroundThrottleOf(connection: Connection): BackgroundThrottle {
  const known = throttles.get(connection);
  if (known) return known;
  const throttle = createBackgroundThrottle();
  throttles.set(connection, throttle);
  return throttle;
}

function createBackgroundThrottle(): BackgroundThrottle {
  const limit = createConcurrencyLimiter(maxConcurrency);
  let activeRequests = 0;
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  const isThrottled = () => activeRequests > 0 || performance.now() - lastRequestAt < idleAfterMs;

  async function rest(workedMs: number): Promise<void> {
    if (isThrottled()) await delay(Math.min(maxRestMs, workedMs * restRatio), undefined, { ref: false });
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
