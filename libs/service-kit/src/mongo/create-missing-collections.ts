import type { Connection } from 'mongoose';

const namespaceExists = 48;

/**
 * Creates those of some collections that are not there.
 *
 * Asking for one that is there would wait, with every read behind it, until the transactions of a process that was
 * killed have expired: up to a minute, on MongoDB 4.0.
 *
 * @param collections by name, how each is created
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
      // Another instance of the service has started at the same moment.
      if ((error as { code?: unknown }).code !== namespaceExists) throw error;
    }
  }
}
