import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { mongoUrl } from './test-servers.ts';

/**
 * Connection string of a new database on the run's MongoDB, a replica set, so transactions work.
 *
 * @param prefix of the database's name, at most 20 characters
 * @returns a connection string with a different database on every call
 */
export function testMongoUri(prefix = 'test'): string {
  const url = new URL(mongoUrl());
  url.pathname = `/${prefix.slice(0, 20)}-${randomBytes(8).toString('hex')}`;
  return url.href;
}

/**
 * Drops the collections of a database on an external server. The run's own server is discarded at the end.
 *
 * Collections are dropped one by one: on MongoDB 4.0, dropping a database locks the whole server until all
 * transactions have ended, including those of processes killed by a test.
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
