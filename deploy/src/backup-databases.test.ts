import { createTempDirectory, dropDatabase, testMongoUri } from '@khmer-learning/test-kit';
import { mongo } from 'mongoose';
import { dumpDatabases, restoreDatabases } from './backup-databases.ts';

let uri: string;
let client: mongo.MongoClient;

beforeEach(async () => {
  uri = testMongoUri('backup');
  client = await new mongo.MongoClient(uri).connect();
});
afterEach(async () => {
  await client.close();
  await dropDatabase(uri);
});

test('what may have to be published again outlives a restore of an old backup', async () => {
  const name = new URL(uri).pathname.slice(1);
  const folder = await createTempDirectory();
  const database = client.db(name);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  const unsentSince = daysAgo(3);
  await database.collection<mongo.Document & { _id: string }>('outbox').insertMany([
    { _id: 'sent', sentAt: daysAgo(3) },
    { _id: 'unsent', unsentSince },
  ]);
  await database.collection('tombstones').insertOne({ at: daysAgo(40) });
  await database.collection('attempts').insertOne({ at: unsentSince });
  const counts = await dumpDatabases(uri, [name], folder);
  await database.dropDatabase();

  const before = new Date();
  expect(await restoreDatabases(uri, [name], folder)).toEqual(counts);
  const rowsOf = (collection: string) => database.collection(collection).find().sort({ _id: 1 }).toArray();
  const [sent, unsent] = await rowsOf('outbox');
  const [tombstone] = await rowsOf('tombstones');
  expect([sent?.sentAt >= before, tombstone?.at >= before]).toEqual([true, true]);
  expect(unsent).toEqual({ _id: 'unsent', unsentSince });
  expect(await rowsOf('attempts')).toEqual([expect.objectContaining({ at: unsentSince })]);
});
