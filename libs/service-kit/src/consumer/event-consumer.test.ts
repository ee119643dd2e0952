import {
  type EntityEvent,
  eventSubject,
  eventSubjectFilter,
  headerNames,
  streamNames,
} from '@khmer-learning/contracts';
import {
  eventually,
  type LocalServer,
  publishStreamIsFilled,
  startMongo,
  startNats,
  testMongoUri,
} from '@khmer-learning/test-kit';
import { connect, headers, type JetStreamManager, type NatsConnection } from 'nats';
import { createApp } from '../http/create-app.ts';
import { openSampleService, type SampleService, sampleEvent } from '../process/sample-entity.fixture.ts';
import type { DeadLetter } from './dead-letters.ts';
import {
  type EventConsumer,
  type EventConsumerOptions,
  isEventOf,
  resetEventConsumer,
  startEventConsumer,
} from './event-consumer.ts';

let server: LocalServer;
let client: NatsConnection;
let manager: JetStreamManager;
let service: SampleService;
/** Lets consumers go on that a test has made hang. */
let release: () => void;
/** The consumers' projection: per entity, its title and how often an event took effect. */
const effects = () =>
  service.connection.collection<{ _id: string; title: string | null; times: number }>('effects');

beforeEach(async () => {
  release = () => undefined;
  server = await startNats();
  client = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 200 });
  manager = await client.jetstreamManager();
  service = openSampleService({ MONGODB_URI: testMongoUri('consumer'), NATS_URL: server.url });
  await service.nats.whenConnected();
  await service.nats.createMissingStreams();
  await service.prepare();
  await service.connection.createCollection('effects');
});

afterEach(async () => {
  release();
  server.resume();
  await service.close();
  await client.close();
  await server.stop();
});

function start(options: Partial<EventConsumerOptions> = {}): EventConsumer {
  return startEventConsumer(service, {
    durable: 'test',
    filterSubject: eventSubjectFilter(sampleEvent),
    events: [sampleEvent],
    handle: async (events, tx) => {
      for (const event of events) {
        const title = isEventOf(sampleEvent, event) ? (event.state?.title ?? null) : 'no thing';
        await effects().updateOne(
          { _id: event.entityId },
          { $set: { title }, $inc: { times: 1 } },
          { upsert: true, session: tx.session },
        );
      }
    },
    ...options,
  });
}

function thing(id: number, version: number, change: Partial<EntityEvent> = {}): EntityEvent {
  return {
    id: `${id}-${version}`,
    service: 'content',
    entity: 'thing',
    entityId: String(id),
    version,
    type: 'changed',
    state: { id, title: `v${version}` },
    occurredAt: new Date().toISOString(),
    actor: null,
    requestId: 'r1',
    ...change,
  };
}

async function publish(event: EntityEvent, surrogateKeys?: string): Promise<number> {
  const messageHeaders = headers();
  if (surrogateKeys !== undefined) messageHeaders.set(headerNames.surrogateKey, surrogateKeys);
  const subject = eventSubject(event, event.entityId);
  const ack = await client.jetstream().publish(subject, JSON.stringify(event), { headers: messageHeaders });
  return ack.seq;
}

const effectsEventually = (expected: Record<string, string | null>) =>
  eventually(async () => {
    const rows = await effects().find().toArray();
    expect(Object.fromEntries(rows.map((row) => [row._id, row.title]))).toEqual(expected);
  });

async function deadLetters(durable: string): Promise<DeadLetter[]> {
  const { state } = await manager.streams.info(streamNames.deadLetters);
  const dead: DeadLetter[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq++)
    dead.push((await manager.streams.getMessage(streamNames.deadLetters, { seq })).json<DeadLetter>());
  return dead.filter((event) => event.durable === durable);
}

it('reports whether all instances together have handled the whole stream', async () => {
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = start({ handle: () => released });
  const second = start({ handle: () => released });
  const both = () => Promise.all([first.isUpToDate(), second.isUpToDate()]);
  await eventually(() => expect([first.hasCaughtUp(), second.hasCaughtUp()]).toEqual([true, true]));
  // Nothing says yet that the stream has all that content owns.
  expect(await both()).toEqual([false, false]);
  await publishStreamIsFilled(service.nats, 'content');
  await eventually(async () => expect(await both()).toEqual([true, true]));
  await publish(thing(1, 1));
  for (let i = 0; i < 20; i += 1) expect(await both()).toEqual([false, false]);
  release();
  await eventually(async () => expect(await both()).toEqual([true, true]));
  await manager.streams.delete(streamNames.events);
  await service.nats.createMissingStreams();
  await eventually(async () =>
    expect((await manager.consumers.info(streamNames.events, 'test')).name).toBe('test'),
  );
  for (let i = 0; i < 20; i += 1) expect(await both()).toEqual([false, false]);
  await publishStreamIsFilled(service.nats, 'content');
  await eventually(async () => expect(await both()).toEqual([true, true]));
  await server.pause();
  // Before a request with the client's default timeout gives up.
  const order: string[] = [];
  await Promise.all([
    both().then((answers) => order.push(`up to date: ${answers}`)),
    manager.streams.info(streamNames.events).catch(() => order.push('default timeout')),
  ]);
  expect(order).toEqual(['up to date: false,false', 'default timeout']);
  server.resume();
});

