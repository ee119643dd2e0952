import { type EntityEvent, headerNames, streamNames } from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats, testMongoUri } from '@khmer-learning/test-kit';
import { connect, type NatsConnection } from 'nats';
import { createApp } from '../http/create-app.ts';
import { waitForMongo } from '../mongo/connect-mongo.ts';
import { openSampleService, type SampleService, sampleEvent } from '../process/sample-entity.fixture.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';
import { transact } from './transact.ts';

let server: LocalServer;
let client: NatsConnection;
let services: SampleService[];
let mongoUri: string;

async function open(): Promise<SampleService> {
  const service = openSampleService({ MONGODB_URI: mongoUri, NATS_URL: server.url });
  services.push(service);
  await service.nats.whenConnected();
  await service.nats.createMissingStreams();
  await service.prepare();
  return service;
}

beforeEach(async () => {
  server = await startNats();
  client = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 200 });
  mongoUri = testMongoUri('relay');
  services = [];
});

afterEach(async () => {
  server.resume();
  await Promise.all(services.map((service) => service.close()));
  await client.close();
  await server.stop();
});

const unsent = (service: SampleService) => service.relay.backlog().then(({ depth }) => depth);
const allSent = (service: SampleService) => eventually(async () => expect(await unsent(service)).toBe(0));

async function streamState() {
  const manager = await client.jetstreamManager();
  return (await manager.streams.info(streamNames.events)).state;
}

/** Every message in the stream, in stream order. */
async function published(service: SampleService): Promise<OutboxRow[]> {
  return outboxOf(service.connection)
    .find({ streamSeq: { $exists: true } })
    .sort({ streamSeq: 1 })
    .toArray();
}

/** How often an older version of an entity follows a newer one. */
function inversions(rows: readonly OutboxRow[]): number {
  const last = new Map<string, number>();
  let count = 0;
  for (const { subject, version } of rows) {
    if (version < (last.get(subject) ?? 0)) count += 1;
    last.set(subject, version);
  }
  return count;
}

/** Rows of a crashed process: committed but never sent. */
async function leaveRows(
  service: SampleService,
  events: readonly { id: number; version: number }[],
): Promise<void> {
  const deps = { connection: service.connection, relay: { enqueue: () => undefined } };
  await transact(deps, { actor: null, requestId: null }, async (tx) => {
    for (const { id, version } of events)
      tx.emitChanged(sampleEvent, { id, version, state: { id, title: 'left' } });
  });
}

test('an event is published directly after its commit, not by polling', async () => {
  // Prepares the database; afterwards, no relay is polling.
  await (await open()).relay.stop();
  const service = openSampleService({ MONGODB_URI: mongoUri, NATS_URL: server.url });
  services.push(service);
  await waitForMongo(service.connection);
  await service.nats.whenConnected();
  await service.save(1, 1);
  await eventually(async () => expect((await streamState()).messages).toBe(1));
  await allSent(service);
  const row = await outboxOf(service.connection).findOne({ subject: 'events.content.thing.1' });
  expect(row).toMatchObject({ version: 1, streamSeq: 1, sentAt: expect.any(Date) });
  expect(row).not.toHaveProperty('unsentSince');
});

