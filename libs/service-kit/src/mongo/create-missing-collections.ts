import type { Connection } from 'mongoose';

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