test.each([1, 7])(
  'every event three times, shuffled, %i at a time: the newest version once',
  async (batchSize) => {
    const events = Array.from({ length: 60 }, (_, index) => thing(index % 20, Math.floor(index / 20) + 1));
    const deliveries = [...events, ...events, ...events].sort(() => Math.random() - 0.5);
    // One subject per delivery, so that the stream keeps all of them, like redeliveries.
    for (const [index, event] of deliveries.entries())
      await client.jetstream().publish(`events.content.thing.${index + 1_000}`, JSON.stringify(event));
    const consumer = start({ batchSize });
    await eventually(() => expect(consumer.hasCaughtUp()).toBe(true));
    await effectsEventually(Object.fromEntries(Array.from({ length: 20 }, (_, id) => [String(id), 'v3'])));
    // An older version has no effect after a newer one: at most one effect per version.
    for (const row of await effects().find().toArray()) expect(row.times).toBeLessThanOrEqual(3);

    const before = await effects().find().sort({ _id: 1 }).toArray();
    await manager.consumers.delete(streamNames.events, 'test');
    await eventually(async () =>
      expect((await manager.consumers.info(streamNames.events, 'test')).num_pending).toBe(0),
    );
    await eventually(() => expect(consumer.pending()).toBe(0));
    expect(await effects().find().sort({ _id: 1 }).toArray()).toEqual(before);
  },
);

test('a batch is handled together, only the newest event of each entity', async () => {
  const batches: number[] = [];
  const events = Array.from({ length: 400 }, (_, id) => thing(id, 1));
  await Promise.all(events.map((event) => publish(event)));
  const consumer = start({ handle: async (batch) => void batches.push(batch.length) });
  await eventually(() => expect(consumer.hasCaughtUp()).toBe(true));
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(400);
  expect(batches.length).toBeLessThan(40);
  expect(Math.max(...batches)).toBeLessThanOrEqual(200);
});

test('a consumer that gathers handles what arrives meanwhile in one batch, or leaves it when it is stopped', async () => {
  const batches: number[] = [];
  const handle = async (batch: readonly EntityEvent[]) => void batches.push(batch.length);
  const gathering = start({ handle, gatherMs: 5_000 });
  await eventually(() => expect(gathering.hasCaughtUp()).toBe(true));
  await Promise.all([1, 2, 3].map((id) => publish(thing(id, 1))));
  await eventually(() => expect(batches).toEqual([3]));
  await publish(thing(4, 1));
  await eventually(() => expect(gathering.pending()).toBe(1));
  await gathering.stop();
  expect(batches).toEqual([3]);
  start();
  await effectsEventually({ 4: 'v1' });
});

test('changes that the public cannot see gather for longer, until one arrives that it can see', async () => {
  const batches: number[] = [];
  const handle = async (batch: readonly EntityEvent[]) => void batches.push(batch.length);
  const gathering = start({ handle, privateGatherMs: 600_000 });
  await eventually(() => expect(gathering.hasCaughtUp()).toBe(true));
  for (const id of [1, 2]) await publish(thing(id, 1), '');
  await eventually(() => expect(gathering.pending()).toBe(2));
  expect(batches).toEqual([]);
  await publish(thing(3, 1), 'thing.3');
  await eventually(() => expect(batches.reduce((sum, size) => sum + size, 0)).toBe(3));
  // An event that does not say what it purges may be visible.
  await publish(thing(4, 1));
  await eventually(() => expect(batches.reduce((sum, size) => sum + size, 0)).toBe(4));
});

test('a caller who waits for an event, or asks whether all are handled, does not wait for others to gather', async () => {
  const gathering = start({ gatherMs: 600_000 });
  await eventually(() => expect(gathering.hasCaughtUp()).toBe(true));
  await publish(thing(1, 1));
  await eventually(() => expect(gathering.pending()).toBe(1));
  expect(await gathering.waitForVersion(sampleEvent, 1, 1, 40_000)).toBe(true);
  // Also for an event that arrives while the caller waits.
  const waiting = gathering.waitForVersion(sampleEvent, 2, 1, 40_000);
  await publish(thing(2, 1));
  expect(await waiting).toBe(true);
  await publish(thing(3, 1));
  await eventually(async () => {
    await gathering.isUpToDate();
    expect(await effects().countDocuments()).toBe(3);
  });
});

