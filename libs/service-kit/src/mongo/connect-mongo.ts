import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Connection, type mongo } from 'mongoose';
import type { Logger } from 'pino';
import { createMissingCollections, createMissingIndexes } from './create-missing.ts';
import { heartbeatIntervalMs, trackHeartbeats } from './mongo-health.ts';

/** Collection of the messages whose handling has started; see the consumer's attempt tracker. */
export const attemptsCollection = 'attempts';
/** Retention of sent outbox rows, so that they can be republished. */
const sentRowRetentionSeconds = 24 * 60 * 60;
/** Retention of the tombstones of deleted entities: longer than any token lives and any outage should last. */
const tombstoneRetentionSeconds = 30 * 24 * 60 * 60;
/** A message that crashes its process is redelivered within seconds of the next start. */
const attemptRetentionSeconds = 24 * 60 * 60;

/**
 * Creates the collections and indexes of the kit. Creating one later would wait for a transaction that a killed process has
 * left open, and all of the database for that.
 */
async function createKitCollections(connection: Connection): Promise<void> {
  const names = [
    ...['counters', 'outbox', 'outbox_leases', 'inbox', 'tombstones', attemptsCollection],
    ...['periodic_jobs', 'republications'],
  ];
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
  await createMissingIndexes(connection.collection('tombstones'), [
    [{ at: 1 }, { expireAfterSeconds: tombstoneRetentionSeconds }],
  ]);
  await createMissingIndexes(connection.collection(attemptsCollection), [
    [{ at: 1 }, { expireAfterSeconds: attemptRetentionSeconds }],
  ]);
}

const reconnectDelayMs = 500;
/** Long enough for index builds and rebuilds. Heartbeats detect an unreachable server sooner. */
const socketTimeoutMs = 60_000;
const logIntervalMs = 10_000;
const openedInAdvance = 5;

interface ConnectMongoOptions {
  readonly appName: string;
  readonly timeoutMs: number;
  readonly logger?: Logger;
}

/**
 * Connects in the background and reconnects automatically. Returns immediately: until MongoDB responds, every
 * operation fails (mapped to 503) instead of waiting. `createCollections` creates collections and indexes, not the
 * models.
 *
 * @param uri `mongodb://…`; its path is the database, default `appName`
 * @param options.appName shown in MongoDB's logs
 * @param options.timeoutMs maximum wait for a server or for a pooled connection, and maximum silence of the server
 * @param options.logger logs periodically why MongoDB is unreachable at the start
 */
export function connectMongo(uri: string, options: ConnectMongoOptions): Connection {
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  connection.set('autoCreate', false);
  connection.set('autoIndex', false);
  // Each operation reports its own error.
  connection.on('error', () => undefined);
  void connectWithRetry(connection, uri, options);
  return connection;
}

async function connectWithRetry(
  connection: Connection,
  uri: string,
  { appName, timeoutMs, logger }: ConnectMongoOptions,
): Promise<void> {
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  while (!closed.has(connection)) {
    try {
      await connection.openUri(uri, {
        appName,
        ...(/^[^/]+\/\/[^/]+\/[^?]/.test(uri) ? {} : { dbName: appName }),
        bufferCommands: false,
        autoCreate: false,
        autoIndex: false,
        // Not `timeoutMS`: with it, the driver (6.16) refuses a bulkWrite inside a transaction.
        socketTimeoutMS: socketTimeoutMs,
        waitQueueTimeoutMS: timeoutMs,
        serverSelectionTimeoutMS: timeoutMs,
        connectTimeoutMS: timeoutMs,
        heartbeatFrequencyMS: heartbeatIntervalMs,
        serverMonitoringMode: 'poll',
        maxPoolSize: 20,
        maxConnecting: openedInAdvance,
        writeConcern: { w: 'majority' },
      });
      const client = connection.getClient();
      trackHeartbeats(connection, client, timeoutMs);
      openInAdvance(client);
      client.on('connectionPoolReady', () => openInAdvance(client));
      if (closed.has(connection)) await connection.close();
      return;
    } catch (error) {
      if (performance.now() - lastLoggedAt > logIntervalMs) {
        lastLoggedAt = performance.now();
        logger?.warn({ err: error }, 'MongoDB cannot be reached');
      }
      await delay(reconnectDelayMs);
    }
  }
}

/**
 * Opens connections by calls that need them at once, because a process that has just started may get all requests at once.
 * For its `minPoolSize`, the driver would look at the pool ten times a second.
 */
function openInAdvance(client: mongo.MongoClient): void {
  for (let opened = 0; opened < openedInAdvance; opened += 1)
    client
      .db()
      .command({ ping: 1 })
      .catch(() => undefined);
}

const closed = new WeakSet<Connection>();

/** Closes a connection of `connectMongo`, also one that was never established. */
export async function closeMongo(connection: Connection): Promise<void> {
  closed.add(connection);
  await connection.close();
}

/** Resolves when the connection is established for the first time. */
export async function waitForMongo(connection: Connection): Promise<void> {
  if (connection.readyState === mongoose.ConnectionStates.connected) return;
  await new Promise<void>((resolve) => connection.once('connected', () => resolve()));
}

/**
 * Creates the collections and indexes of all registered models and of the kit. Required before the first transaction:
 * MongoDB 4.0 cannot create a collection inside one.
 */
export async function createCollections(connection: Connection): Promise<void> {
  await createKitCollections(connection);
  const models = Object.values(connection.models);
  await createMissingCollections(
    connection,
    new Map(models.map((model) => [model.collection.name, () => model.createCollection()])),
  );
  for (const model of models) await createMissingIndexes(model.collection, model.schema.indexes());
}
