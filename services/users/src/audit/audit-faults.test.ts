import { join } from 'node:path';
import { auditStream, headerNames, type User } from '@khmer-learning/contracts';
import {
  localInternalPrivateKey,
  localInternalPublicKey,
  signInternalToken,
} from '@khmer-learning/service-kit';
import { eventually, findAuditRecords, type NodeProcess, runServer } from '@khmer-learning/test-kit';
import { secret, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const server = join(import.meta.dirname, '../server.ts');
const count = 60;

/** Prepares the data and observes. The service runs as a separate process, which is killed. */
let users: UsersApp;
let run: NodeProcess;

const start = () => {
  const { MONGODB_URI, NATS_URL } = users.config;
  const env = {
    MONGODB_URI,
    NATS_URL,
    INTERNAL_PUBLIC_KEYS: localInternalPublicKey,
    SESSION_SECRETS: secret,
    BCRYPT_COST: '4',
  };
  return runServer('users', server, { env });
};

beforeAll(async () => {
  users = await startUsersApp();
  run = await start();
});
afterAll(() => run.signal('SIGKILL'));

async function deactivate(id: number): Promise<void> {
  const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
  const token = signInternalToken(localInternalPrivateKey, {
    audience: 'users',
    requestId: 'r',
    principal: users.admin,
  });
  const answer = await fetch(`${address}/api/users/${id}/status`, {
    method: 'PATCH',
    headers: { [headerNames.internalToken]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ isActive: false }),
  });
  if (!answer.ok) throw new Error(`Answered ${answer.status}`);
}

it('after a kill during many changes, each change and its record are both stored or neither, and published once', async () => {
  const { connection } = users.service;
  const people: User[] = [];
  while (people.length < count)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => users.createUser()))));
  const acknowledged: number[] = [];
  const remaining = people.map(({ id }) => id);
  // A few at a time, so that some changes are certainly under way or not begun when the service is killed.
  const callers = Array.from({ length: 8 }, async () => {
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
      await deactivate(id);
      acknowledged.push(id);
      if (acknowledged.length === 10) run.signal('SIGKILL');
    }
  });
  await Promise.allSettled(callers);
  await run.exited;
  expect(acknowledged.length).toBeGreaterThanOrEqual(10);
  expect(acknowledged.length).toBeLessThan(count);

  // MongoDB aborts a transaction of a killed process when another transaction needs its locks.
  run = await start();
  const changed = await connection.collection<{ _id: number }>('users').find({ isActive: false }).toArray();
  const ids = changed.map(({ _id }) => String(_id)).sort();
  const recorded = (await findAuditRecords(connection)).filter(({ action }) => action === 'status');
  expect(recorded.map(({ entityId }) => entityId).sort()).toEqual(ids);
  expect(ids).toEqual(expect.arrayContaining(acknowledged.map(String)));

  const trail = connection.collection('audit');
  const readProgress = async () => ({
    stored: (await trail.distinct('entityId', { action: 'status' })).length,
    unpublished: await connection.collection('outbox').countDocuments({ unsentSince: { $exists: true } }),
    unhandled: await users.service.nats
      .whenConnected()
      .then((client) => client.jetstreamManager())
      .then((manager) => manager.consumers.info(auditStream.name, 'users-audit'))
      .then(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending),
  });
  await eventually(async () =>
    expect(await readProgress()).toEqual({ stored: ids.length, unpublished: 0, unhandled: 0 }),
  );
  expect(await trail.countDocuments({ action: 'status' })).toBe(ids.length);
});
