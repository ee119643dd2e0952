import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import type { Logger } from 'pino';
import { createMissingCollections } from './create-missing-collections.ts';
import { createMissingIndexes } from './create-missing-indexes.ts';
import { createKitCollections } from './kit-collections.ts';
import { trackHeartbeats } from './mongo-health.ts';

const heartbeatIntervalMs = 1_000;
const reconnectDelayMs = 500;
/** Not shorter: index builds and rebuilds take their time. A server that is gone is noticed by its heartbeats. */
const socketTimeoutMs = 60_000;
const logIntervalMs = 10_000;

interface ConnectMongoOptions {
  readonly appName: string;
  readonly timeoutMs: number;
  readonly logger?: Logger;
}

/**
 * A connection that is made in the background and comes back by itself.
 *
 * Returns at once: until MongoDB answers, every operation fails (mapped to 503) instead of waiting.
 * Collections and indexes are created by `createCollections`, not by the models.
 *
 * @param uri `mongodb://…`; its path is the database, else `appName` is
 * @param options.appName shown in MongoDB's own logs
 * @param options.timeoutMs how long an operation waits for a server, or for a connection of the pool, and how long
 * the server may be silent
 * @param options.logger told, now and then, why MongoDB cannot be reached at the start
 */
export function connectMongo(uri: string, options: ConnectMongoOptions): Connection {
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  connection.set('autoCreate', false);
  connection.set('autoIndex', false);
  // Every operation tells of its own failure.
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
        // Open before the first calls come: a process that has just started may get all of them at once.
        minPoolSize: 5,
        maxPoolSize: 20,
        writeConcern: { w: 'majority' },
      });
      trackHeartbeats(connection, connection.getClient(), timeoutMs);
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

const closed = new WeakSet<Connection>();

/** Closes a connection made by `connectMongo`, also one that never came about. */
export async function closeMongo(connection: Connection): Promise<void> {
  closed.add(connection);
  await connection.close();
}

/** Resolves once MongoDB has answered for the first time. */
export async function waitForMongo(connection: Connection): Promise<void> {
  if (connection.readyState === mongoose.ConnectionStates.connected) return;
  await new Promise<void>((resolve) => connection.once('connected', () => resolve()));
}

/**
 * Creates the collection and indexes of every model registered on the connection, and those of
 * the kit itself. Needed before the first transaction: MongoDB 4.0 creates no collection inside one.
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
