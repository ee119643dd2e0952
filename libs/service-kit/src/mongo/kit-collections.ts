import type { Connection } from 'mongoose';

/** How long sent outbox rows are kept, so that they can be fed to the stream again (reliability, JetStream fsync). */
const keepSentRowsSeconds = 24 * 60 * 60;
const namespaceExists = 48;

/** Creates the collections behind serial ids, outbox and inbox, with their indexes. */
export async function createKitCollections(connection: Connection): Promise<void> {
  for (const name of ['counters', 'outbox', 'inbox']) {
    try {
      await connection.createCollection(name);
    } catch (error) {
      if ((error as { code?: unknown }).code !== namespaceExists) throw error;
    }
  }
  const outbox = connection.collection('outbox');
  // Only unsent rows have `unsentSince`, so this index stays as small as the backlog.
  await outbox.createIndex({ unsentSince: 1 }, { sparse: true });
  await outbox.createIndex({ sentAt: 1 }, { expireAfterSeconds: keepSentRowsSeconds });
  // Two writes can never publish different states under one version.
  await outbox.createIndex({ subject: 1, version: 1 }, { unique: true });
}
