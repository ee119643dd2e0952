import {
  type EntityEvent,
  eventSubject,
  headerNames,
  republicationEvent,
  republishSubject,
  streamNames,
} from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats, testMongoUri } from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { connect, type JetStreamManager, JSONCodec, type NatsConnection } from 'nats';
import { createApp } from '../http/create-app.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { findUnfinishedOwners } from '../nats/stream-completeness.ts';
import { outboxOf } from '../outbox/outbox-row.ts';
import { transact } from '../outbox/transact.ts';
import {
  openSampleService,
  type SampleEntity,
  type SampleService,
  sampleEvent,
  sideEffectsCollection,
  startSideEffectCounter,
} from '../process/sample-entity.fixture.ts';
import { entitySource, type PresentStateSource } from './present-state.ts';
import { type RepublicationAnswer, requestRepublication, startRepublication } from './republication.ts';
import { runRepublishCommand } from './republish-command.ts';

const sources = [
  entitySource<SampleEntity, typeof sampleEvent>('things', sampleEvent, ({ _id, title }) => ({
    id: _id,
    title,
  })),
];
const codec = JSONCodec<RepublicationAnswer>();

let server: LocalServer;
let client: NatsConnection;
let manager: JetStreamManager;
let mongoUri: string;
let running: { service: SampleService; app: FastifyInstance }[];

beforeEach(async () => {
  server = await startNats();
  client = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 200 });
  manager = await client.jetstreamManager();
  mongoUri = testMongoUri('republication');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((instance) => stop(instance)));
  await client.close();
  await server.stop();
});

/** Starts an instance of the sample service. */
async function open(
  sourcesOf: (service: SampleService) => readonly PresentStateSource[] = () => sources,
): Promise<SampleService> {
  const service = openSampleService({ MONGODB_URI: mongoUri, NATS_URL: server.url });
  await service.nats.whenConnected();
  await service.nats.createMissingStreams();
  await service.prepare();
  const app = createApp(service);
  const jobs = createJobRunner(app, service);
  startRepublication(app, service, { owner: 'content', jobs, sources: sourcesOf(service) });
  await app.ready();
  running.push({ service, app });
  return service;
}

async function stop({ service, app }: (typeof running)[number]): Promise<void> {
  await app.close();
  await service.close();
}

const isComplete = () =>
  eventually(async () => expect(await findUnfinishedOwners(client, ['content'])).toEqual([]));
const requestAll = async () =>
  codec.decode((await client.request(republishSubject('content'), '', { timeout: 20_000 })).data);
const row = (service: SampleService) => service.connection.collection('republications').findOne({});
const isDone = (service: SampleService) =>
  eventually(async () => expect(await row(service)).toMatchObject({ isDue: false }));

/** The newest event of an entity in the stream. */
async function lastEvent(id: number): Promise<EntityEvent & { seq: number }> {
  const subject = eventSubject(sampleEvent, id);
  const message = await manager.streams.getMessage(streamNames.events, { last_by_subj: subject });
  return { ...message.json<EntityEvent>(), seq: message.seq };
}

/** Deletes the stream with everything in it, and what the outbox still has of it. */
async function loseStream(service: SampleService): Promise<void> {
  await eventually(async () => expect((await service.relay.backlog()).depth).toBe(0));
  await outboxOf(service.connection).deleteMany({});
  await manager.streams.delete(streamNames.events);
  await service.nats.createMissingStreams();
}

test('a stream made anew, also while connected, gets all that exists and was deleted, then the word that it is complete', async () => {
  const service = await open();
  await isComplete();
  for (const id of [1, 2]) await service.save(id, 1);
  await service.save(1, 2);
  await transact(service, { actor: null, requestId: null }, async (tx) => {
    await service.entities.deleteOne({ _id: 2 }, { session: tx.session });
    tx.emitDeleted(sampleEvent, { id: 2, version: 2 });
  });
  await loseStream(service);
  expect(await findUnfinishedOwners(client, ['content'])).toEqual(['content']);
  await isComplete();
  expect(await lastEvent(1)).toMatchObject({
    version: 2,
    type: 'changed',
    state: { id: 1, title: 'thing 1, version 2' },
  });
  expect(await lastEvent(2)).toMatchObject({ version: 2, type: 'deleted', state: null });
  expect((await row(service))?.counts).toEqual({ published: 2, known: 0, superseded: 0, failed: 0 });
});

test('a stream that has everything gets nothing again at a start, only the word', async () => {
  const first = await open();
  await first.save(1, 1);
  await isComplete();
  const { seq } = await eventually(() => lastEvent(1));
  await first.connection.collection('republications').updateOne({}, { $set: { filledStream: null } });
  await eventually(async () => expect((await row(first))?.counts.known).toBe(1));
  await isDone(first);
  expect((await row(first))?.counts).toEqual({ published: 0, known: 1, superseded: 0, failed: 0 });
  expect((await lastEvent(1)).seq).toBe(seq);
});

