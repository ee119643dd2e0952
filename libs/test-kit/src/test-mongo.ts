import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { mongoUrl } from './test-servers.ts';

/**
 * A database of the test's own on the run's MongoDB (a replica set: transactions work).
 * @param prefix starts the database's name, at most 20 characters
 * @returns a connection string whose database name is new with every call
 */
export function testMongoUri(prefix = 'test'): string {
  const url = new URL(mongoUrl());
  url.pathname = `/${prefix.slice(0, 20)}-${randomBytes(8).toString('hex')}`;
  return url.href;
}

/**
 * Drops everything in the database that a connection string names, when the server is somebody else's; ours ends with
 * the run, and everything in it.
 *
 * Collection by collection: dropping a database locks the whole server on MongoDB 4.0 until every transaction has
 * ended, also those of processes that a test has killed.
 */
export async function dropDatabase(uri: string): Promise<void> {
  if (!process.env.MONGODB_URI) return;
  const client = new mongo.MongoClient(uri);
  try {
    const database = client.db();
    const collections = await database.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    for (const { name } of collections) if (!name.startsWith('system.')) await database.dropCollection(name);
  } finally {
    await client.close();
  }
}
