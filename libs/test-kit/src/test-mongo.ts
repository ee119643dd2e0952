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
 * Drops everything in the database that a connection string names.
 *
 * Collection by collection: dropping a database locks the whole server on MongoDB 4.0, and with it the tests that run
 * at the same time, until their transactions have ended.
 */
export async function dropDatabase(uri: string): Promise<void> {
  const client = new mongo.MongoClient(uri);
  try {
    const database = client.db();
    const collections = await database.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    for (const { name } of collections) if (!name.startsWith('system.')) await database.dropCollection(name);
  } finally {
    await client.close();
  }
}