test('an operator is told how much; one instance acts; consumers that lost all process it, others skip it', async () => {
  const service = await open();
  await open();
  await isDone(service);
  const effects = service.connection.collection<{ _id: string; times: number }>(sideEffectsCollection);
  await service.connection.createCollection(sideEffectsCollection);
  startSideEffectCounter(service);
  for (let id = 1; id <= 250; id += 1) await service.save(id, 1);
  await eventually(async () => expect(await effects.countDocuments()).toBe(250));
  // The consumer has lost what it knew of the first hundred.
  const lost = Array.from({ length: 100 }, (_, index) => String(index + 1));
  await effects.deleteMany({ _id: { $in: lost } });
  await service.connection
    .collection<{ _id: string }>('inbox')
    .deleteMany({ _id: { $in: lost.map((id) => `effects:content.thing.${id}`) } });

  expect(await requestAll()).toEqual({
    service: 'content',
    rows: { things: 250, tombstones: 0 },
    totalRows: 250,
    replaces: null,
  });
  await isDone(service);
  expect((await row(service))?.counts).toEqual({ published: 250, known: 0, superseded: 0, failed: 0 });
  await eventually(async () => {
    const info = await manager.consumers.info(streamNames.events, 'effects');
    expect([await effects.countDocuments(), info.num_pending, info.num_ack_pending]).toEqual([250, 0, 0]);
  });
  const { seq } = await lastEvent(250);
  expect([await effects.countDocuments({ times: 1 }), seq > 500]).toEqual([250, true]);
});

test('a republication continues in another instance where the first one stopped', async () => {
  let batches = 0;
  let stopping: Promise<unknown> | undefined;
  const first = await open(() =>
    sources.map((source) => ({
      ...source,
      async present(rows) {
        if (rows.length > 0) batches += 1;
        if (batches === 2) stopping ??= running[0]?.app.close();
        return source.present(rows);
      },
    })),
  );
  await isDone(first);
  const things = Array.from({ length: 450 }, (_, index) => ({
    ...{ _id: index + 1, title: `thing ${index + 1}`, version: 1 },
  }));
  await first.entities.insertMany(things);
  await requestRepublication({ connection: first.connection, name: 'content' }, sources);
  await eventually(() => expect(stopping).toBeDefined());
  await stopping;
  const instance = running.shift();
  const before = await row(first);
  expect(before).toMatchObject({ isDue: true });
  expect(before?.counts.published).toBeGreaterThan(0);
  const second = await open();
  await isDone(second);
  expect((await row(second))?.counts).toEqual({ published: 450, known: 0, superseded: 0, failed: 0 });
  if (instance) await instance.service.close();
});

test('live events are published within two batches of a republication of thousands of rows', async () => {
  const service = await open();
  await isDone(service);
  const many = depth(800, 2_000);
  const things = Array.from({ length: many }, (_, index) => ({
    ...{ _id: index + 1, title: `thing ${index + 1}`, version: 1 },
  }));
  await service.entities.insertMany(things);
  const lastSeq = async () => (await manager.streams.info(streamNames.events)).state.last_seq;
  await requestAll();
  const waits: number[] = [];
  const isRunning = async () => (await row(service))?.isDue === true;
  for (let id = many + 1; await isRunning(); id += 1) {
    await service.save(id, 1);
    // Only from now on, because MongoDB may take long to commit.
    const before = await lastSeq();
    const { seq } = await eventually(() => lastEvent(id), { intervalMs: 5 });
    // One after another: all messages in between are republished ones.
    if (await isRunning()) waits.push(seq - before - 1);
  }
  expect((await row(service))?.counts.published).toBeGreaterThanOrEqual(many);
  expect(waits.length).toBeGreaterThan(5);
  expect(Math.max(...waits)).toBeLessThanOrEqual(200);
});

test('a republication ends although new rows are stored faster than it reads', async () => {
  let stored = 0;
  const service = await open((service) =>
    sources.map((source) => ({
      ...source,
      async present(rows) {
        stored += 1;
        await service.save(stored, 1);
        return source.present(rows);
      },
    })),
  );
  await isDone(service);
  await service.save(0, 1);
  await requestAll();
  await isDone(service);
  expect(stored).toBeLessThanOrEqual(2);
});

test('what the stream has in a newer version than the database is left alone, and said', async () => {
  const service = await open();
  await isDone(service);
  await service.save(1, 3);
  await eventually(async () => expect((await lastEvent(1)).version).toBe(3));
  // The database was replaced by an older one.
  await service.entities.updateOne({ _id: 1 }, { version: 2 });
  await requestAll();
  await isDone(service);
  expect((await row(service))?.counts).toEqual({ published: 0, known: 0, superseded: 1, failed: 0 });
  expect((await lastEvent(1)).version).toBe(3);
});

test('the word purges no cached answers', async () => {
  await open();
  await isComplete();
  const subject = eventSubject(republicationEvent('content'), 1);
  const { header } = await manager.streams.getMessage(streamNames.events, { last_by_subj: subject });
  const name = headerNames.surrogateKey;
  expect([header.has(name), header.get(name)]).toEqual([true, '']);
});

test('the command of an operator does the same as the message', async () => {
  const service = await open();
  await isDone(service);
  await service.save(1, 1);
  const { seq } = await eventually(() => lastEvent(1));
  const printed: unknown[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(text) > 0);
  await runRepublishCommand('content', service.config, () => sources);
  write.mockRestore();
  expect(JSON.parse(String(printed[0]))).toMatchObject({ service: 'content', totalRows: 1 });
  await eventually(async () => expect((await lastEvent(1)).seq).toBeGreaterThan(seq));
  await isDone(service);
});
