import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { headerNames, streamNames } from '@khmer-learning/contracts';
import {
  eventually,
  freePort,
  type LocalServer,
  type NodeProcess,
  runTypeScript,
  startMongo,
  startNats,
} from '@khmer-learning/test-kit';
import mongoose from 'mongoose';
import { connect, type JetStreamManager, nanos } from 'nats';
import { localInternalPrivateKey } from '../config/config.ts';
import type { DeadLetter } from '../consumer/dead-letters.ts';
import { signInternalToken } from '../http/internal-token.ts';
import { crashTitle, sideEffectsCollection } from './sample-entity.fixture.ts';

let mongo: LocalServer;
let nats: LocalServer;
let running: NodeProcess | undefined;
let port: number;
let database: string;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  [mongo, nats] = await Promise.all([startMongo(), startNats()]);
});

afterAll(async () => {
  agent.destroy();
  await Promise.all([mongo.stop(), nats.stop()]);
});

beforeEach(async () => {
  port = await freePort();
  database = `things-${port}`;
});

afterEach(async () => {
  mongo.resume();
  nats.resume();
  await running?.stop();
  running = undefined;
});

/** Within 2 s on an idle machine; the driver alone would give up after 30 s. */
const soonMs = 20_000;

/** For tests in which MongoDB does not respond. In the others it may, on a busy machine, take long. */
const impatient = { MONGODB_TIMEOUT_MS: '1700' };

const databaseUri = () => mongo.url.replace('/?', `/${database}?`);

async function start(env: Record<string, string> = {}): Promise<NodeProcess> {
  running = await runTypeScript(join(import.meta.dirname, 'sample-server.fixture.ts'), {
    env: {
      NODE_ENV: 'test',
      LOCAL_DEFAULTS: 'true',
      MONGODB_URI: databaseUri(),
      NATS_URL: nats.url,
      PORT: String(port),
      SHUTDOWN_DRAIN_MS: '1000',
      MONGODB_TIMEOUT_MS: '30000',
      ...env,
    },
  });
  return running;
}

interface Answer {
  status: number;
  body: string;
  connection: string | undefined;
  ms: number;
}

