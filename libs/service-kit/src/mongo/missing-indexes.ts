import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';

/** An index as a mongoose schema tells it: fields and directions, options. */
export type IndexTold = readonly [fields: object, options: object];

/** What of an index decides what it does; its name and how it is built do not. */
const effects = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression', 'collation'] as const;

const effectsOf = (options: object) =>
  effects.map((name) => (options as Record<string, unknown>)[name] ?? undefined);

/**
 * Creates those of a collection's indexes that are not there.
 *
 * Asking for one that is there takes a lock on the whole database on MongoDB 4.0: it waits for every transaction
 * under way, with everything else behind it, whenever one more instance of a service starts.
 *
 * @throws MongoServerError when there is one of other options on the same fields
 */
export async function createMissingIndexes(
  collection: Pick<mongo.Collection, 'createIndex' | 'listIndexes'>,
  indexes: readonly IndexTold[],
): Promise<void> {
  const present = await collection.listIndexes().toArray();
  for (const [fields, options] of indexes) {
    const isThere = present.some(
      (index) =>
        isDeepStrictEqual(Object.entries(index.key), Object.entries(fields)) &&
        isDeepStrictEqual(effectsOf(index), effectsOf(options)),
    );
    if (!isThere) await collection.createIndex(fields as mongo.IndexSpecification, { ...options });
  }
}
