import mongoose, { type Connection, type mongo } from 'mongoose';

/** For each server of a connection, by address: the time until which it counts as responsive without a heartbeat. */
const responsiveUntil = new WeakMap<Connection, Map<string, number>>();

/**
 * Tracks the driver's heartbeats, sent every second.
 *
 * @param connection a connection that has just been opened
 * @param timeoutMs maximum time without a successful heartbeat
 */
export function trackHeartbeats(connection: Connection, client: mongo.MongoClient, timeoutMs: number): void {
  const servers = new Map<string, number>();
  const onResponse = (address: string) => servers.set(address, performance.now() + timeoutMs);
  responsiveUntil.set(connection, servers);
  onResponse(`${connection.host}:${connection.port}`);
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => onResponse(connectionId));
  client.on('serverHeartbeatFailed', ({ connectionId }) => servers.delete(connectionId));
}

/** Whether MongoDB is unresponsive according to its heartbeats: no server has sent one in time. Sends no request. */
export function isMongoUnresponsive(connection: Connection): boolean {
  const now = performance.now();
  return ![...(responsiveUntil.get(connection)?.values() ?? [])].some((until) => now <= until);
}

/** Whether MongoDB is responsive and, in a replica set, has a primary according to its heartbeats. Sends no request. */
export function isMongoReady(connection: Connection): boolean {
  return connection.readyState === mongoose.ConnectionStates.connected && !isMongoUnresponsive(connection);
}
