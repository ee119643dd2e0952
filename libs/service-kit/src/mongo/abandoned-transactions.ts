import { type Connection, mongo } from 'mongoose';

/** A process that lives goes on with its transaction within milliseconds. */
const abandonedAfterMs = 2_000;
const checkIntervalMs = 500;
const writeConflict = 112;

const lastCheckedAt = new WeakMap<Connection, number>();

/** Whether another transaction holds what this one wanted to write. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === writeConflict;
}

/**
 * Ends the transactions of this service that nobody has gone on with for two seconds. MongoDB keeps a transaction
 * for a minute after its process was killed, and refuses meanwhile whoever wants to write the same documents. Should
 * such a process only have stood still, it has to do its transaction again. Looks at most twice a second.
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