test('two relays racing over 1,000 events: 0 inversions in the stream, each event in it once', async () => {
  const writer = await open();
  await writer.relay.stop();
  for (let version = 1; version <= 20; version++)
    await leaveRows(
      writer,
      Array.from({ length: 50 }, (_, id) => ({ id, version })),
    );
  const racing = [1, 2].map(() => openSampleService({ MONGODB_URI: mongoUri, NATS_URL: server.url }));
  services.push(...racing);
  await Promise.all(racing.map((service) => service.prepare()));
  await allSent(writer);
  // The relay that published a row may mark it after the other one, which does not know its sequence.
  const rows = await eventually(async () => {
    const found = await published(writer);
    expect((await streamState()).last_seq).toBe(found.length);
    return found;
  });
  expect(inversions(rows)).toBe(0);
  expect(new Set(rows.map((row) => row.streamSeq)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(900);
  expect((await streamState()).num_subjects).toBe(50);
  expect(rows.filter((row) => row.version === 20)).toHaveLength(50);
});

test('rows left behind are published by one relay at a time, and the next one continues when it stops', async () => {
  const count = 3_000;
  const writer = await open();
  await writer.relay.stop();
  for (let id = 0; id < count; id += 500)
    await leaveRows(
      writer,
      Array.from({ length: 500 }, (_, index) => ({ id: id + index, version: 1 })),
    );
  const relays = [1, 2, 3].map(() => openSampleService({ MONGODB_URI: mongoUri, NATS_URL: server.url }));
  services.push(...relays);
  const connections = await Promise.all(relays.map(({ nats }) => nats.whenConnected()));
  const sent = () => connections.reduce((sum, connection) => sum + connection.stats().outMsgs, 0);
  await Promise.all(relays.map((service) => waitForMongo(service.connection)));
  const before = sent();
  await Promise.all(relays.map((service) => service.prepare()));
  await allSent(writer);
  expect((await streamState()).messages).toBe(count);
  // Three that race send each event three times. On a busy machine a batch may take longer than the lease, and is repeated.
  expect(sent() - before).toBeLessThan(count * 2);

  await leaveRows(writer, [{ id: 1, version: 2 }]);
  await allSent(writer);
  for (const service of relays.slice(0, 2)) await service.relay.stop();
  await leaveRows(writer, [{ id: 1, version: 3 }]);
  await allSent(writer);
});

test('two relays given the same rows in opposite orders: 0 inversions', async () => {
  const first = await open();
  const second = await open();
  for (let version = 1; version <= 20; version += 5) {
    const taken: OutboxRow[] = [];
    const deps = {
      connection: first.connection,
      relay: { enqueue: (rows: readonly OutboxRow[]) => void taken.push(...rows) },
    };
    await transact(deps, { actor: null, requestId: null }, async (tx) => {
      for (let id = 0; id < 50; id++)
        for (let next = version; next < version + 5; next++)
          tx.emitChanged(sampleEvent, { id, version: next, state: { id, title: '' } });
    });
    first.relay.enqueue(taken);
    second.relay.enqueue([...taken].reverse());
  }
  await allSent(first);
  // The relay that published a row may mark it after the other one, which does not know its sequence.
  const rows = await eventually(async () => {
    const found = await published(first);
    expect(found.filter((row) => row.version === 20)).toHaveLength(50);
    return found;
  });
  expect(inversions(rows)).toBe(0);
});

test('a server paused during publishing: every event is stored once', async () => {
  const service = await open();
  // The stream size is now cached: the following messages are published without a query.
  await service.save(40, 1);
  await allSent(service);
  await server.pause();
  await Promise.all(Array.from({ length: 40 }, (_, index) => service.save(index, 1)));
  expect(await unsent(service)).toBe(40);
  // Long enough for every publish to time out, whether or not it was stored.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  server.resume();
  await allSent(service);
  expect((await streamState()).num_subjects).toBe(41);
  expect((await streamState()).last_seq).toBe(41);
  // The server detected each duplicate by its message id and returned its sequence.
  expect(await published(service)).toHaveLength(41);
});

test('rows of a crashed process are sent by the next one, in version order', async () => {
  const dead = await open();
  await dead.relay.stop();
  await leaveRows(dead, [
    { id: 1, version: 1 },
    { id: 1, version: 2 },
    { id: 2, version: 1 },
    { id: 1, version: 3 },
  ]);
  const next = await open();
  await allSent(next);
  const rows = await published(next);
  expect(rows.filter((row) => row.subject.endsWith('.1')).map((row) => row.version)).toEqual([1, 2, 3]);
  expect(rows).toHaveLength(4);
});

test('a superseded version is marked as sent and never published', async () => {
  const service = await open();
  await service.save(1, 2);
  await allSent(service);
  await leaveRows(service, [{ id: 1, version: 1 }]);
  await allSent(service);
  expect((await published(service)).map((row) => row.version)).toEqual([2]);
  expect((await streamState()).last_seq).toBe(1);
});

test('an event carries the surrogate keys that it purges, unless the stream lacks the version before it', async () => {
  const service = await open();
  const save = (id: number, version: number, surrogateKeys?: readonly string[]) =>
    transact(service, { actor: null, requestId: null }, async (tx) => {
      const state = { id, title: 'keyed' };
      tx.emitChanged(sampleEvent, { id, version, state, ...(surrogateKeys ? { surrogateKeys } : {}) });
    });
  const keysOf = async (id: number) => {
    await allSent(service);
    const manager = await client.jetstreamManager();
    const subject = `events.content.thing.${id}`;
    const { header } = await manager.streams.getMessage(streamNames.events, { last_by_subj: subject });
    return header.has(headerNames.surrogateKey) ? header.get(headerNames.surrogateKey) : undefined;
  };
  await save(1, 1, ['thing:1', 'things', 'thing:1']);
  expect(await keysOf(1)).toBe('thing:1 things');
  await save(1, 2, []);
  expect(await keysOf(1)).toBe('');
  await save(1, 3);
  expect(await keysOf(1)).toBeUndefined();
  await save(1, 4, ['thing:1']);
  expect(await keysOf(1)).toBe('thing:1');
  // The keys of version 5, which was superseded, are not known here.
  await save(1, 6, ['thing:1']);
  expect(await keysOf(1)).toBeUndefined();
});

test('a full stream loses nothing: rows wait in the outbox and are published once there is space', async () => {
  const service = await open();
  const manager = await client.jetstreamManager();
  await manager.streams.update(streamNames.events, { max_bytes: 30_000 });
  // Decreasing sizes: nats-server 2.9 drops the oldest event for the first message that barely fits.
  for (let id = 1; id <= 100; id++) await service.save(id, 1, 'x'.repeat(1_000 - id * 10));
  await eventually(async () => expect((await streamState()).messages).toBeGreaterThan(15));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // A row is marked as sent a moment after its event is in the stream.
  await eventually(async () => {
    const { first_seq, messages } = await streamState();
    expect([first_seq, messages + (await unsent(service))]).toEqual([1, 100]);
  });
  await manager.streams.update(streamNames.events, { max_bytes: 1_000_000 });
  await allSent(service);
  expect((await streamState()).num_subjects).toBe(100);
});

test('writes continue without NATS, and their events are published when it is back', async () => {
  const service = await open();
  await service.save(1, 1);
  await allSent(service);
  await server.kill();
  for (let version = 2; version <= 5; version++) await service.save(1, version);
  await service.save(2, 1);
  expect(await unsent(service)).toBe(5);
  expect((await service.relay.backlog()).oldestAgeSeconds).toBeGreaterThan(0);
  await server.restart();
  await allSent(service);
  await eventually(async () => expect((await streamState()).num_subjects).toBe(2));
});

test('events that the stream lost after acknowledging them are republished', async () => {
  const service = await open();
  await service.save(1, 1);
  await service.save(2, 1);
  await service.save(2, 2);
  await allSent(service);
  // The relay itself checks for losses after it has connected.
  await service.relay.stop();
  const relay = createOutboxRelay(service);
  const manager = await client.jetstreamManager();
  await manager.streams.purge(streamNames.events, { filter: 'events.content.thing.2' });
  expect(await relay.republishMissing(new Date(Date.now() - 60_000))).toBe(1);
  const message = await manager.streams.getMessage(streamNames.events, {
    last_by_subj: 'events.content.thing.2',
  });
  expect(message.json<EntityEvent>().version).toBe(2);
  expect(await relay.republishMissing(new Date(0))).toBe(0);
});

test('a deleted stream is recreated, and retained rows are republished after the next connect', async () => {
  const service = await open();
  await service.save(1, 1);
  await allSent(service);
  const manager = await client.jetstreamManager();
  await manager.streams.delete(streamNames.events);
  await service.save(2, 1);
  await allSent(service);
  await server.kill();
  await server.restart();
  await eventually(async () => expect((await streamState()).num_subjects).toBe(2));
});

test('an event larger than NATS accepts does not hold up the others', async () => {
  const service = await open();
  await service.save(1, 1, 'x'.repeat(2_000_000));
  await service.save(2, 1);
  await eventually(async () => expect(await unsent(service)).toBe(1));
  expect((await streamState()).num_subjects).toBe(1);
});

test('a large backlog is not counted to its end', async () => {
  const service = await open();
  // Not due, so that nothing is sent meanwhile.
  const later = { createdAt: new Date(), unsentSince: new Date(Date.now() + 3_600_000) };
  const rows = Array.from({ length: 10_001 }, (_, n) => ({ ...later, _id: `row ${n}`, subject: `${n}` }));
  await service.connection.collection<{ _id: string }>('outbox').insertMany(rows);
  expect(await unsent(service)).toBe(10_000);
});

test('the backlog is shown in the metrics', async () => {
  const service = await open();
  const app = createApp(service);
  await server.pause();
  await service.save(1, 1);
  await service.save(2, 1);
  const { body } = await app.inject('/metrics');
  server.resume();
  expect(body).toMatch(/^outbox_depth\{service="content"\} 2$/m);
  expect(Number(/^outbox_oldest_age_seconds\{service="content"\} (.*)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  await app.inject('/healthz');
  const after = (await app.inject('/metrics')).body;
  expect(after).toMatch(/^http_request_duration_seconds_count\{.*route="\/healthz".*status="200".*\} 1$/m);
  await app.close();
});

test('hundreds of events are in flight at once', async () => {
  const service = await open();
  const connection = await service.nats.whenConnected();
  let inFlight = 0;
  let release = () => undefined as unknown;
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const jetstream = connection.jetstream.bind(connection);
  jest.spyOn(connection, 'jetstream').mockImplementation((options) => {
    const publisher = jetstream(options);
    const publish = publisher.publish.bind(publisher);
    publisher.publish = async (...message) => {
      inFlight += 1;
      await released;
      return publish(...message);
    };
    return publisher;
  });
  await transact(service, { actor: null, requestId: null }, async (tx) => {
    for (let id = 0; id < 400; id++)
      tx.emitChanged(sampleEvent, { id, version: 1, state: { id, title: '' } });
  });
  // None of them is acknowledged.
  await eventually(() => expect(inFlight).toBeGreaterThan(200)).finally(release);
  await allSent(service);
});

test('many events need far fewer database commands than one each', async () => {
  const count = 4_000;
  const writer = await open();
  await writer.relay.stop();
  for (let id = 0; id < count; id += 400)
    await leaveRows(
      writer,
      Array.from({ length: 400 }, (_, index) => ({ id: id + index, version: 1 })),
    );
  const service = openSampleService({ MONGODB_URI: mongoUri, NATS_URL: server.url });
  services.push(service);
  await waitForMongo(service.connection);
  await service.nats.whenConnected();
  let commands = 0;
  service.connection.getClient().on('connectionCheckedOut', () => {
    commands += 1;
  });
  await service.prepare();
  await allSent(writer);
  expect((await streamState()).messages).toBe(count);
  expect(commands).toBeLessThan(count / 4);
});
