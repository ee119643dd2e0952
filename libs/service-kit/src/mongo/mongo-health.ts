import mongoose, { type Connection, type mongo } from 'mongoose';

const pingTimeoutMs = 1_000;

/** Until when a connection's server counts as there without having answered again. */
const heardUntil = new WeakMap<Connection, number>();

/**
 * Notes from now on when the server last answered the driver's own question, which comes every second.
 *
 * @param timeoutMs silence for longer than this means that it is away
 */
export function watchHeartbeats(connection: Connection, client: mongo.MongoClient, timeoutMs: number): void {
  const heard = () => heardUntil.set(connection, performance.now() + timeoutMs);
  heard();
  client.on('serverHeartbeatSucceeded', heard);
  client.on('serverHeartbeatFailed', () => heardUntil.delete(connection));
}

/** Whether MongoDB has stopped answering, as far as is known without asking. */
export function mongoIsSilent(connection: Connection): boolean {
  const until = heardUntil.get(connection);
  return until === undefined || performance.now() > until;
}

/** Whether MongoDB answers a ping within a second. */
export async function mongoIsReady(connection: Connection): Promise<boolean> {
  if (connection.readyState !== mongoose.ConnectionStates.connected || !connection.db) return false;
  try {
    await connection.db.command({ ping: 1 }, { timeoutMS: pingTimeoutMs });
    return true;
  } catch {
    return false;
  }
}
