import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AuditEntry,
  auditStream,
  auditSubject,
  endpointsOf,
  maxExactTotal,
  type User,
} from '@khmer-learning/contracts';
import {
  auditedEndpointIds,
  createQueryProfiler,
  eventually,
  findAuditRecords,
  isScanOrSort,
  queryCombinations,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import { Secret, TOTP } from 'otpauth';
import { createAuthenticator } from '../second-factor/authenticator.fixture.ts';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  password,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';
import { startAuditLogConsumer } from './audit.consumer.ts';

const address = '198.51.100.77';
const newPassword = 'some other password';
const newKey = () => `khmer_${randomBytes(24).toString('base64url')}_lx1y2z3`;
const secrets: string[] = [password, newPassword, 'a wrong password', '$2b$', 'learn-khmer-2026'];
let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
  startAuditLogConsumer(users.service);
});

const listAuditLog = async (query: string): Promise<{ data: AuditEntry[]; total: number }> => {
  const response = await users.call('GET', `/api/audit?limit=100${query}`, { as: users.admin });
  expect(response.statusCode).toBe(200);
  return response.json();
};

/** Waits for the newest record of a kind. */
const expectNewestEntry = (query: string, expected: object) =>
  eventually(async () => expect((await listAuditLog(query)).data[0]).toMatchObject(expected));

async function aWebhook(): Promise<{ id: number }> {
  const body = { address: 'https://hooks.example', description: 'Accounting', events: ['lesson.published'] };
  const { webhook, secret } = (await users.call('POST', '/api/webhooks', { as: users.admin, body })).json();
  secrets.push(secret);
  return webhook;
}

const anAdmin = () => users.createUser({ role: 'admin' });
const update = ({ id, email, lastName }: User, firstName: string) =>
  users.call('PUT', `/api/users/${id}`, {
    as: users.admin,
    body: { email, lastName, firstName },
    from: address,
  });

async function register(): Promise<object> {
  const { id, email } = await users.createUser({ role: 'teacher' });
  return { action: 'created', entity: 'user', entityId: String(id), title: email, actor: { id: 1 } };
}

async function mailedToken(email: string): Promise<string> {
  return eventually(async () => {
    for (const name of await readdir(users.mailFolder)) {
      const text = await readFile(join(users.mailFolder, name), 'utf8');
      const token = /reset-password\/([\w-]+)/.exec(text)?.[1];
      if (text.includes(email) && token) {
        secrets.push(token);
        return token;
      }
    }
    throw new Error('no mail yet');
  });
}

/** A teacher who has set up codes. */
async function withCodes() {
  const { id } = await users.createUser({ role: 'teacher' });
  const as = createSessionPrincipal({ id, role: 'teacher' });
  const { secret } = (await users.call('POST', '/api/account/second-factor/codes/begin', { as })).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await users.call('POST', '/api/account/second-factor/codes', { as, body: { code } });
  secrets.push(secret, ...confirmed.json().recoveryCodes);
  return { id, as };
}

async function withPasskey() {
  const { id } = await users.createUser({ role: 'teacher' });
  const as = createSessionPrincipal({ id, role: 'teacher' });
  const begun = await users.call('POST', '/api/account/second-factor/passkeys/begin', { as });
  const body = { name: 'Phone', ...createAuthenticator().create(begun.json()) };
  const added = await users.call('POST', '/api/account/second-factor/passkeys', { as, body });
  secrets.push(...added.json().recoveryCodes);
  return { id, as };
}

