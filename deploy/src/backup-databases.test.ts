import { createTempDirectory, dropDatabase, testMongoUri } from '@khmer-learning/test-kit';
import { mongo } from 'mongoose';
import { dumpDatabases, finishRestore, prepareRestore, restoreDatabases } from './backup-databases.ts';

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

test('an interrupted restore starts again, of the same backup only, and what was there before is never deleted', async () => {
  const name = new URL(uri).pathname.slice(1);
  const folder = await createTempDirectory();
  const database = client.db(name);
  const things = database.collection<{ _id: number }>('things');
  await things.insertMany([{ _id: 1 }, { _id: 2 }]);
  const counts = await dumpDatabases(uri, [name], folder);
  const continued: boolean[] = [];
  const prepare = (
    backup: string,
    check = async (isContinued: boolean) => void continued.push(isContinued),
  ) => prepareRestore(uri, [name], backup, check);
  const idsThere = async () => (await things.find().toArray()).map(({ _id }) => _id);

  await expect(prepare('Monday')).rejects.toThrow(/is not empty/);
  expect(await idsThere()).toEqual([1, 2]);
  await database.dropDatabase();
  await expect(prepare('Monday', () => Promise.reject(new Error('No stream')))).rejects.toThrow('No stream');
  await prepare('Monday');
  await things.insertOne({ _id: 7 });
  await expect(prepare('Tuesday')).rejects.toThrow(/is not empty/);
  expect(await idsThere()).toEqual([7]);

  await prepare('Monday');
  expect(await restoreDatabases(uri, [name], folder)).toEqual(counts);
  await finishRestore(uri, [name]);
  expect(await idsThere()).toEqual([1, 2]);
  expect(continued).toEqual([false, true]);
  await expect(prepare('Monday')).rejects.toThrow(/is not empty/);
});