test('a deleted durable is recreated and misses nothing', async () => {
  start();
  await publish(thing(1, 1));
  await effectsEventually({ 1: 'v1' });
  await manager.consumers.delete(streamNames.events, 'test');
  await publish(thing(2, 1));
  await effectsEventually({ 1: 'v1', 2: 'v1' });
  expect((await effects().findOne({ _id: '1' }))?.times).toBe(1);
});

test('a deleted stream is recreated, and later events are handled', async () => {
  start();
  await publish(thing(1, 1));
  await effectsEventually({ 1: 'v1' });
  await manager.streams.delete(streamNames.events);
  await eventually(() => publish(thing(2, 1)));
  await effectsEventually({ 1: 'v1', 2: 'v1' });
});

test('a poison event is dead-lettered with its sequence and error, while the others continue', async () => {
  const consumer = start({
    handle: async (events, tx) => {
      for (const event of events) {
        if (event.entityId === '13') throw new Error('cannot digest thirteen');
        await effects().updateOne(
          { _id: event.entityId },
          { $set: { title: 'ok' } },
          { upsert: true, session: tx.session },
        );
      }
    },
  });
  await publish(thing(1, 1));
  const poison = await publish(thing(13, 1));
  await publish(thing(2, 1));
  await effectsEventually({ 1: 'ok', 2: 'ok' });
  await publish(thing(3, 1));
  await effectsEventually({ 1: 'ok', 2: 'ok', 3: 'ok' });
  await eventually(async () => expect(await deadLetters('test')).toHaveLength(1));
  const [dead] = await deadLetters('test');
  expect(dead).toMatchObject({
    subject: 'events.content.thing.13',
    stream_seq: poison,
    error: 'Error: cannot digest thirteen',
    tries: 5,
  });
  expect(JSON.parse(dead?.event ?? '')).toMatchObject({ entityId: '13', version: 1 });
  await eventually(() => expect(consumer.pending()).toBe(0));
  expect(consumer.hasCaughtUp()).toBe(true);

  const app = createApp(service);
  const metrics = (await app.inject('/metrics')).body;
  expect(metrics).toMatch(/^dead_letter_events\{durable="test",service="content"\} 1$/m);
  expect(metrics).toMatch(/^consumer_pending\{durable="test",service="content"\} 0$/m);
  await app.close();

  await publish(thing(13, 2));
  await eventually(async () => expect(await deadLetters('test')).toHaveLength(2));
});

/**
 * Delivers every message this many times without acknowledgement, as if the processes were stopped while handling it.
 */
async function deliverInVain(times: number): Promise<void> {
  const reader = await client.jetstream().consumers.get(streamNames.events, 'test');
  for (let time = 0; time < times; time++) {
    const messages = await reader.fetch({ max_messages: 3, expires: 1_000 });
    for await (const message of messages) message.nak();
  }
}

test('events in flight when a process stopped are handled alone, and never dead-lettered for that', async () => {
  const stopped = start();
  await eventually(() => manager.consumers.info(streamNames.events, 'test'));
  await stopped.stop();
  for (const id of [1, 2, 3]) await publish(thing(id, 1));
  await deliverInVain(11);
  const batches: string[][] = [];
  const consumer = start({
    handle: async (events) => void batches.push(events.map((event) => event.entityId)),
  });
  await eventually(() => expect(batches.flat().sort()).toEqual(['1', '2', '3']));
  expect(batches).toHaveLength(3);
  await eventually(() => expect(consumer.pending()).toBe(0));
  expect(await deadLetters('test')).toEqual([]);
  // The end of an attempt is stored after the acknowledgement.
  await eventually(async () =>
    expect(await service.connection.collection('attempts').countDocuments()).toBe(0),
  );
});

test('an invalid event or state is dead-lettered immediately', async () => {
  const consumer = start();
  await client.jetstream().publish('events.content.thing.7', 'not JSON');
  await publish(thing(8, 1, { state: { id: 'eight' } }));
  await publish(thing(9, 1));
  await effectsEventually({ 9: 'v1' });
  await eventually(async () => expect(await deadLetters('test')).toMatchObject([{ tries: 1 }, { tries: 1 }]));
  await eventually(() => expect(consumer.pending()).toBe(0));
});

test('events of other types are ignored', async () => {
  const consumer = start({ filterSubject: 'events.>' });
  await publish(thing(1, 1, { entity: 'other' }));
  await publish(thing(2, 1));
  await effectsEventually({ 2: 'v1' });
  await eventually(() => expect(consumer.pending()).toBe(0));
});

