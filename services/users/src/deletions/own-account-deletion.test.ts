import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Principal, userEvent, userSessionsEvent } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { startAuditLogConsumer } from '../audit/audit.consumer.ts';
import { createLearnerPrincipal, password, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
  startAuditLogConsumer(users.service);
});

const collection = (name: string) => users.service.connection.collection(name);
const login = (email: string) => users.call('POST', '/api/auth/login', { body: { email, password } });
const tokenAlone = (learner: { id: number; email: string }): Principal => ({
  kind: 'learner',
  learner: createLearnerPrincipal(learner).learner,
});

async function mailsTo(email: string): Promise<string[]> {
  const mails = await Promise.all(
    (await readdir(users.mailFolder)).map((file) => readFile(join(users.mailFolder, file), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(`\nTo: ${email}\n`));
}

it.each([
  [
    'DELETE /api/v1/me',
    (learner: { id: number; email: string }) =>
      users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(learner) }),
    { success: true, data: { message: 'Your account was deleted' } },
  ],
  [
    'DELETE /api/users/{own id}',
    (learner: { id: number; email: string }) =>
      users.call('DELETE', `/api/users/${learner.id}`, { as: tokenAlone(learner) }),
    { message: 'Your account was deleted' },
  ],
])('%s deletes the learner, ends all tokens and sends a mail', async (_call, deleteAccount, answer) => {
  const learner = await users.createUser();
  const { refreshToken } = (await login(learner.email)).json();
  const response = await deleteAccount(learner);
  expect([response.statusCode, response.json()]).toEqual([200, answer]);

  expect((await users.call('GET', `/api/users/${learner.id}`, { as: users.admin })).statusCode).toBe(404);
  // Commerce recognises by the actor that it must erase the address.
  await users.expectEvent(userEvent, learner.id, {
    type: 'deleted',
    version: 2,
    state: null,
    actor: { id: learner.id, role: 'student' },
  });
  await users.expectEvent(userSessionsEvent, learner.id, { type: 'deleted', state: null });
  const refreshed = await users.call('POST', '/api/auth/refresh-token', { body: { refreshToken } });
  expect(refreshed.statusCode).toBe(401);
  expect((await login(learner.email)).statusCode).toBe(401);
  await eventually(async () => {
    const mails = await mailsTo(learner.email);
    expect(mails).toEqual([expect.stringContaining('Subject: Your Khmer Learning account was deleted')]);
  });
  expect((await deleteAccount(learner)).statusCode).toBe(401);
});

it('erases the name and the address from everything that is stored', async () => {
  const learner = await users.createUser({ firstName: 'Unmistakable', lastName: 'Learner' });
  const { email, id } = learner;
  await login(email);
  await users.call('POST', '/api/auth/login', { body: { email, password: 'wrong password' } });
  await users.call('POST', '/api/auth/forgot-password', { body: { email } });
  await eventually(async () => expect(await collection('reset_tokens').countDocuments({ email })).toBe(1));
  await users.call('POST', '/api/auth/register', { body: { ...learner, password, role: 'student' } });
  await users.call('PUT', '/api/v1/me/password', {
    as: createLearnerPrincipal(learner),
    body: { currentPassword: 'wrong password', newPassword: 'some other password' },
  });
  await users.call('PUT', '/api/v1/progress', {
    as: createLearnerPrincipal(learner),
    body: {
      clientId: '5e1b6e0c-3b0b-4a51-9d43-6f0d2f6f7a10',
      records: [
        {
          sequence: 1,
          type: 'review',
          card: 'Unmistakable',
          grade: 3,
          dueAt: '2030-01-01T00:00:00Z',
          at: new Date().toISOString(),
        },
      ],
    },
  });
  expect(await collection('progress_entries').countDocuments({ userId: id })).toBe(1);
  await eventually(async () =>
    expect(await collection('audit').countDocuments({ 'actor.email': email })).toBeGreaterThan(0),
  );

  expect((await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(learner) })).statusCode).toBe(
    200,
  );
  await eventually(async () => {
    // Records of earlier actions may arrive after the first pass. Then a later pass erases them.
    await collection('erasures').updateOne({ _id: id as never }, { $set: { dueAt: new Date(0) } });
    // These rows expire: the counters and the outbox within a day, the erasure with the last pass.
    const expiring = ['rate_limits', 'outbox', 'erasures'];
    const names = (await users.service.connection.listCollections()).map(({ name }) => name);
    for (const name of names.filter((one) => !expiring.includes(one))) {
      const rows = JSON.stringify(await collection(name).find().toArray());
      expect([name, rows.includes(email), rows.includes('Unmistakable')]).toEqual([name, false, false]);
    }
  });
  await eventually(async () => {
    const trail = await users.call('GET', `/api/audit?entity=user&entityId=${id}&limit=100`, {
      as: users.admin,
    });
    expect(trail.json().data).toContainEqual(
      expect.objectContaining({ action: 'deleted', title: 'Deleted learner' }),
    );
  });
});

