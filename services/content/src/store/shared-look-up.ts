import { createBatcher } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';

/**
 * A look-up that every read needs, made once for all who asked before it began: nobody is given what was read before
 * they asked, and many readers at once cost one round trip.
 *
 * @param read looks up everything that was asked for
 */
export function sharedLookUp<I, O>(
  read: (connection: Connection, asked: readonly I[]) => Promise<O>,
): (connection: Connection, item: I) => Promise<O> {
  const lookUps = new WeakMap<Connection, (item: I) => Promise<O>>();
  return (connection, item) => {
    const lookUp =
      lookUps.get(connection) ??
      createBatcher<I, O>(
        async (asked) => {
          const value = await read(connection, asked);
          return asked.map(() => ({ value }));
        },
        { concurrency: 2, maxItems: Number.POSITIVE_INFINITY, retryIndividually: true },
      );
    lookUps.set(connection, lookUp);
    return lookUp(item);
  };
}
