import type { Connection } from 'mongoose';
import { attemptsCollection } from '../consumer/attempt-tracker.ts';
import { createMissingCollections } from './create-missing-collections.ts';
import { createMissingIndexes } from './create-missing-indexes.ts';

/** Retention of sent outbox rows, so that they can be republished (reliability, JetStream fsync). */
const sentRowRetentionSeconds = 24 * 60 * 60;
/** A message that crashes its process is redelivered within seconds of the next start. */
const attemptRetentionSeconds = 24 * 60 * 60;

/** Creates the collections and indexes of serial ids, outbox, inbox and attempts. */
export async function createKitCollections(connection: Connection): Promise<void> {
  const names = ['counters', 'outbox', 'inbox', attemptsCollection];
  await createMissingCollections(
    connection,
    new Map(names.map((name) => [name, () => connection.createCollection(name)])),
  );
  const outbox = connection.collection('outbox');
  await createMissingIndexes(outbox, [
    // Only unsent rows have `unsentSince`, so this index is only as large as the backlog.
    [{ unsentSince: 1 }, { sparse: true }],
    [{ sentAt: 1 }, { expireAfterSeconds: sentRowRetentionSeconds }],
    // Prevents two writes from publishing different states as the same version.
    [{ subject: 1, version: 1 }, { unique: true }],
  ]);
  await createMissingIndexes(connection.collection(attemptsCollection), [
    [{ at: 1 }, { expireAfterSeconds: attemptRetentionSeconds }],
  ]);
}
