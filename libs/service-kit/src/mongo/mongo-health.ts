import mongoose, { type Connection, type mongo } from 'mongoose';

/** Interval of the driver's heartbeats while nothing waits for MongoDB. What a process looks for regularly is noticed sooner. */
export const heartbeatIntervalMs = 30_000;
/** Interval while something does, and while MongoDB is not ready. */
const checkIntervalMs = 1_000;

/** For each server of a connection, by address: the time until which it counts as responsive without an answer. */
const responsiveUntil = new WeakMap<Connection, Map<string, number>>();

interface MonitoredServer {
  readonly description: { readonly type: string };
  requestCheck(): void;
}

/** The driver's monitors, which its types leave out. */
type MonitoredClient = mongo.MongoClient & {
  readonly topology?: { readonly s: { readonly servers: ReadonlyMap<string, MonitoredServer> } };
};

/**
 * Tracks the driver's heartbeats, and has the driver send them each second while a call has had no answer for half a second,
 * while a call has lost its connection, and while MongoDB is not ready: an idle process sends few.
 *
 * @param connection a connection that has just been opened
 * @param timeoutMs maximum silence of the server while something waits for it
 */
export function trackHeartbeats(connection: Connection, client: MonitoredClient, timeoutMs: number): void {
  const servers = new Map([[`${connection.host}:${connection.port}`, Number.POSITIVE_INFINITY]]);
  responsiveUntil.set(connection, servers);
  client.on('serverHeartbeatStarted', ({ connectionId }) => {
    // The server has answered until now, or before the interval.
    if (servers.has(connectionId)) servers.set(connectionId, performance.now() + timeoutMs - checkIntervalMs);
  });
  client.on('serverHeartbeatSucceeded', ({ connectionId }) =>
    servers.set(connectionId, Number.POSITIVE_INFINITY),
  );
  client.on('serverHeartbeatFailed', ({ connectionId }) => servers.delete(connectionId));

  let callsInFlight = 0;
  let isChecking = false;
  function check(): void {
    const monitored = [...(client.topology?.s.servers.values() ?? [])];
    const isLost = monitored.every(({ description }) => description.type === 'Unknown');
    isChecking = callsInFlight > 0 || isLost || !isMongoReady(connection);
    if (!isChecking) return;
    for (const server of monitored) server.requestCheck();
    setTimeout(check, checkIntervalMs).unref();
  }
  function checkSoon(): void {
    if (!isChecking) setTimeout(check, checkIntervalMs / 2).unref();
    isChecking = true;
  }
  client.on('connectionCheckedOut', () => {
    callsInFlight += 1;
    checkSoon();
  });
  client.on('connectionCheckedIn', () => {
    callsInFlight -= 1;
  });
  client.on('topologyDescriptionChanged', checkSoon);
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
