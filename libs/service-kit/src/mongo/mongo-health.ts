import mongoose, { type Connection, type mongo } from 'mongoose';

const pingTimeoutMs = 1_000;

/** Until when a connection's server counts as there without having answered again. */
const aliveUntil = new WeakMap<Connection, number>();

/**
 * Notes from now on when the server last answered the driver's own question, which comes every second.
 *
 * @param timeoutMs silence for longer than this means that it is away
 */
export function trackHeartbeats(connection: Connection, client: mongo.MongoClient, timeoutMs: number): void {
  const onHeartbeat = () => aliveUntil.set(connection, performance.now() + timeoutMs);
  onHeartbeat();
  client.on('serverHeartbeatSucceeded', onHeartbeat);
  client.on('serverHeartbeatFailed', () => aliveUntil.delete(connection));
}

/** Whether MongoDB has stopped answering, as far as is known without asking. */
export function isMongoUnresponsive(connection: Connection): boolean {
  const until = aliveUntil.get(connection);
  return until === undefined || performance.now() > until;
}

/** Whether MongoDB answers a ping within a second. */
export async function isMongoReady(connection: Connection): Promise<boolean> {
  if (connection.readyState !== mongoose.ConnectionStates.connected || !connection.db) return false;
  try {
    await connection.db.command({ ping: 1 }, { timeoutMS: pingTimeoutMs });
    return true;
  } catch {
    return false;
  }
}
