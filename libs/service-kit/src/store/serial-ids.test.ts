import { testMongoUri } from '@khmer-learning/test-kit';
import type { Connection } from 'mongoose';
import { closeMongo, connectMongo, createCollections, waitForMongo } from '../mongo/connect-mongo.ts';
import { transact } from '../outbox/transact.ts';
import { ensureCounterAtLeast, nextId, nextIds } from './serial-ids.ts';

let connection: Connection;

beforeEach(async () => {
  connection = connectMongo(testMongoUri('ids'), { appName: 'ids-test', timeoutMs: 20_000 });
  await waitForMongo(connection);
  await createCollections(connection);
});

afterEach(() => closeMongo(connection));

test('ids count from 1, for each entity on its own', async () => {
  expect(await nextId(connection, 'lesson')).toBe(1);
  expect(await nextId(connection, 'lesson')).toBe(2);
  expect(await nextId(connection, 'user')).toBe(1);
  expect(await nextIds(connection, 'lesson', 3)).toEqual([3, 4, 5]);
});

test('many concurrent writers get unique ids, from the first one on', async () => {
  const ids = await Promise.all(Array.from({ length: 300 }, () => nextId(connection, 'lesson')));
  expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});

test('an id must not be requested during a transaction, which it might wait for', async () => {
  const relay = { enqueue: () => undefined };
  const work = () => nextId(connection, 'lesson');
  const nobody = { actor: null, requestId: null };
  await expect(transact({ connection, relay }, nobody, work)).rejects.toThrow('before the transaction');
  expect(await nextId(connection, 'lesson')).toBe(1);
});

test('an id of a failed write is not reused', async () => {
  await expect(
    connection.transaction(async () => {
      await nextId(connection, 'lesson');
      throw new Error('the write failed');
    }),
  ).rejects.toThrow('the write failed');
  expect(await nextId(connection, 'lesson')).toBe(2);
});

test('data may arrive with its ids', async () => {
  await ensureCounterAtLeast(connection, 'lesson', 41);
  expect(await nextId(connection, 'lesson')).toBe(42);
  await ensureCounterAtLeast(connection, 'lesson', 3);
  expect(await nextId(connection, 'lesson')).toBe(43);
});

test.each([0, -1, 1.5, Number.NaN])('no %s ids', async (count) => {
  await expect(nextIds(connection, 'lesson', count)).rejects.toThrow(RangeError);
});
