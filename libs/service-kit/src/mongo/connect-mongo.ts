import mongoose, { type Connection } from 'mongoose';
import { createKitCollections } from './kit-collections.ts';

/** A request never waits longer than this for MongoDB (reliability: 503 within 2 s). */
const operationTimeoutMs = 1_800;
const reconnectPauseMs = 500;

/**
 * A connection that is made in the background and comes back by itself.
 *
 * Returns at once: until MongoDB answers, every operation fails (mapped to 503) instead of waiting.
 * Collections and indexes are created by `createCollections`, not by the models.
 *
 * @param uri `mongodb://…`; its path is the database, else `appName` is
 * @param options.appName shown in MongoDB's own logs
 */
export function connectMongo(uri: string, options: { appName: string }): Connection {
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  connection.set('autoCreate', false);
  connection.set('autoIndex', false);
  connection.on('error', () => undefined);
  void keepOpening(connection, uri, options.appName);
  return connection;
}

async function keepOpening(connection: Connection, uri: string, appName: string): Promise<void> {
  while (!closed.has(connection)) {
    try {
      await connection.openUri(uri, {
        appName,
        ...(/^[^/]+\/\/[^/]+\/[^?]/.test(uri) ? {} : { dbName: appName }),
        bufferCommands: false,
        autoCreate: false,
        autoIndex: false,
        // Not `timeoutMS`: with it, the driver (6.16) refuses a bulkWrite inside a transaction.
        socketTimeoutMS: operationTimeoutMs,
        waitQueueTimeoutMS: operationTimeoutMs,
        serverSelectionTimeoutMS: operationTimeoutMs,
        connectTimeoutMS: operationTimeoutMs,
        heartbeatFrequencyMS: 1_000,
        minPoolSize: 1,
        maxPoolSize: 20,
        writeConcern: { w: 'majority' },
      });
      if (closed.has(connection)) await connection.close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, reconnectPauseMs));
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
export async function mongoConnected(connection: Connection): Promise<void> {
  if (connection.readyState === mongoose.ConnectionStates.connected) return;
  await new Promise<void>((resolve) => connection.once('connected', () => resolve()));
}

/** Whether MongoDB answers a ping within a second. */
export async function mongoIsReady(connection: Connection): Promise<boolean> {
  if (connection.readyState !== mongoose.ConnectionStates.connected || !connection.db) return false;
  try {
    await connection.db.command({ ping: 1 }, { timeoutMS: 1_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the collection and indexes of every model registered on the connection, and those of
 * the kit itself. Needed before the first transaction: MongoDB 4.0 creates no collection inside one.
 */
export async function createCollections(connection: Connection): Promise<void> {
  await createKitCollections(connection);
  for (const model of Object.values(connection.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}
