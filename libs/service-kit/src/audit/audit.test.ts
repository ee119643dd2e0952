import { auditRecordSchema, auditStream, auditSubject } from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats, testMongoUri } from '@khmer-learning/test-kit';
import { connect, type NatsConnection } from 'nats';
import { createOutboxRelay } from '../outbox/outbox-relay.ts';
import { type OutboxRow, outboxOf } from '../outbox/outbox-row.ts';
import type { RequestContext } from '../outbox/request-context.ts';
import { transact } from '../outbox/transact.ts';
import { openSampleService, type SampleService, sampleEvent } from '../process/sample-entity.fixture.ts';

const context: RequestContext = {
  actor: { id: 7, role: 'teacher' },
  requestId: 'request-1',
  address: '198.51.100.7',
};
let server: LocalServer;
let client: NatsConnection;
let service: SampleService;

beforeEach(async () => {
  server = await startNats();
  client = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 200 });
  service = openSampleService({ MONGODB_URI: testMongoUri('audit'), NATS_URL: server.url });
  await service.nats.whenConnected();
  await service.nats.createMissingStreams();
  await service.prepare();
});

afterEach(async () => {
  server.resume();
  await service.close();
  await client.close();
  await server.stop();
});

const save = (id: number, version = 1) =>
  transact(service, context, async (tx) => {
    await service.entities.updateOne(
      { _id: id },
      { title: `thing ${id}`, version },
      { upsert: true, session: tx.session },
    );
    tx.emitChanged(sampleEvent, { id, version, state: { id, title: `thing ${id}` } });
    tx.audit(sampleEvent, { action: 'created', id, title: `thing ${id}` });
  });

const records = async () =>
  (
    await outboxOf(service.connection)
      .find({ subject: /^audit\./ })
      .toArray()
  ).map((row) => auditRecordSchema.parse(JSON.parse(row.payload)));

async function streamState() {
  const manager = await client.jetstreamManager();
  return (await manager.streams.info(auditStream.name)).state;
}

const allSent = () => eventually(async () => expect((await service.relay.backlog()).depth).toBe(0));

test('a record says what was done, by whom, in which request and from where', async () => {
  await transact(service, context, async (tx) => {
    tx.audit(sampleEvent, {
      action: 'updated',
      id: 4,
      title: 'Greetings',
      fields: ['title'],
      detail: '12 lessons deleted with it',
    });
  });
  expect(await records()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      service: 'content',
      action: 'updated',
      entity: 'thing',
      entityId: '4',
      title: 'Greetings',
      fields: ['title'],
      detail: '12 lessons deleted with it',
      actor: { id: 7, role: 'teacher' },
      address: '198.51.100.7',
      requestId: 'request-1',
    },
  ]);
});

test('a record of one of several requests that share a transaction names its own cause', async () => {
  const other = { actor: { id: 8, role: 'admin' }, requestId: 'request-2', address: '198.51.100.8' };
  await transact(service, { actor: null, requestId: null }, async (tx) => {
    tx.audit(sampleEvent, { action: 'created', id: 1, title: 'a' }, other);
    tx.audit(sampleEvent, { action: 'created', id: 2, title: 'b' });
  });
  const byTitle = (await records()).sort((one, two) => one.title.localeCompare(two.title));
  expect(byTitle).toMatchObject([other, { actor: null, requestId: null, address: null }]);
});

test('work that fails leaves neither change nor record, and hands nothing to the relay', async () => {
  const taken: OutboxRow[] = [];
  const deps = {
    connection: service.connection,
    relay: { enqueue: (rows: readonly OutboxRow[]) => void taken.push(...rows) },
  };
  const failing = transact(deps, context, async (tx) => {
    await service.entities.create([{ _id: 1, title: 'a', version: 1 }], { session: tx.session });
    tx.audit(sampleEvent, { action: 'created', id: 1, title: 'a' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await service.entities.countDocuments(), await records(), taken]).toEqual([0, [], []]);
});

test('a record is in a stream of its own right after its commit, where EVENTS does not grow for it', async () => {
  await save(1);
  await allSent();
  const [record] = await records();
  if (!record) throw new Error('no record');
  const manager = await client.jetstreamManager();
  const stored = await manager.streams.getMessage(auditStream.name, { last_by_subj: auditSubject(record) });
  expect(stored.json()).toEqual(record);
  expect((await manager.streams.info('EVENTS')).state.messages).toBe(1);
});

test('a server paused during publishing: every record is stored once', async () => {
  await server.pause();
  await Promise.all(Array.from({ length: 20 }, (_, id) => save(id)));
  // Long enough for every publish to time out, whether or not it was stored.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  server.resume();
  await allSent();
  const { messages, last_seq } = await streamState();
  expect([messages, last_seq]).toEqual([20, 20]);
});

test('a stopped NATS loses no record, and records that JetStream lost are republished', async () => {
  await save(1);
  await allSent();
  await server.kill();
  await save(2);
  await server.restart();
  await allSent();
  await eventually(async () => expect((await streamState()).messages).toBe(2));
  // The relay itself checks for losses after it has connected.
  await service.relay.stop();
  const manager = await client.jetstreamManager();
  await manager.streams.purge(auditStream.name);
  expect(await createOutboxRelay(service).republishMissing(new Date(0))).toBe(2);
  expect((await streamState()).messages).toBe(2);
});

test('an unavailable audit stream does not delay events', async () => {
  const manager = await client.jetstreamManager();
  await manager.streams.update(auditStream.name, { subjects: ['elsewhere.>'] });
  const createStreams = jest.spyOn(service.nats, 'createMissingStreams').mockResolvedValue();
  await save(1);
  await eventually(async () => expect((await service.relay.backlog()).depth).toBe(1));
  for (let id = 2; id <= 6; id++) {
    await save(id);
    await eventually(async () => expect((await manager.streams.info('EVENTS')).state.messages).toBe(id), {
      intervalMs: 5,
    });
  }
  await manager.streams.update(auditStream.name, { subjects: [`${auditStream.subjectPrefix}.>`] });
  await allSent();
  expect((await streamState()).messages).toBe(6);
  createStreams.mockRestore();
});