/** Every writing call, made once, and its expected audit record. */
const calls: Readonly<Record<string, () => Promise<object>>> = {
  'auth.register': register,
  async 'auth.admin'() {
    const { id, email } = await anAdmin();
    const cookie = (await users.signIn(email, password, address)).cookies[0]?.value ?? '';
    secrets.push(cookie);
    return { action: 'sign-in', entityId: String(id), title: email, actor: { id, role: 'admin' }, address };
  },
  async 'auth.login'() {
    const { id, email } = await users.createUser();
    const response = await users.call('POST', '/api/auth/login', { body: { email, password } });
    secrets.push(response.json().token);
    return { action: 'sign-in', entityId: String(id), actor: { id, role: 'student' }, detail: 'learner app' };
  },
  async 'auth.logout'() {
    const admin = await anAdmin();
    await users.call('POST', '/api/auth/logout', { as: createSessionPrincipal(admin) });
    return { action: 'sign-out', entityId: String(admin.id), title: admin.email, actor: { id: admin.id } };
  },
  async 'auth.forgotPassword'() {
    const { id, email } = await anAdmin();
    await users.call('POST', '/api/auth/forgot-password', { body: { email }, from: address });
    await mailedToken(email);
    return { action: 'password-forgotten', entityId: String(id), title: email, actor: null, address };
  },
  async 'auth.resetPassword'() {
    const { id, email } = await anAdmin();
    await users.call('POST', '/api/auth/forgot-password', { body: { email } });
    const body = { token: await mailedToken(email), password: newPassword, confirmPassword: newPassword };
    expect((await users.call('POST', '/api/auth/reset-password', { body })).statusCode).toBe(200);
    return { action: 'password-reset', entityId: String(id), actor: { id } };
  },
  async 'auth.changePassword'() {
    const admin = await anAdmin();
    const { id } = admin;
    const body = { id, currentPassword: password, newPassword, confirmPassword: newPassword };
    await users.call('PUT', '/api/auth/change-password', { as: createSessionPrincipal(admin), body });
    return { action: 'password-changed', entityId: String(id), title: admin.email, actor: { id } };
  },
  async 'v1.me.password'() {
    const { id, email } = await users.createUser();
    const body = { currentPassword: password, newPassword };
    await users.call('PUT', '/api/v1/me/password', { as: createLearnerPrincipal({ id, email }), body });
    return { action: 'password-changed', entityId: String(id), title: email, actor: { id, role: 'student' } };
  },
  async 'v1.logout'() {
    const { id, email } = await users.createUser();
    await users.call('POST', '/api/v1/logout', { as: createLearnerPrincipal({ id, email }) });
    return { action: 'sign-out', entityId: String(id), title: email, actor: { id, role: 'student' } };
  },
  async 'apiKeys.create'() {
    const key = newKey();
    secrets.push(key);
    const response = await users.call('POST', '/api/api-keys', { as: users.admin, body: { key } });
    return { action: 'key-created', entity: 'api-key', entityId: String(response.json().id) };
  },
  async 'apiKeys.update'() {
    const admin = createSessionPrincipal(await anAdmin());
    const body = { key: newKey(), name: 'Kiosk' };
    const { id } = (await users.call('POST', '/api/api-keys', { as: admin, body })).json();
    await users.call('PATCH', `/api/api-keys/${id}`, { as: admin, body: { quotaPerMinute: 10 } });
    return {
      action: 'key-changed',
      entity: 'api-key',
      entityId: String(id),
      title: 'Kiosk',
      fields: ['quotaPerMinute'],
    };
  },
  async 'apiKeys.revoke'() {
    const created = await users.call('POST', '/api/api-keys', { as: users.admin, body: { key: newKey() } });
    const { id } = created.json();
    await users.call('DELETE', `/api/api-keys/${id}`, { as: users.admin });
    return { action: 'key-revoked', entity: 'api-key', entityId: String(id), actor: { id: 1 } };
  },
  async 'webhooks.create'() {
    const { id } = await aWebhook();
    return { action: 'created', entity: 'webhook', entityId: String(id), title: 'Accounting' };
  },
  async 'webhooks.update'() {
    const { id } = await aWebhook();
    await users.call('PATCH', `/api/webhooks/${id}`, { as: users.admin, body: { isOn: false } });
    return { action: 'status', entity: 'webhook', entityId: String(id), detail: 'off', fields: ['off'] };
  },
  async 'webhooks.rotateSecret'() {
    const { id } = await aWebhook();
    secrets.push((await users.call('POST', `/api/webhooks/${id}/secret`, { as: users.admin })).json().secret);
    return { action: 'updated', entity: 'webhook', entityId: String(id), fields: ['secret'] };
  },
  async 'webhooks.delete'() {
    const { id } = await aWebhook();
    await users.call('DELETE', `/api/webhooks/${id}`, { as: users.admin });
    return { action: 'deleted', entity: 'webhook', entityId: String(id), title: 'Accounting' };
  },
  async 'privacyPolicy.update'() {
    await users.call('PUT', '/api/privacy-policy', { as: users.admin, body: { text: 'We keep little.' } });
    return { action: 'updated', entity: 'privacy-policy', entityId: '1', fields: ['text'] };
  },
  async 'reviewParameters.update'() {
    const body = { desiredRetention: 0.95, maximumIntervalDays: 365 };
    await users.call('PUT', '/api/review-parameters', { as: users.admin, body });
    return {
      action: 'updated',
      entity: 'review-parameters',
      entityId: '1',
      fields: ['desiredRetention'],
      detail: '95 %, 365 days',
    };
  },
  async 'users.update'() {
    const user = await anAdmin();
    await update(user, 'Renamed');
    return { action: 'updated', entityId: String(user.id), fields: ['firstName'], address };
  },
  async 'learners.addNote'() {
    const { id, email } = await users.createUser();
    await users.call('POST', `/api/learners/${id}/notes`, {
      as: users.admin,
      body: { text: 'Pays in cash' },
    });
    return { action: 'commented', entity: 'user', entityId: String(id), title: email, actor: { id: 1 } };
  },
  async 'learners.deleteNote'() {
    const { id, email } = await users.createUser();
    const path = `/api/learners/${id}/notes`;
    const added = await users.call('POST', path, { as: users.admin, body: { text: 'Pays in cash' } });
    await users.call('DELETE', `${path}/${added.json().id}`, { as: users.admin });
    return { action: 'comment-deleted', entity: 'user', entityId: String(id), title: email };
  },
  async 'users.invite'() {
    const body = {
      firstName: 'Sok',
      lastName: 'Dara',
      email: `${randomUUID()}@example.com`,
      role: 'teacher',
    };
    const { id } = (await users.call('POST', '/api/users/invitations', { as: users.admin, body })).json();
    return { action: 'invited', entityId: String(id), title: body.email, detail: 'teacher' };
  },
  async 'users.resendInvitation'() {
    const body = { firstName: 'Sok', lastName: 'Dara', email: `${randomUUID()}@example.com`, role: 'admin' };
    const { id } = (await users.call('POST', '/api/users/invitations', { as: users.admin, body })).json();
    await users.call('POST', `/api/users/${id}/invitation`, { as: users.admin });
    return { action: 'invited', entityId: String(id), title: body.email, detail: 'admin, again' };
  },
  async 'account.update'() {
    const { id, email } = await users.createUser({ role: 'teacher' });
    const as = createSessionPrincipal({ id, role: 'teacher' });
    await users.call('PUT', '/api/account', { as, body: { lastName: 'Renamed' } });
    return { action: 'updated', entityId: String(id), title: email, fields: ['lastName'], actor: { id } };
  },
  async 'account.signOut'() {
    const { id, email } = await users.createUser({ role: 'teacher' });
    const as = createSessionPrincipal({ id, role: 'teacher' });
    await users.call('POST', '/api/account/sign-out', { as, body: { session: 'all' } });
    return { action: 'sign-out', entityId: String(id), title: email, detail: 'everywhere', actor: { id } };
  },
  async 'account.codesConfirm'() {
    const { id } = await withCodes();
    return { action: 'second-factor-added', entityId: String(id), detail: 'codes', actor: { id } };
  },
  async 'account.codesRemove'() {
    const { id, as } = await withCodes();
    await users.call('DELETE', '/api/account/second-factor/codes', { as });
    return { action: 'second-factor-removed', entityId: String(id), detail: 'codes', actor: { id } };
  },
  async 'account.recoveryCodes'() {
    const { id, as } = await withCodes();
    const renewed = await users.call('POST', '/api/account/second-factor/recovery-codes', { as });
    secrets.push(...renewed.json().recoveryCodes);
    return { action: 'recovery-codes-created', entityId: String(id), actor: { id } };
  },
  async 'secondFactorPolicy.update'() {
    const body = { requiredOf: 'everyone', from: new Date(Date.now() + 86_400_000).toISOString() };
    await users.call('PUT', '/api/second-factor-policy', { as: users.admin, body });
    return {
      action: 'updated',
      entity: 'second-factor-policy',
      entityId: '1',
      detail: 'admins and teachers',
    };
  },
  async 'account.passkeyAdd'() {
    const { id } = await withPasskey();
    return { action: 'second-factor-added', entityId: String(id), detail: 'passkey', actor: { id } };
  },
  async 'account.passkeyRemove'() {
    const { id, as } = await withPasskey();
    const [{ id: passkey }] = (await users.call('GET', '/api/account/second-factor', { as })).json().passkeys;
    await users.call('DELETE', `/api/account/second-factor/passkeys/${passkey}`, { as });
    return { action: 'second-factor-removed', entityId: String(id), detail: 'passkey', actor: { id } };
  },
  async 'users.resetSecondFactor'() {
    const { id } = await withCodes();
    await users.call('DELETE', `/api/users/${id}/second-factor`, { as: users.admin });
    return { action: 'second-factor-removed', entityId: String(id), detail: 'reset', actor: { id: 1 } };
  },
  async 'account.prove'() {
    const { id, email } = await users.createUser({ role: 'teacher' });
    const token = (await users.signIn(email)).cookies[0]?.value ?? '';
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const as = createSessionPrincipal({ id, role: 'teacher' }, jti);
    await users.call('POST', '/api/account/proof', { as, body: { password } });
    return { action: 'proved', entityId: String(id), title: email, detail: 'password', actor: { id } };
  },
  async 'users.setStatus'() {
    const { id, email } = await users.createUser();
    const body = { isActive: false };
    await users.call('PATCH', `/api/users/${id}/status`, { as: users.admin, body });
    return { action: 'status', entityId: String(id), title: email, detail: 'deactivated' };
  },
  async 'users.delete'() {
    const { id, email } = await users.createUser();
    await users.call('DELETE', `/api/users/${id}`, { as: users.admin });
    return { action: 'deleted', entityId: String(id), title: email };
  },
  async 'deadJobs.users.retry'() {
    const dead = { _id: 9_999, email: 'gone@example.com', deletedAt: new Date(), dueAt: new Date() };
    const heldUntil = new Date('9999-12-31T00:00:00Z');
    await users.service.connection
      .collection<{ _id: number }>('erasures')
      .insertOne(Object.assign(dead, { heldUntil, failures: 20, error: 'Error: a failure' }));
    const list = await users.call('GET', '/api/dead-jobs/users', { as: users.admin });
    expect(list.json().jobs).toMatchObject([{ id: '9999', failures: 20, error: 'Error: a failure' }]);
    const [{ job, id }] = list.json().jobs;
    await users.call('POST', '/api/dead-jobs/users/retry', { as: users.admin, body: { job, id } });
    return { action: 'updated', entity: 'job', entityId: id, title: job, actor: { id: 1 } };
  },
};

