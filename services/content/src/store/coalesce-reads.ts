import { createBatcher } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';

/**
 * A look-up that every read needs, made once for all who asked before it began: nobody is given what was read before
 * they asked, and many readers at once cost one round trip.
 *
 * @param read looks up everything that was asked for
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
