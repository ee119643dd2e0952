import { eventually, testMongoUri } from '@khmer-learning/test-kit';
import type { Connection } from 'mongoose';
import { closeMongo, connectMongo, waitForMongo } from '../mongo/connect-mongo.ts';
import { openSampleService, type SampleService } from '../process/sample-entity.fixture.ts';
import { watchRows } from './watch-rows.ts';

let service: SampleService;
/** That of another process. */
let other: Connection;
let stops: (() => void)[];

beforeAll(async () => {
  const uri = testMongoUri('watch-rows');
  service = openSampleService({ MONGODB_URI: uri, NATS_URL: 'nats://127.0.0.1:1' });
  other = connectMongo(uri, { appName: 'other', timeoutMs: 30_000 });
  await waitForMongo(other);
  await service.prepare();
});
afterAll(async () => {
  await service.close();
  await closeMongo(other);
});
beforeEach(() => {
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
});

function watch(collection: string, filter: object): { found: number } {
  const watched = { found: 0 };
  stops.push(
    watchRows(service.connection, {
      collection,
      filter: () => filter,
      onFound: () => {
        watched.found += 1;
      },
      pauses: { firstMs: 15, longestMs: 30 },
    }),
  );
  return watched;
}

it('finds the rows that another process has stored, of all kinds by one command', async () => {
  let commands = 0;
  service.connection.getClient().on('connectionCheckedOut', () => {
    commands += 1;
  });
  const kinds = ['one', 'two', 'three'].map((kind) => ({ kind, watched: watch(kind, { isDue: true }) }));
  await other.collection('one').insertOne({ isDue: true });
  await other.collection('two').insertOne({ isDue: false });
  await eventually(() => expect(kinds[0]?.watched.found).toBeGreaterThan(9));
  expect(kinds.map(({ watched }) => watched.found > 0)).toEqual([true, false, false]);
  expect(commands).toBeLessThan(20);
});

it('lets everybody look on their own when the command fails', async () => {
  const [sound] = [watch('one', { isDue: 'never' }), watch('two', { $unknown: 1 })];
  await eventually(() => expect(sound?.found).toBeGreaterThan(2));
});

it('finds nothing after it was stopped', async () => {
  const watched = watch('stopped', {});
  await other.collection('stopped').insertOne({});
  await eventually(() => expect(watched.found).toBeGreaterThan(0));
  stops.pop()?.();
  const { found } = watched;
  const [later] = [watch('stopped', {})];
  await eventually(() => expect(later?.found).toBeGreaterThan(2));
  expect(watched.found).toBeLessThanOrEqual(found + 1);
});
