import { isDeepStrictEqual } from 'node:util';
import type { Connection, mongo } from 'mongoose';

const namespaceExists = 48;

/**
 * Creates the collections that do not exist.
 *
 * A create command for an existing collection would block, with all reads behind it, until the transactions of a
 * killed process expire: up to a minute on MongoDB 4.0.
 *
 * @param collections name -> function that creates it
 */
export async function createMissingCollections(
  connection: Connection,
  collections: ReadonlyMap<string, () => Promise<unknown>>,
): Promise<void> {
  const existing = new Set((await connection.listCollections()).map(({ name }) => name));
  for (const [name, create] of collections) {
    if (existing.has(name)) continue;
    try {
      await create();
    } catch (error) {
      // Another instance of the service started at the same time.
      if ((error as { code?: unknown }).code !== namespaceExists) throw error;
    }
  }
}

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
 * @param indexes as a mongoose schema returns them
 *
 * On MongoDB 4.0, a create command for an existing index locks the whole database: it waits for all open
 * transactions, and everything else waits behind it, whenever another instance of a service starts.
 *
 * @throws MongoServerError when an index on the same fields has other options
 */
export async function createMissingIndexes(
  collection: Pick<mongo.Collection, 'createIndex' | 'listIndexes'>,
  indexes: readonly (readonly [fields: object, options: object])[],
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
