import { testMongoUri } from '@khmer-learning/test-kit';
import type { Connection } from 'mongoose';
import { closeMongo, connectMongo, createCollections, waitForMongo } from '../mongo/connect-mongo.ts';
import { type ChangeLogs, changeLogsOf, createChangeLogs } from './change-log.ts';

interface State {
  readonly id: number;
  readonly text: string;
}

let connection: Connection;
let set: Map<string, State>;
let reads: number;
let logs: ChangeLogs<State>;

beforeEach(async () => {
  connection = connectMongo(testMongoUri('logs'), { appName: 'change-log-test', timeoutMs: 20_000 });
  await waitForMongo(connection);
  changeLogsOf(connection, 'logs');
  await createCollections(connection);
  set = new Map();
  reads = 0;
  logs = open();
});
afterEach(() => closeMongo(connection));

/** The logs as another process has them. */
const open = () =>
  createChangeLogs<State>(connection, 'logs', async () => {
    reads += 1;
    return new Map(set);
  });
const put = (id: number, text = 'a') => set.set(String(id), { id, text });

test('a deleted entry that comes back is an entry again', async () => {
  put(1);
  const { version } = await logs.changesSince(7, null);
  set.clear();
  expect(await logs.changesSince(7, version)).toMatchObject({ full: false, changed: [], removed: ['1'] });
  put(1);
  expect(await logs.changesSince(7, version)).toMatchObject({
    full: false,
    changed: [{ id: 1, text: 'a' }],
    removed: [],
  });
});

test('the versions of one set mean nothing in another', async () => {
  put(1);
  const { version } = await logs.changesSince(7, null);
  expect(await logs.changesSince(8, version)).toMatchObject({ full: true });
});

test('many processes that see a change at once record it once', async () => {
  put(1);
  const { version } = await logs.changesSince(7, null);
  put(2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => open().changesSince(7, version)));
  for (const answer of answers)
    expect(answer).toEqual({ ...answers[0], full: false, changed: [{ id: 2, text: 'a' }], removed: [] });
});

test('callers at the same time share reads', async () => {
  put(1);
  await Promise.all(Array.from({ length: 50 }, () => logs.changesSince(7, null)));
  expect(reads).toBeLessThan(25);
});

test('a set that cannot be read does not disturb the others', async () => {
  const failing = createChangeLogs<State>(connection, 'logs', async (id) => {
    if (id === 1) throw new Error('too large');
    return set;
  });
  const results = await Promise.allSettled([1, 2, 1, 3].map((id) => failing.changesSince(id, null)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test('tombstones are bounded: a version that may miss one gets everything', async () => {
  put(0);
  const { version: oldest } = await logs.changesSince(7, null);
  for (let id = 1; id <= 600; id += 1) put(id);
  const { version: first } = await logs.changesSince(7, null);
  for (let id = 1; id <= 600; id += 1) set.delete(String(id));
  for (let id = 1_001; id <= 1_600; id += 1) put(id);
  const { version: second } = await logs.changesSince(7, null);
  expect((await logs.changesSince(7, first)).removed).toHaveLength(600);
  for (let id = 1_001; id <= 1_600; id += 1) set.delete(String(id));
  const { removed } = await logs.changesSince(7, second);
  expect(removed).toHaveLength(600);
  for (const version of [oldest, first])
    expect(await logs.changesSince(7, version)).toMatchObject({
      full: true,
      changed: [{ id: 0 }],
      removed: [],
    });
  const [stored] = await connection.collection('logs').find().toArray();
  expect(stored?.entries).toHaveLength(1_001);
});

test('a log that was dropped starts anew', async () => {
  put(1);
  const { version } = await logs.changesSince(7, null);
  await connection.collection('logs').deleteMany({});
  expect(await logs.changesSince(7, version)).toMatchObject({ full: true, changed: [{ id: 1, text: 'a' }] });
});