it('erases also the records that arrive after the deletion, until 20 hours have passed', async () => {
  const learner = await users.createUser();
  const { email, id } = learner;
  await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(learner) });
  const erasure = () => collection('erasures').findOne({ _id: id as never });
  await eventually(async () =>
    expect((await erasure())?.dueAt.getTime()).toBeGreaterThan(Date.now() + 10 * 60_000),
  );
  await collection('audit').insertOne({
    _id: `late-${id}` as never,
    at: new Date(Date.now() - 60_000),
    service: 'users',
    action: 'sign-in',
    entity: 'user',
    entityId: String(id),
    title: email,
    fields: [],
    actor: { id, role: 'student', name: 'Sok Dara', email },
    address: '198.51.100.9',
  });
  const makeDue = (ageHours: number) =>
    collection('erasures').updateOne(
      { _id: id as never },
      { $set: { dueAt: new Date(0), deletedAt: new Date(Date.now() - ageHours * 60 * 60_000) } },
    );
  await makeDue(2);
  await eventually(async () =>
    expect(await collection('audit').findOne({ _id: `late-${id}` as never })).toMatchObject({
      title: 'Deleted learner',
      address: null,
      actor: { id, name: 'Deleted learner', email: '' },
    }),
  );
  await eventually(async () => expect((await erasure())?.dueAt.getTime()).toBeGreaterThan(0));
  await makeDue(21);
  await eventually(async () => expect(await erasure()).toBeNull());
});

it('lets the address register again at once, and keeps what the new account does', async () => {
  const learner = await users.createUser();
  await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(learner) });
  const again = await users.createUser({ email: learner.email });
  expect(again.id).not.toBe(learner.id);
  expect((await login(learner.email)).statusCode).toBe(200);
});

it('is refused for another id, and for staff', async () => {
  const [learner, other] = [await users.createUser(), await users.createUser()];
  for (const as of [tokenAlone(learner), createLearnerPrincipal(learner)]) {
    const answer = await users.call('DELETE', `/api/users/${other.id}`, { as });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
  }
  const teacher = await users.createUser({ role: 'teacher' });
  for (const answer of [
    await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(teacher) }),
    await users.call('DELETE', `/api/users/${teacher.id}`, { as: tokenAlone(teacher) }),
  ])
    expect(answer.statusCode).toBe(409);
  expect((await users.call('DELETE', `/api/users/${learner.id}`)).statusCode).toBe(401);
  for (const { id } of [learner, other, teacher])
    expect((await users.call('GET', `/api/users/${id}`, { as: users.admin })).statusCode).toBe(200);
});

it('a deletion by an admin keeps the trail and sends no mail', async () => {
  const learner = await users.createUser();
  const answer = await users.call('DELETE', `/api/users/${learner.id}`, { as: users.admin });
  expect(answer.json()).toEqual({ message: 'User deleted successfully' });
  await users.expectEvent(userEvent, learner.id, { type: 'deleted', actor: { id: 1, role: 'admin' } });
  await eventually(async () =>
    expect(
      await collection('audit').countDocuments({ entityId: String(learner.id), title: learner.email }),
    ).toBeGreaterThan(0),
  );
  expect(await collection('erasures').countDocuments({ email: learner.email })).toBe(0);
  expect(await mailsTo(learner.email)).toEqual([]);
});