const exempt: Readonly<Record<string, string>> = {
  'webhooks.test': 'the list of deliveries has it',
  'webhooks.sendAgain': 'the list of deliveries has it',
  'account.language':
    'no change of the account (docs/decisions/sessions-and-passwords.md#language-of-a-user)',
  'account.codesBegin': 'nothing is asked for until it is confirmed',
  'auth.schoolAccountLink': 'needs a provider: school-account.test.ts',
  'auth.schoolAccountLogout': 'needs a provider: school-account.test.ts',
  'account.passkeyBegin': 'it stores nothing',
  'account.passkeyRename': 'only the name by which its owner knows it',
  'notifications.read': 'only what the user has seen',
  'remoteSettings.put': 'only what a remote keeps for the user',
  // `people.export` and applying and undoing an import are recorded: see the tests of the import.
  ...Object.fromEntries(
    endpointsOf('users').flatMap(({ id }) =>
      /^(people|imports)\./.test(id) ? [[id, 'recorded by its job']] : [],
    ),
  ),
  ...Object.fromEntries(
    ['create', 'update', 'delete', 'configure'].map((act) => [
      `listViews.${act}`,
      'only how staff look at lists (docs/decisions/console.md#saved-views)',
    ]),
  ),
};

it('covers every writing call', () => {
  expect(auditedEndpointIds('users').filter((id) => !(id in calls) && !(id in exempt))).toEqual([]);
});

