import mongoose, { type Connection, type mongo } from 'mongoose';

const pingTimeoutMs = 1_000;

/** Time until which a connection's server counts as responsive without another heartbeat. */
const aliveUntil = new WeakMap<Connection, number>();

/**
 * Tracks the driver's heartbeats, sent every second.
 *
 * @param timeoutMs maximum time without a successful heartbeat
 */
export function trackHeartbeats(connection: Connection, client: mongo.MongoClient, timeoutMs: number): void {
  const onHeartbeat = () => aliveUntil.set(connection, performance.now() + timeoutMs);
  onHeartbeat();
  client.on('serverHeartbeatSucceeded', onHeartbeat);
  client.on('serverHeartbeatFailed', () => aliveUntil.delete(connection));
}

/** Whether MongoDB is unresponsive according to its heartbeats; sends no request. */
export function isMongoUnresponsive(connection: Connection): boolean {
  const until = aliveUntil.get(connection);
  return until === undefined || performance.now() > until;
}

/** Whether MongoDB responds to a ping within one second. */
export async function isMongoReady(connection: Connection): Promise<boolean> {
  if (connection.readyState !== mongoose.ConnectionStates.connected || !connection.db) return false;
  try {
    await connection.db.command({ ping: 1 }, { timeoutMS: pingTimeoutMs });
    return true;
  } catch {
    return false;
  }
}
