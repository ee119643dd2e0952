import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';

/** An index as returned by a mongoose schema: fields with directions, and options. */
export type SchemaIndex = readonly [fields: object, options: object];

/** Options that change an index's behaviour; its name and build options do not. */
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
 * Creates the indexes of a collection that do not exist.
 *
 * On MongoDB 4.0, a create command for an existing index locks the whole database: it waits for all open
 * transactions, and everything else waits behind it, whenever another instance of a service starts.
 *
 * @throws MongoServerError when an index on the same fields has other options
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