test('a tombstone is an event too', async () => {
  start();
  await publish(thing(1, 1));
  await effectsEventually({ 1: 'v1' });
  await publish(thing(1, 2, { type: 'deleted', state: null }));
  await effectsEventually({ 1: null });
});

test('two instances of one durable share the work; each event has its effect once', async () => {
  start({ batchSize: 10 });
  start({ batchSize: 10 });
  await Promise.all(Array.from({ length: 200 }, (_, id) => publish(thing(id, 1))));
  await eventually(async () => expect(await effects().countDocuments()).toBe(200));
  expect(await effects().countDocuments({ times: 1 })).toBe(200);
});

test('events emitted by an effect are stored with it and keep the original request id', async () => {
  start({
    handle: async (events, tx) => {
      for (const event of events)
        if (event.version === 1)
          tx.emitChanged(
            sampleEvent,
            { id: Number(event.entityId), version: 2, state: { id: 1, title: 'reaction' } },
            event,
          );
    },
  });
  await publish(thing(1, 1));
  await eventually(async () => {
    const last = await manager.streams.getMessage(streamNames.events, {
      last_by_subj: 'events.content.thing.1',
    });
    expect(last.json()).toMatchObject({ version: 2, state: { title: 'reaction' }, requestId: 'r1' });
  });
});

test('NATS unavailable and back: all events in between take effect', async () => {
  start();
  await publish(thing(1, 1));
  await effectsEventually({ 1: 'v1' });
  await server.kill();
  await service.save(2, 1, 'written without NATS');
  await eventually(() => expect(service.nats.isConnected()).toBe(false));
  await server.restart();
  await effectsEventually({ 1: 'v1', 2: 'written without NATS' });
  await eventually(() => publish(thing(1, 2)));
  await effectsEventually({ 1: 'v2', 2: 'written without NATS' });
});

test('a writer can wait until its change took effect', async () => {
  const consumer = start();
  expect(await consumer.waitForVersion(sampleEvent, 1, 1, 50)).toBe(false);
  // Longer than the test's time-out: only the event can end the wait.
  const waiting = consumer.waitForVersion(sampleEvent, 1, 2, 600_000);
  await publish(thing(1, 1));
  await publish(thing(1, 2));
  expect(await waiting).toBe(true);
  expect(await consumer.waitForVersion(sampleEvent, 1, 1, 0)).toBe(true);
});

test('a consumer holds as many events unprocessed as its setting says, also when it was changed', async () => {
  const unacknowledged = async () =>
    (await manager.consumers.info(streamNames.events, 'test')).config.max_ack_pending;
  const before = start();
  await eventually(async () => expect(await unacknowledged()).toBe(400));
  await before.stop();
  startEventConsumer(
    { ...service, config: { CONSUMER_MAX_UNACKNOWLEDGED: 1_200 } },
    {
      durable: 'test',
      filterSubject: eventSubjectFilter(sampleEvent),
      events: [],
      handle: async () => undefined,
    },
  );
  await eventually(async () => expect(await unacknowledged()).toBe(1_200));
});

test('a reset consumer reads the stream again from its beginning', async () => {
  const consumer = start();
  await publish(thing(1, 1));
  await publish(thing(2, 3));
  await effectsEventually({ 1: 'v1', 2: 'v3' });
  await consumer.stop();
  await effects().deleteMany({});
  await resetEventConsumer(service, 'test');
  start();
  await effectsEventually({ 1: 'v1', 2: 'v3' });
});

test('MongoDB unavailable: nothing is dead-lettered, and everything takes effect once it is back', async () => {
  const mongo = await startMongo();
  const settings = { MONGODB_URI: mongo.url, NATS_URL: server.url };
  // Calls fail while it is away.
  const other = openSampleService({ ...settings, MONGODB_TIMEOUT_MS: '3000' });
  await other.prepare();
  await other.connection.createCollection('effects');
  startEventConsumer(other, {
    durable: 'other',
    maxAttempts: 1,
    filterSubject: eventSubjectFilter(sampleEvent),
    events: [sampleEvent],
    handle: async (events, tx) => {
      const rows = events.map((event) => ({ title: event.entityId }));
      await other.connection.collection('effects').insertMany(rows, { session: tx.session });
    },
  });
  await publish(thing(1, 1));
  await eventually(async () => expect(await other.connection.collection('effects').countDocuments()).toBe(1));
  await mongo.kill();
  for (let id = 2; id <= 20; id++) await publish(thing(id, 1));
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await mongo.restart();
  await eventually(async () =>
    expect(await other.connection.collection('effects').countDocuments()).toBe(20),
  );
  expect(await deadLetters('other')).toEqual([]);
  await other.close();
  await mongo.stop();
});