it.each(Object.keys(calls))('%s leaves a record', async (id) => {
  const expected = await calls[id]?.();
  expect(expected).toBeDefined();
  const records = await findAuditRecords(users.service.connection);
  expect(records).toContainEqual(expect.objectContaining(withPartialActor(expected ?? {})));
});

function withPartialActor(expected: object): object {
  if (!('actor' in expected) || expected.actor === null) return expected;
  return { ...expected, actor: expect.objectContaining(expected.actor as object) };
}

it('records a failed sign-in with the address that was tried and without an actor', async () => {
  const { id, email } = await anAdmin();
  await users.signIn(email, 'a wrong password', address);
  await expectNewestEntry(`&entityId=${id}&action=sign-in-failed`, { title: email, actor: null, address });
  await users.signIn('nobody@example.com', 'a wrong password');
  await expectNewestEntry('&action=sign-in-failed', {
    title: 'nobody@example.com',
    entityId: '',
    actor: null,
  });
});

it.each([
  [
    'changing a password',
    (id: number) => {
      const body = { id, currentPassword: 'a wrong password', newPassword, confirmPassword: newPassword };
      return ['/api/auth/change-password', body] as const;
    },
  ],
  [
    'changing an address',
    () => ['/api/users/1', { email: 'moved@example.com', currentPassword: 'a wrong password' }] as const,
  ],
  ['changing an address, left out', () => ['/api/users/1', { email: 'moved@example.com' }] as const],
])('remembers a wrong current password: %s', async (_what, call) => {
  const { id, email } = await anAdmin();
  const [url, body] = call(id);
  const as = createSessionPrincipal({ id, role: 'admin' });
  expect((await users.call('PUT', url, { as, body, from: address })).statusCode).toBe(401);
  await expectNewestEntry(`&entityId=${id}&action=password-refused`, {
    title: email,
    detail: 'Current password is incorrect',
    actor: { id },
    address,
  });
});

