import type { Connection } from 'mongoose';
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';
import { serviceUnavailable } from '../http/service-unavailable.ts';

/** Maximum concurrent transactions of requests; the pool's other connections serve reads and background work. */
const maxConcurrency = 12;
const maxQueued = 500;
/** Weight of the latest transaction in the moving average. */
const smoothingFactor = 0.1;

type WriteLimiter = <T>(remainingMs: number, work: () => Promise<T>) => Promise<T>;

const limiters = new WeakMap<Connection, WriteLimiter>();

/**
 * Runs a request's transaction, queued when too many are running.
 *
 * @param remainingMs how long the caller still waits
 * @throws ApiError 503, without starting, when the queue is full or the estimated wait exceeds `remainingMs`
 */
export function withWriteLimit<T>(
  connection: Connection,
  remainingMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const limiter = limiters.get(connection) ?? createWriteLimiter();
  limiters.set(connection, limiter);
  return limiter(remainingMs, work);
}

function createWriteLimiter(): WriteLimiter {
  const limit = createConcurrencyLimiter(maxConcurrency);
  let running = 0;
  let queued = 0;
  let averageMs = 0;

  return async (remainingMs, work) => {
    const waitMs = running < maxConcurrency ? 0 : averageMs * (1 + queued / maxConcurrency);
    if (queued >= maxQueued || (waitMs > 0 && waitMs + averageMs > remainingMs)) throw serviceUnavailable();
    queued += 1;
    return limit(async () => {
      queued -= 1;
      running += 1;
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        running -= 1;
        averageMs += (performance.now() - startedAt - averageMs) * smoothingFactor;
      }
    });
  };
}
