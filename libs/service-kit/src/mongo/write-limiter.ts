import type { Connection } from 'mongoose';
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';
import { serviceUnavailable } from '../http/service-unavailable.ts';

/** Transactions of calls at the same time; the other connections of the pool are for reads and background work. */
const maxConcurrency = 12;
const maxQueued = 500;
/** How much the latest transaction counts in the average. */
const smoothingFactor = 0.1;

type WriteLimiter = <T>(remainingMs: number, work: () => Promise<T>) => Promise<T>;

const limiters = new WeakMap<Connection, WriteLimiter>();

/**
 * Runs a call's transaction when it is its turn.
 *
 * @param remainingMs for how long somebody waits for it
 * @throws ApiError 503, without having begun, when by all likelihood its turn comes too late
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
