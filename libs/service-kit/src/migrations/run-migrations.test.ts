import { EventEmitter, once } from 'node:events';
import { eventually, testMongoUri } from '@khmer-learning/test-kit';
import type { BaseConfig } from '../config/config.ts';
import { openSampleService, type SampleService } from '../process/sample-entity.fixture.ts';
import { type Migration, migrationsCollection, runMigrations } from './run-migrations.ts';

let services: SampleService[];
let uri: string;

async function startInstance(): Promise<SampleService> {
  // No server listens there, so rows stay in the outbox.
  const service = openSampleService({ MONGODB_URI: uri, NATS_URL: 'nats://127.0.0.1:1' });
  services.push(service);
  await service.prepare();
  return service;
}

beforeEach(() => {
  services = [];
  uri = testMongoUri('unit');
});

afterEach(() => Promise.all(services.map((service) => service.close())));

interface StoredMigration {
  _id: string;
  finishedAt: Date | null;
  holder?: string | null;
  heldUntil?: Date;
  failures?: number;
  error?: string;
}

const stored = ({ connection }: SampleService) =>
  connection.collection<StoredMigration>(migrationsCollection);
const settings = { leaseMs: 300, pollMs: 20 };

it('runs each step once, in order, when several instances start at the same time, and all wait for it', async () => {
  const instances = [await startInstance(), await startInstance(), await startInstance()];
  const ran: string[] = [];
  // Long enough for a pause of a busy machine.
  const leaseMs = 5_000;
  const step = (name: string, durationMs = 0): Migration<BaseConfig> => ({
    name,
    async up(connection) {
      ran.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, durationMs));
      await connection.collection<{ _id: string }>('things').insertOne({ _id: name });
      ran.push(`${name} ends`);
    },
  });
  // Longer than the lease, which is renewed meanwhile.
  const migrations = [step('0001-first', leaseMs * 1.5), step('0002-second')];
  await Promise.all(
    instances.map(async (service, index) => {
      await runMigrations(service, migrations, { ...settings, leaseMs });
      ran.push(`instance ${index} ready`);
    }),
  );
  expect(ran.slice(0, 4)).toEqual([
    ...['0001-first begins', '0001-first ends'],
    ...['0002-second begins', '0002-second ends'],
  ]);
  expect(ran.slice(4).sort()).toEqual(['instance 0 ready', 'instance 1 ready', 'instance 2 ready']);

  await runMigrations(await startInstance(), [...migrations, step('0003-third')], settings);
  expect(ran.slice(7)).toEqual(['0003-third begins', '0003-third ends']);
});

it('takes over the step of an instance that has died, when its lease has expired', async () => {
  const [dying, other] = [await startInstance(), await startInstance()];
  const signals = new EventEmitter();
  const [begun, over] = [once(signals, 'begun'), once(signals, 'over')];
  const migrationOf = (up: Migration['up']) => [{ name: '0001-first', up }];
  const interrupted = runMigrations(
    dying,
    migrationOf(async () => {
      signals.emit('begun');
      await over;
    }),
    settings,
  );
  const failed = expect(interrupted).rejects.toThrow();
  await begun;
  // It renews its lease no more.
  await dying.close();
  services = [other];

  const up = jest.fn(async () => {
    expect(await stored(other).findOne()).toMatchObject({
      ...{ finishedAt: null, failures: 1, error: 'The process ended while it ran this job' },
    });
  });
  await runMigrations(other, migrationOf(up), settings);
  expect(up).toHaveBeenCalledTimes(1);
  const finished = await stored(other).findOne();
  expect(finished).toMatchObject({ finishedAt: expect.any(Date), holder: null });
  // What the first one does later is not recorded.
  signals.emit('over');
  await failed;
  expect(await stored(other).findOne()).toEqual(finished);
});

it('does not count as finished what an instance ran that had lost its lease', async () => {
  const service = await startInstance();
  let runs = 0;
  const migrating = runMigrations(
    service,
    [
      {
        name: '0001-first',
        async up() {
          runs += 1;
          const other = { holder: 'another process', heldUntil: new Date(Date.now() + 60_000) };
          await stored(service).updateOne({ _id: '0001-first' }, { $set: other });
        },
      },
    ],
    settings,
  );
  await eventually(async () =>
    expect(await stored(service).findOne()).toMatchObject({ holder: 'another process' }),
  );
  expect(await stored(service).findOne()).toMatchObject({ finishedAt: null });
  await stored(service).updateOne({ _id: '0001-first' }, { $set: { finishedAt: new Date() } });
  await migrating;
  expect(runs).toBe(1);
});

it('fails the start with the error of a step, runs none after it, and repeats it at the next start', async () => {
  const service = await startInstance();
  const first = jest.fn().mockRejectedValueOnce(new Error('no space left')).mockResolvedValue(undefined);
  const second = jest.fn(async () => undefined);
  const migrations = [
    { name: '0001-first', up: first },
    { name: '0002-second', up: second },
  ];
  await expect(runMigrations(service, migrations, settings)).rejects.toThrow('no space left');
  expect(second).not.toHaveBeenCalled();
  expect(await stored(service).findOne()).toMatchObject({
    ...{ finishedAt: null, holder: null, failures: 1, error: 'Error: no space left' },
  });
  await runMigrations(service, migrations, settings);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
});

it.each([
  ['a gap', ['0001-first', '0003-third']],
  ['the wrong order', ['0002-second', '0001-first']],
  ['two of the same number', ['0001-first', '0001-other']],
])('refuses numbers with %s', async (_what, names) => {
  const service = await startInstance();
  const up = jest.fn(async () => undefined);
  const migrations = names.map((name) => ({ name, up }));
  await expect(runMigrations(service, migrations, settings)).rejects.toThrow('must begin with');
  expect(up).not.toHaveBeenCalled();
});
