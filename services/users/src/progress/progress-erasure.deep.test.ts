import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  eventSubject,
  headerNames,
  learnerProgressEvent,
  type Principal,
  type User,
} from '@khmer-learning/contracts';
import {
  localInternalPrivateKey,
  localInternalPublicKey,
  signInternalToken,
} from '@khmer-learning/service-kit';
import { eventually, type NodeProcess, runServer } from '@khmer-learning/test-kit';
import { mongo } from 'mongoose';
import {
  createLearnerPrincipal,
  password,
  secret,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

const server = join(import.meta.dirname, '../server.ts');
/** More than a learner can have, so that the process ends in the middle. */
const count = 20_000;

/** Continues the work once it is ready; a separate process of the service starts it and is ended. */
let users: UsersApp;
let run: NodeProcess;
/** A client of the database besides that of the service. */
let client: mongo.MongoClient;

beforeEach(async () => {
  users = await startUsersApp();
  const { MONGODB_URI, NATS_URL } = users.config;
  client = await new mongo.MongoClient(MONGODB_URI).connect();
  const env = {
    MONGODB_URI,
    NATS_URL,
    INTERNAL_PUBLIC_KEYS: localInternalPublicKey,
    SESSION_SECRETS: secret,
    BCRYPT_COST: '4',
  };
  run = await runServer('users', server, { env });
});
afterEach(async () => {
  await client.close();
  run.signal('SIGKILL');
  await users.close();
});

const collection = (name: string) =>
  users.service.connection.collection<{ _id: string | number; userId?: number }>(name);

/** Calls the separate process once. */
async function call<T>(principal: Principal, method: string, path: string, body?: object): Promise<T> {
  const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
  const token = signInternalToken(localInternalPrivateKey, {
    audience: 'users',
    requestId: randomUUID(),
    principal,
  });
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      [headerNames.internalToken]: token,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const result = await answer.json();
  expect({ ok: answer.ok, result }).toMatchObject({ ok: true });
  return result as T;
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'an instance that is ended by %s leaves the rest of a learner’s progress to another one',
  async (signal) => {
    const person = {
      firstName: 'Sok',
      lastName: 'Dara',
      email: 'sok@example.com',
      password,
      role: 'student',
    };
    const { user } = await call<{ user: User }>(users.admin, 'POST', '/api/auth/register', {
      ...person,
      isActive: true,
    });
    const learner = createLearnerPrincipal(user);
    const record = { sequence: 1, type: 'lesson-opened', lessonId: 1, at: new Date().toISOString() };
    await call(learner, 'PUT', '/api/v1/progress', { clientId: randomUUID(), records: [record] });
    const like = await collection('progress_entries').findOne({ userId: user.id });
    if (!like) throw new Error('No entry');
    await collection('progress_entries').insertMany(
      Array.from({ length: count }, (_, n) => ({ ...like, _id: `${user.id}:lesson:${n + 2}` })),
    );
    await collection('progress_entries').insertOne({ ...like, _id: '0:lesson:1', userId: 0 });
    // The process cannot delete the last entry before it is told to end, however fast it is.
    const session = client.startSession();
    session.startTransaction();
    await client
      .db()
      .collection<{ _id: string }>('progress_entries')
      .updateOne({ _id: `${user.id}:lesson:${count + 1}` }, { $set: { held: true } }, { session });
    const countLeft = () => collection('progress_entries').countDocuments({ userId: user.id });

    await call(learner, 'DELETE', '/api/v1/me');
    expect(await call(learner, 'GET', '/api/v1/progress')).toMatchObject({ data: [], version: 0 });
    await eventually(async () => expect(await countLeft()).toBeLessThan(count));
    run.signal(signal);
    expect(await countLeft()).toBeGreaterThan(0);
    await session.abortTransaction();
    await run.exited;

    await users.app.ready();
    await eventually(async () => expect(await collection('progress_erasures').countDocuments()).toBe(0), {
      timeoutMs: 60_000,
    });
    expect(await countLeft()).toBe(0);
    expect(await collection('progress_entries').countDocuments()).toBe(1);
    const subject = eventSubject(learnerProgressEvent, user.id);
    expect(await users.service.connection.collection('outbox').countDocuments({ subject })).toBe(2);
    await users.expectEvent(learnerProgressEvent, user.id, { type: 'deleted', version: 2, state: null });
  },
);