it('does not record rejected calls', async () => {
  const before = (await findAuditRecords(users.service.connection)).length;
  const response = await users.call('DELETE', '/api/users/1', { as: users.admin });
  expect(response.statusCode).toBe(409);
  expect(await findAuditRecords(users.service.connection)).toHaveLength(before);
});

it('shows the current name of a user, and the last name of a deleted one', async () => {
  const { id } = await users.createUser({ role: 'admin', firstName: 'Gone', lastName: 'Tomorrow' });
  const as = createSessionPrincipal({ id, role: 'admin' });
  const other = await anAdmin();
  await users.call('PATCH', `/api/users/${other.id}/status`, { as, body: { isActive: false } });
  await expectNewestEntry(`&actorId=${id}`, {
    action: 'status',
    actor: { id, role: 'admin', name: 'Gone Tomorrow' },
  });
  await users.call('DELETE', `/api/users/${id}`, { as: users.admin });
  await expectNewestEntry(`&actorId=${id}`, { actor: { name: 'Gone Tomorrow' } });
});

it('tells staff what content they have edited last, and nobody else', async () => {
  const { id } = await users.createUser({ role: 'teacher' });
  const as = createSessionPrincipal({ id, role: 'teacher' });
  const actor = { id, role: 'teacher', name: 'T', email: '' };
  const expiresAt = new Date(Date.now() + 86_400_000);
  const rows = (
    [
      ['created', 'lesson', '7', 'First title'],
      ['updated', 'user', '7', 'a person'],
      ['updated', 'quiz', '8', 'Gone'],
      ['updated', 'lesson', '7', 'Title'],
      ['deleted', 'quiz', '8', 'Gone'],
      ['working-copy-saved', 'main-lesson', '3', 'Course'],
      ['sign-in', 'user', String(id), 'x'],
    ] as const
  ).map(([action, entity, entityId, title], n) => ({
    ...{
      _id: randomUUID() as string,
      at: new Date(Date.now() + n),
      service: 'content',
      action,
      entity,
      entityId,
      title,
    },
    ...{ fields: [], detail: null, actor, address: null, requestId: null, expiresAt },
  }));
  await users.service.connection.collection<(typeof rows)[number]>('audit').insertMany(rows);
  const profile = await createQueryProfiler(users.service.connection, ['audit']);
  const reads = await profile.captureReads(async () => {
    const { items } = (await users.call('GET', '/api/account/recent-items', { as })).json();
    expect(items).toMatchObject([
      { entity: 'main-lesson', id: 3, title: 'Course' },
      { entity: 'lesson', id: 7, title: 'Title' },
    ]);
  });
  await profile.stop();
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  expect((await users.call('GET', '/api/account/recent-items', { as: users.admin })).json().items).toEqual(
    [],
  );
  await users.service.connection.collection('audit').deleteMany({ 'actor.id': id });
});

