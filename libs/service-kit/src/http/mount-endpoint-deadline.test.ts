import { headerNames, type Principal } from '@khmer-learning/contracts';
import { eventually, startTcpProxy, type TcpProxy, testMongoUri } from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { mongo } from 'mongoose';
import { localInternalPrivateKey } from '../config/config.ts';
import { buildSampleApp, openSampleService, type SampleService } from '../process/sample-entity.fixture.ts';
import { createInternalTokenSigner } from './internal-token.ts';

const noNats = 'nats://127.0.0.1:1';
const calls = depth(120, 300);
const timeoutMs = 1_000;

let proxy: TcpProxy;
let service: SampleService;
let app: FastifyInstance;

/** Starts the service, which reaches MongoDB through the proxy. */
async function open(settings: { MONGODB_TIMEOUT_MS?: string } = {}): Promise<void> {
  const uri = new URL(testMongoUri('deadline'));
  proxy = await startTcpProxy(Number(uri.port));
  uri.port = String(proxy.port);
  uri.searchParams.set('directConnection', 'true');
  service = openSampleService({ MONGODB_URI: uri.href, NATS_URL: noNats, ...settings });
  await service.prepare();
  app = buildSampleApp(service);
}

afterEach(async () => {
  proxy.delay(0);
  proxy.resume();
  await app.close();
  await service.close();
  await proxy.close();
});

const principal: Principal = {
  kind: 'session',
  userId: 1,
  role: 'admin',
  sessionId: 's',
  sessionExpiresAt: 4_102_444_800,
};

async function save(id: number, timeLeft: number | string | undefined = timeoutMs) {
  const sign = createInternalTokenSigner(localInternalPrivateKey);
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/things/${id}`,
    payload: { title: `thing ${id}`, version: 1 },
    headers: {
      [headerNames.internalToken]: sign({ audience: 'content', requestId: `request-${id}`, principal }),
      ...(timeLeft === undefined ? {} : { [headerNames.timeoutMs]: String(timeLeft) }),
    },
  });
  return { id, status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

const stored = async () => (await service.entities.find({}, '_id').lean()).map(({ _id }) => _id);

test('slow database: failed calls leave nothing, successful ones are stored', async () => {
  await open();
  const answers: Awaited<ReturnType<typeof save>>[] = [];
  let next = 1;
  async function caller(): Promise<void> {
    while (next <= calls) {
      const id = next++;
      // Some transactions finish in time, some barely, some not at all.
      proxy.delay([0, 0, 120, 250][Math.floor(id / 20) % 4] ?? 0);
      answers.push(await save(id));
    }
  }
  await Promise.all(Array.from({ length: 8 }, caller));
  proxy.delay(0);
  const done = answers.filter(({ status }) => status === 200).map(({ id }) => id);
  const refused = answers.filter(({ status }) => status === 503);
  expect(done.length + refused.length).toBe(calls);
  expect(refused.filter(({ retryAfter }) => retryAfter !== '1')).toEqual([]);
  expect((await stored()).sort((a, b) => a - b)).toEqual(done.sort((a, b) => a - b));
  expect(done.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
});

test('many concurrent writes: those that cannot start in time are rejected before they start', async () => {
  await open();
  let most = 0;
  let inUse = 0;
  service.connection
    .getClient()
    .on('connectionCheckedOut', () => {
      inUse += 1;
      most = Math.max(most, inUse);
    })
    .on('connectionCheckedIn', () => {
      inUse -= 1;
    });
  proxy.delay(60);
  const answers = await Promise.all(Array.from({ length: calls }, (_, n) => save(n + 1)));
  proxy.delay(0);
  const done = answers.filter(({ status }) => status === 200).map(({ id }) => id);
  expect((await stored()).sort((a, b) => a - b)).toEqual(done.sort((a, b) => a - b));
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(calls - done.length);
  expect(done.length).toBeLessThan(calls);
  // The other connections of the pool's twenty are for reads.
  expect(most).toBeLessThanOrEqual(16);
});

test('a call that comes too late is refused before anything is done', async () => {
  await open();
  expect(await save(1, 0)).toMatchObject({ status: 503, retryAfter: '1' });
  expect(await stored()).toEqual([]);
});

test('a call without a time limit is completed, however long it takes', async () => {
  await open();
  proxy.delay(100);
  expect(await save(1, undefined)).toMatchObject({ status: 200 });
  expect(await save(2, 'soon')).toMatchObject({ status: 200 });
  expect((await stored()).sort()).toEqual([1, 2]);
});

test('MongoDB unavailable during a call: a cancelled write is not stored later', async () => {
  await open({ MONGODB_TIMEOUT_MS: '1700' });
  proxy.stall();
  const answers = await Promise.all([save(1, 10_000), save(2, 10_000)]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  proxy.resume();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await eventually(stored)).toEqual([]);
});

test('a connection that is reset during the commit: the call is answered when the commit has been repeated', async () => {
  await open();
  const { commitTransaction } = mongo.ClientSession.prototype;
  const commit = jest.spyOn(mongo.ClientSession.prototype, 'commitTransaction');
  commit.mockImplementationOnce(async function (this: mongo.ClientSession) {
    proxy.stall();
    const committing = commitTransaction.call(this);
    setTimeout(() => {
      proxy.cut();
      proxy.resume();
    }, 100);
    return committing;
  });
  expect(await save(1, 20_000)).toMatchObject({ status: 200 });
  expect(commit.mock.calls.length).toBeGreaterThan(1);
  commit.mockRestore();
  expect(await stored()).toEqual([1]);
});

test('a commit without a known outcome is answered with 503, and not with the advice to repeat the call', async () => {
  await open();
  const commit = jest.spyOn(mongo.ClientSession.prototype, 'commitTransaction');
  commit.mockRejectedValueOnce(new mongo.MongoServerError({ message: 'as when MongoDB knows no more' }));
  expect(await save(1)).toEqual({ id: 1, status: 503, retryAfter: undefined });
  commit.mockRestore();
});
