import type { Connection } from 'mongoose';
import { attemptsCollection } from '../consumer/attempt-tracker.ts';
import { createMissingCollections } from './create-missing-collections.ts';
import { createMissingIndexes } from './create-missing-indexes.ts';

/** How long sent outbox rows are kept, so that they can be fed to the stream again (reliability, JetStream fsync). */
const sentRowRetentionSeconds = 24 * 60 * 60;
/** A message that ends its process comes again within seconds of the next start. */
const attemptRetentionSeconds = 24 * 60 * 60;

/** Creates the collections behind serial ids, outbox, inbox and attempts, with their indexes. */
export async function createKitCollections(connection: Connection): Promise<void> {
  const names = ['counters', 'outbox', 'inbox', attemptsCollection];
  await createMissingCollections(
    connection,
    new Map(names.map((name) => [name, () => connection.createCollection(name)])),
  );
  const outbox = connection.collection('outbox');
  await createMissingIndexes(outbox, [
    // Only unsent rows have `unsentSince`, so this index stays as small as the backlog.
    [{ unsentSince: 1 }, { sparse: true }],
    [{ sentAt: 1 }, { expireAfterSeconds: sentRowRetentionSeconds }],
    // Two writes can never publish different states under one version.
    [{ subject: 1, version: 1 }, { unique: true }],
  ]);
  await createMissingIndexes(connection.collection(attemptsCollection), [
    [{ at: 1 }, { expireAfterSeconds: attemptRetentionSeconds }],
  ]);
}