it('stores a redelivered record once', async () => {
  const { id, email: title } = await users.createUser();
  const record = (await findAuditRecords(users.service.connection)).find(
    ({ entityId, action }) => entityId === String(id) && action === 'created',
  );
  if (!record) throw new Error('no record');
  await expectNewestEntry(`&entityId=${id}`, { action: 'created', title });
  const trailRows = users.service.connection.collection<{ _id: string }>('audit');
  const client = (await users.service.nats.whenConnected()).jetstream();
  const marker = { ...record, id: `${record.id}-marker`, title: 'marker' };
  await client.publish(auditSubject(record), JSON.stringify(record));
  await client.publish(`${auditStream.subjectPrefix}.users.${marker.id}`, JSON.stringify(marker));
  await eventually(async () => expect(await trailRows.countDocuments({ _id: marker.id })).toBe(1));
  expect(await trailRows.countDocuments({ entityId: String(id), title })).toBe(1);
});

it('stores every record of a batch with duplicates, also one that failed at first', async () => {
  const { connection, nats } = users.service;
  const [known] = await findAuditRecords(connection);
  if (!known) throw new Error('no record');
  const trailRows = connection.collection<{ _id: string }>('audit');
  await eventually(async () => expect(await trailRows.countDocuments({ _id: known.id })).toBe(1));
  const client = (await nats.whenConnected()).jetstream();
  const fresh = Array.from({ length: 100 }, (_, n) => ({ ...known, id: randomUUID(), title: `batch ${n}` }));
  await connection.db?.command({ collMod: 'audit', validator: { title: { $ne: 'batch 50' } } });
  // The stream deduplicates by message id, so a repetition is published under another id.
  const messages = fresh.flatMap((record) => [known, record, record]);
  await Promise.all(
    messages.map((record, n) =>
      client.publish(`${auditStream.subjectPrefix}.users.batch-${n}`, JSON.stringify(record)),
    ),
  );
  const stored = () => trailRows.countDocuments({ title: /^batch / });
  await eventually(async () => expect(await stored()).toBe(99));
  await connection.db?.command({ collMod: 'audit', validator: {} });
  await eventually(async () => expect(await stored()).toBe(100));
});

