import { startTcpProxy, testMongoUri } from '@khmer-learning/test-kit';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { mongo } from 'mongoose';
import { createLogger } from './logger.ts';

function logged(value: object): string {
  const lines: string[] = [];
  const logger = createLogger({ service: 'users', destination: { write: (line) => void lines.push(line) } });
  logger.info(value, 'message');
  return lines.join('');
}

test('a line is JSON with the service, the time and the level', () => {
  expect(JSON.parse(logged({ a: 1 }))).toMatchObject({ service: 'users', a: 1, msg: 'message', level: 30 });
  expect(Date.parse(JSON.parse(logged({})).time)).toBeGreaterThan(0);
});

test.each([
  [{ password: 'hunter2' }],
  [{ user: { password: 'hunter2', confirmPassword: 'hunter2' } }],
  [{ body: { currentPassword: 'hunter2', newPassword: 'hunter2' } }],
  [
    {
      req: {
        headers: { authorization: 'Bearer hunter2', cookie: 'session=hunter2', 'x-api-key': 'hunter2' },
      },
    },
  ],
  [{ res: { headers: { 'set-cookie': ['session=hunter2'] } } }],
  [{ headers: { 'x-internal-token': 'hunter2' } }],
  [{ a: { b: { c: { token: 'hunter2' } } } }],
  [{ apiKey: 'hunter2', secret: 'hunter2', passwordHash: 'hunter2' }],
])('a secret is not written: %j', (value) => {
  const line = logged(value);
  expect(line).not.toContain('hunter2');
  expect(line).toContain('[redacted]');
});

test('an error is logged with its stack', () => {
  expect(JSON.parse(logged({ err: new Error('why') })).err).toMatchObject({
    message: 'why',
    stack: expect.any(String),
  });
});

const unreadable = /unable to serialize|\[Circular\]/;

describe("an error of MongoDB's driver is logged with what an operator needs", () => {
  const failureOf = (work: Promise<unknown>): Promise<mongo.MongoError> =>
    work.then(
      () => {
        throw new Error('It did not fail');
      },
      (error) => error,
    );

  function read(error: Error): Record<string, unknown> {
    const line = logged({ err: error });
    expect(line).not.toMatch(unreadable);
    expect(line.length).toBeLessThan(30_000);
    const { err } = JSON.parse(line);
    expect(err).toMatchObject({
      type: error.constructor.name,
      message: error.message,
      stack: expect.stringContaining(error.message.slice(0, 20)),
    });
    return err;
  }

  async function withProxy(
    test: (client: mongo.MongoClient, proxy: Awaited<ReturnType<typeof startTcpProxy>>) => Promise<void>,
  ): Promise<void> {
    const uri = new URL(testMongoUri('logged'));
    const proxy = await startTcpProxy(Number(uri.port));
    uri.port = String(proxy.port);
    uri.searchParams.set('directConnection', 'true');
    const client = new mongo.MongoClient(uri.href, { serverSelectionTimeoutMS: 300 });
    await client.connect();
    await test(client, proxy);
    await client.close();
    await proxy.close();
  }

  test('a server that cannot be reached', () =>
    withProxy(async (client, proxy) => {
      await client.db().collection('things').findOne();
      proxy.cut();
      await failureOf(client.db().collection('things').insertOne({}));
      const { cause } = read(await failureOf(client.db().collection('things').insertOne({})));
      expect(cause).toMatchObject({ message: expect.any(String) });
    }));

  test('a refused write, alone and in bulk, within and without a transaction', () =>
    withProxy(async (client) => {
      const things = client.db().collection<{ _id: number }>('things');
      await things.deleteMany({});
      await things.insertOne({ _id: 1 });
      expect(read(await failureOf(things.insertOne({ _id: 1 })))).toMatchObject({ code: 11_000 });
      expect(read(await failureOf(things.insertMany([{ _id: 2 }, { _id: 1 }])))).toMatchObject({
        type: 'MongoBulkWriteError',
        code: 11_000,
      });
      const [first, second] = [client.startSession(), client.startSession()];
      first.startTransaction();
      second.startTransaction();
      await things.updateOne({ _id: 1 }, { $set: { n: 1 } }, { session: first });
      const conflict = await failureOf(things.updateOne({ _id: 1 }, { $set: { n: 2 } }, { session: second }));
      expect(read(conflict)).toMatchObject({ code: 112, labels: ['TransientTransactionError'] });
      await first.endSession();
      await second.endSession();
    }));

  test('one that a request fails with', async () => {
    const lines: string[] = [];
    const loggerInstance = createLogger({
      service: 'x',
      destination: { write: (line) => void lines.push(line) },
    });
    const app = Fastify({ loggerInstance: loggerInstance as FastifyBaseLogger });
    const error = new mongo.MongoServerError({ message: 'no', code: 7, errorLabels: ['Label'] });
    app.get('/', async (request) => request.log.error({ err: Object.assign(error, { app }) }, 'Failed'));
    await app.inject('/');
    await app.close();
    const failed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'Failed');
    expect(failed.err).toMatchObject({ type: 'MongoServerError', code: 7, labels: ['Label'] });
    expect(failed.err).not.toHaveProperty('app');
  });
});

test('an error is bounded: its texts, its fields, and the chain of its causes', () => {
  let error = new Error('x'.repeat(100_000));
  for (let depth = 0; depth < 50; depth += 1)
    error = Object.assign(new AggregateError([error, error, error, error], 'many', { cause: error }), {
      ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, 'y'.repeat(10_000)])),
    });
  Object.assign(error, { itself: error });
  const line = logged({ err: error });
  expect(line.length).toBeLessThan(150_000);
  expect(line).not.toMatch(unreadable);
});
