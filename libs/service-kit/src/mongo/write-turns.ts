import type { Connection } from 'mongoose';
import { unavailable } from '../http/unavailable.ts';
import { inTurn } from '../queues/in-turn.ts';

/** Transactions of calls at the same time; the other connections of the pool are for reads and background work. */
const maxAtOnce = 12;
const maxWaiting = 500;
/** How much the latest transaction counts in the average. */
const weight = 0.1;

type InWriteTurn = <T>(leftMs: number, work: () => Promise<T>) => Promise<T>;

const turns = new WeakMap<Connection, InWriteTurn>();

/**
 * Runs a call's transaction when it is its turn.
 *
 * @param leftMs for how long somebody waits for it
 * @throws ApiError 503, without having begun, when by all likelihood its turn comes too late
 */
export function inWriteTurn<T>(connection: Connection, leftMs: number, work: () => Promise<T>): Promise<T> {
  const known = turns.get(connection) ?? createTurns();
  turns.set(connection, known);
  return known(leftMs, work);
}

function createTurns(): InWriteTurn {
  const limited = inTurn(maxAtOnce);
  let begun = 0;
  let waiting = 0;
  let averageMs = 0;

  return async (leftMs, work) => {
    const waitMs = begun < maxAtOnce ? 0 : averageMs * (1 + waiting / maxAtOnce);
    if (waiting >= maxWaiting || (waitMs > 0 && waitMs + averageMs > leftMs)) throw unavailable();
    waiting += 1;
    return limited(async () => {
      waiting -= 1;
      begun += 1;
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        begun -= 1;
        averageMs += (performance.now() - startedAt - averageMs) * weight;
      }
    });
  };
}