it('is filtered, paged and ordered, the newest first', async () => {
  const user = await anAdmin();
  for (const name of ['A', 'B', 'C']) await update(user, name);
  const about = `&entity=user&entityId=${user.id}&action=updated&actorId=1`;
  await eventually(async () => expect((await listAuditLog(about)).total).toBe(3));
  const { data } = await listAuditLog(about);
  expect([...data].sort((a, b) => b.at.localeCompare(a.at))).toEqual(data);
  expect((await listAuditLog(`&sort=at${about}`)).data).toEqual([...data].reverse());
  const page = await users.call('GET', `/api/audit?limit=1&offset=1${about}`, { as: users.admin });
  expect(page.json()).toEqual({ data: [data[1]], total: 3 });
  const [last, middle] = data;
  const range = `&from=${encodeURIComponent(middle?.at ?? '')}&to=${encodeURIComponent(last?.at ?? '')}`;
  expect((await listAuditLog(about + range)).data).toEqual([middle]);
});

it('is for admins alone', async () => {
  const as = createSessionPrincipal(await users.createUser({ role: 'teacher' }));
  expect((await users.call('GET', '/api/audit', { as })).statusCode).toBe(403);
});

it('keeps no password, token, key or hash', async () => {
  const { db } = users.service.connection;
  const stored = await db?.collection('audit').find().toArray();
  const told = JSON.stringify([stored, await findAuditRecords(users.service.connection)]);
  expect(told.length).toBeGreaterThan(1_000);
  for (const secret of secrets.filter(Boolean)) expect(told).not.toContain(secret);
  for (const row of (await db?.collection('users').find().toArray()) ?? [])
    expect(told).not.toContain(row.passwordHash);
});

it('expires', async () => {
  const row = await users.service.connection
    .collection<{ _id: string; at: Date; expiresAt: Date }>('audit')
    .findOne({});
  expect(((row?.expiresAt.getTime() ?? 0) - (row?.at.getTime() ?? 0)) / 86_400_000).toBe(400);
});

it('scans and sorts nothing, in every combination of filters', async () => {
  const { connection } = users.service;
  const at = Date.now();
  await connection.collection<{ _id: string }>('audit').insertMany(
    Array.from({ length: 5_000 }, (_, n) => ({
      _id: `row ${n}`,
      at: new Date(at - n * 1_000),
      service: 'content',
      action: n % 3 ? 'updated' : 'created',
      entity: n % 2 ? 'lesson' : 'quiz',
      entityId: String(n % 50),
      title: 't',
      fields: [],
      detail: null,
      address: null,
      requestId: null,
      actor: { id: 1 + (n % 5), role: 'admin', name: 'n', email: 'e' },
      expiresAt: new Date(at + 86_400_000),
    })),
  );
  const profile = await createQueryProfiler(connection, ['audit']);
  const queries = queryCombinations({
    entity: ['', 'lesson'],
    entityId: ['', '7'],
    action: ['', 'updated'],
    actorId: ['', '3'],
    sort: ['', 'at'],
    from: ['', new Date(at - 3_000_000).toISOString()],
  });
  const bad: string[] = [];
  for (const query of queries) {
    const reads = await profile.captureReads(async () => {
      await listAuditLog(`&offset=15${query}`);
    });
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) {
      const { keysExamined = 0 } = read;
      // Of an entity, all records; otherwise what a total is counted to.
      if (isScanOrSort(read) || keysExamined > maxExactTotal + 200)
        bad.push(`${query}: ${JSON.stringify(summarizeCommand(read))}`);
    }
  }
  await profile.stop();
  expect(bad).toEqual([]);
});
