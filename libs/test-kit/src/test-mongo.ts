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

/** Drops the database that a connection string names. */
export async function dropDatabase(uri: string): Promise<void> {
  const client = new mongo.MongoClient(uri);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
