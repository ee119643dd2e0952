import { join } from 'node:path';
import { headerNames, type User } from '@khmer-learning/contracts';
import { signInternalToken } from '@khmer-learning/service-kit';
import { eventually, findAuditRecords, type NodeProcess, runServer } from '@khmer-learning/test-kit';
import { secret, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const server = join(import.meta.dirname, '../server.ts');
const count = 60;

/** Prepares what is there and looks on; the service as a process of its own is killed. */
let users: UsersApp;
let run: NodeProcess;

const start = () => {
  const { MONGODB_URI, NATS_URL } = users.config;
  const env = { MONGODB_URI, NATS_URL, INTERNAL_SECRETS: secret, SESSION_SECRETS: secret, BCRYPT_COST: '4' };
  return runServer('users', server, { env });
};

beforeAll(async () => {
  users = await startUsersApp();
  run = await start();
});
afterAll(() => run.signal('SIGKILL'));

async function deactivate(id: number): Promise<void> {
  const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
  const token = signInternalToken(secret, { audience: 'users', requestId: 'r', principal: users.admin });
  const answer = await fetch(`${address}/api/users/${id}/status`, {
    method: 'PATCH',
    headers: { [headerNames.internalToken]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ isActive: false }),
  });
  if (!answer.ok) throw new Error(`Answered ${answer.status}`);
}

it('killed in the middle of many changes: each is done and recorded, or neither, and told once', async () => {
  const { connection } = users.service;
  const people: User[] = [];
  while (people.length < count)
    people.push(...(await Promise.all(Array.from({ length: 10 }, () => users.createUser()))));
  let answered = 0;
  const calls = people.map(async ({ id }) => {
    await deactivate(id);
    answered += 1;
    if (answered === 10) run.signal('SIGKILL');
    return id;
  });
  const outcomes = await Promise.allSettled(calls);
  await run.exited;
  const acknowledged = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(acknowledged.length).toBeGreaterThanOrEqual(10);
  expect(acknowledged.length).toBeLessThan(count);

  // A transaction that lost its process is given up by the server when somebody else wants what it holds.
  run = await start();
  const changed = await connection.collection<{ _id: number }>('users').find({ isActive: false }).toArray();
  const ids = changed.map(({ _id }) => String(_id)).sort();
  const recorded = (await findAuditRecords(connection)).filter(({ action }) => action === 'status');
  expect(recorded.map(({ entityId }) => entityId).sort()).toEqual(ids);
  expect(ids).toEqual(expect.arrayContaining(acknowledged.map(String)));

  const trail = connection.collection('audit');
  await eventually(async () =>
    expect(await trail.distinct('entityId', { action: 'status' })).toHaveLength(ids.length),
  );
  expect(await trail.countDocuments({ action: 'status' })).toBe(ids.length);
});