function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const token = signInternalToken(localInternalPrivateKey, {
    audience: 'content',
    requestId: 'request-1',
    principal: { kind: 'session', userId: 1, role: 'admin', sessionId: 's', sessionExpiresAt: 2_000_000_000 },
  });
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        method,
        path,
        agent,
        headers: {
          [headerNames.internalToken]: token,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk) => (text += chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: text,
            connection: incoming.headers.connection,
            ms: performance.now() - begun,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Ids differ between tests, because the stream keeps those of earlier ones. */
const save = (id: number, title = 'a') => call('PUT', `/api/things/${id}`, { title, version: 1 });
const becomes = (path: string, status: number) =>
  eventually(async () => expect((await call('GET', path)).status).toBe(status));

async function withDatabase<T>(work: (connection: mongoose.Connection) => Promise<T>): Promise<T> {
  const connection = await mongoose.createConnection(databaseUri()).asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const effects = () =>
  withDatabase((connection) =>
    connection
      .collection<{ _id: string; times: number }>(sideEffectsCollection)
      .find()
      .sort({ _id: 1 })
      .toArray(),
  );

async function withJetStream<T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const client = await connect({ servers: nats.url });
  try {
    return await work(await client.jetstreamManager());
  } finally {
    await client.close();
  }
}

async function firstDeadEvent(manager: JetStreamManager): Promise<DeadLetter | undefined> {
  const { messages, first_seq } = (await manager.streams.info(streamNames.deadLetters)).state;
  if (messages === 0) return undefined;
  return (await manager.streams.getMessage(streamNames.deadLetters, { seq: first_seq })).json<DeadLetter>();
}

test('killed between commit and publish, then restarted: every event takes effect once', async () => {
  const first = await start();
  await becomes('/readyz', 200);
  await nats.pause();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((id) => save(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  first.signal('SIGKILL');
  await first.exited;
  const unsent = await withDatabase((connection) =>
    connection.collection('outbox').countDocuments({ unsentSince: { $exists: true } }),
  );
  expect(unsent).toBe(5);
  nats.resume();

  await start();
  await eventually(
    async () =>
      expect((await effects()).map(({ _id, times }) => [_id, times])).toEqual(
        [1, 2, 3, 4, 5].map((id) => [String(id), 1]),
      ),
    { timeoutMs: 60_000 },
  );
});

test('a graceful stop: not ready at once, still answering with `Connection: close`, nothing cut off', async () => {
  // Long enough for all calls; the slow one is answered after it.
  const server = await start({ SHUTDOWN_DRAIN_MS: '6000' });
  await becomes('/readyz', 200);
  const slow = call('GET', '/api/things?afterMs=8000');
  await save(1);
  server.signal('SIGTERM');
  await eventually(async () => expect((await call('GET', '/readyz')).status).toBe(503));
  // Ctrl-C reaches a process twice: from the terminal and from its parent.
  server.signal('SIGINT');
  const drained = await save(2);
  expect(drained).toMatchObject({ status: 200, connection: 'close' });
  expect(await slow).toMatchObject({ status: 200, connection: 'close' });
  expect(await server.exited).toEqual({ code: 0, signal: null });
  const unsent = await withDatabase((connection) =>
    connection.collection('outbox').countDocuments({ unsentSince: { $exists: true } }),
  );
  expect(unsent).toBe(0);
  // The output may be read after the end.
  await eventually(() => expect(server.lines.at(-1)).toContain('Stopped'));
});

test('MongoDB paused: alive, not ready, 503 quickly; recovers afterwards', async () => {
  await start(impatient);
  await becomes('/readyz', 200);
  await save(1);
  await mongo.pause();
  const calls: Promise<Answer>[] = [];
  for (let round = 0; round < 12; round++) {
    calls.push(call('GET', '/api/things'), save(2));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(503);
    expect(answer.ms).toBeLessThan(soonMs);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'unavailable', requestId: 'request-1' });
  }
  expect((await call('GET', '/healthz')).status).toBe(200);
  expect((await call('GET', '/readyz')).status).toBe(503);
  mongo.resume();
  await becomes('/readyz', 200);
  await eventually(async () => expect((await call('GET', '/api/things')).status).toBe(200));
  await eventually(async () => expect((await save(3)).status).toBe(200));
});

test('MongoDB killed and restarted: 503 quickly, recovers without a restart of the service', async () => {
  await start(impatient);
  await becomes('/readyz', 200);
  await mongo.kill();
  for (const answer of await Promise.all([call('GET', '/api/things'), save(1), save(2)])) {
    expect(answer.status).toBe(503);
    expect(answer.ms).toBeLessThan(soonMs);
  }
  await mongo.restart();
  await becomes('/readyz', 200);
  await eventually(async () => expect((await save(1)).status).toBe(200));
});

test('started without MongoDB: alive and not ready, then becomes ready', async () => {
  await mongo.kill();
  const server = await start();
  await becomes('/healthz', 200);
  expect((await call('GET', '/readyz')).status).toBe(503);
  expect((await call('GET', '/api/things')).status).toBe(503);
  expect((await save(1)).status).toBe(503);
  expect((await call('GET', '/metrics')).status).toBe(200);
  // The calls have not come to code that needs the database.
  await eventually(() => expect(server.lines.join('\n')).toContain('Request answered'));
  expect(server.lines.filter((line) => line.includes('Request failed'))).toEqual([]);
  await mongo.restart();
  await becomes('/readyz', 200);
  expect((await save(1)).status).toBe(200);
});

test('started without NATS: ready, and writes are counted once it is there', async () => {
  await nats.kill();
  await start();
  await becomes('/readyz', 200);
  expect((await save(61)).status).toBe(200);
  expect(JSON.parse((await call('GET', '/readyz')).body).checks.nats).toBe(false);
  await nats.restart();
  await eventually(async () => expect(await effects()).toMatchObject([{ _id: '61', times: 1 }]), {
    timeoutMs: 60_000,
  });
});

test('a bad setting stops the start with one clear line', async () => {
  const server = await start({ PORT: 'eighty', TIME_ZONE: 'Mars' });
  expect(await server.exited).toMatchObject({ code: 1 });
  await eventually(() =>
    expect(server.lines.filter((line) => /^ {2}(PORT|TIME_ZONE): /.test(line))).toHaveLength(2),
  );
});

test('production refuses to start with the local secret', async () => {
  const server = await start({ NODE_ENV: 'production' });
  expect(await server.exited).toMatchObject({ code: 1 });
  await eventually(() =>
    expect(server.lines).toContainEqual(
      expect.stringMatching(/^ {2}INTERNAL_PUBLIC_KEYS: the local default is not allowed/),
    ),
  );
});

deep.it(
  'an event that crashes its process is dead-lettered after the third crash; the others take effect',
  async () => {
    let server = await start();
    await becomes('/readyz', 200);
    // All are stored before one of them ends the process. The next process relays what the first one had no time for.
    await nats.pause();
    const answers = await Promise.all(
      [71, 72, 73, 74, 75].map((id) => save(id, id === 73 ? crashTitle : 'harmless')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    nats.resume();
    let ends = 0;
    let dead: DeadLetter | undefined;
    while (dead === undefined) {
      const exit = await Promise.race([server.exited, delay(100)]);
      if (exit) {
        expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
        ends += 1;
        server = await start();
      }
      dead = await withJetStream(firstDeadEvent);
    }
    expect(ends).toBe(3);
    expect(dead).toMatchObject({
      durable: 'effects',
      subject: 'events.content.thing.73',
      error: 'Error: The process ended 2 times while handling this message alone',
    });
    // Each redelivery, including the fourth, came well within 5 s of the previous crash.
    const { config } = await withJetStream((manager) =>
      manager.consumers.info(streamNames.events, 'effects'),
    );
    expect(config.ack_wait).toBeLessThan(nanos(5_000));

    await becomes('/readyz', 200);
    expect((await save(76)).status).toBe(200);
    await eventually(
      async () =>
        expect((await effects()).map(({ _id, times }) => [_id, times])).toEqual(
          [71, 72, 74, 75, 76].map((id) => [String(id), 1]),
        ),
      { timeoutMs: 60_000 },
    );
  },
);
