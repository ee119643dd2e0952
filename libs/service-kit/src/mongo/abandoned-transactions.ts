import { type Connection, mongo } from 'mongoose';

/** A live process continues its transaction within milliseconds. */
const abandonedAfterMs = 2_000;
const checkIntervalMs = 500;
const writeConflict = 112;

const lastCheckedAt = new WeakMap<Connection, number>();

/** Whether the write conflicts with another open transaction. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === writeConflict;
}

/**
 * Aborts this service's transactions that have been inactive for two seconds. MongoDB keeps the transaction of a
 * killed process open for a minute, and writes to the same documents conflict until then. A process that was only
 * paused must retry its transaction. Checks at most twice a second.
 */
export async function abortAbandonedTransactions(connection: Connection): Promise<void> {
  const now = performance.now();
  if (now - (lastCheckedAt.get(connection) ?? Number.NEGATIVE_INFINITY) < checkIntervalMs) return;
  lastCheckedAt.set(connection, now);
  const client = connection.getClient();
  const admin = client.db('admin');
  const abandoned = await admin
    .aggregate<{ lsid: { id: mongo.UUID } }>([
      { $currentOp: { allUsers: false } },
      {
        $match: {
          active: false,
          appName: client.options.appName,
          'transaction.timeInactiveMicros': { $gt: abandonedAfterMs * 1_000 },
        },
      },
      { $project: { 'lsid.id': 1 } },
    ])
    .toArray();
  if (abandoned.length > 0)
    await admin.command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) });
}
