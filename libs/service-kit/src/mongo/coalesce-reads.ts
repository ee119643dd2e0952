import type { Connection } from 'mongoose';
import { createBatcher } from '../concurrency/concurrency.ts';

/**
 * Coalesces concurrent calls of a read into one round trip. A call never gets the result of a read that started
 * before it, so results are not stale.
 *
 * @param read reads everything that the coalesced calls requested
 */
export function coalesceReads<I, O>(
  read: (connection: Connection, requested: readonly I[]) => Promise<O>,
): (connection: Connection, item: I) => Promise<O> {
  const loaders = new WeakMap<Connection, (item: I) => Promise<O>>();
  return (connection, item) => {
    const load =
      loaders.get(connection) ??
      createBatcher<I, O>(
        async (requested) => {
          const value = await read(connection, requested);
          return requested.map(() => ({ value }));
        },
        { concurrency: 2, maxItems: Number.POSITIVE_INFINITY, retryIndividually: true },
      );
    loaders.set(connection, load);
    return load(item);
  };
}
