import mongoose, { type Connection, type mongo } from 'mongoose';

/** The driver asks the server every second; silence for longer than this means that it is away. */
const longestSilenceMs = 1_700;
const pingTimeoutMs = 1_000;

const lastHeard = new WeakMap<Connection, number>();

/** Notes from now on when the server last answered the driver's own question. */
export function watchHeartbeats(connection: Connection, client: mongo.MongoClient): void {
  const heard = () => lastHeard.set(connection, performance.now());
  heard();
  client.on('serverHeartbeatSucceeded', heard);
  client.on('serverHeartbeatFailed', () => lastHeard.delete(connection));
}

/** Whether MongoDB has stopped answering, as far as is known without asking. */
export function mongoIsSilent(connection: Connection): boolean {
  const heard = lastHeard.get(connection);
  return heard === undefined || performance.now() - heard > longestSilenceMs;
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
