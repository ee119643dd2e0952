import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';

/** An index as a mongoose schema tells it: fields and directions, options. */
export type SchemaIndex = readonly [fields: object, options: object];

/** What of an index decides what it does; its name and how it is built do not. */
const significantOptions = [
  'unique',
  'sparse',
  'expireAfterSeconds',
  'partialFilterExpression',
  'collation',
] as const;

const significantOptionsOf = (options: object) =>
  significantOptions.map((name) => (options as Record<string, unknown>)[name] ?? undefined);

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
  indexes: readonly SchemaIndex[],
): Promise<void> {
  const existing = await collection.listIndexes().toArray();
  for (const [fields, options] of indexes) {
    const exists = existing.some(
      (index) =>
        isDeepStrictEqual(Object.entries(index.key), Object.entries(fields)) &&
        isDeepStrictEqual(significantOptionsOf(index), significantOptionsOf(options)),
    );
    if (!exists) await collection.createIndex(fields as mongo.IndexSpecification, { ...options });
  }
}
