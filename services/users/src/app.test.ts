import { randomBytes } from 'node:crypto';
import { endpointsOf, headerNames } from '@khmer-learning/contracts';
import {
  generateInternalPrivateKey,
  localInternalPrivateKey,
  signInternalToken,
} from '@khmer-learning/service-kit';
import { republishAll } from '@khmer-learning/test-kit';
import { createSessionPrincipal, password, startUsersApp, type UsersApp } from './users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
  // Routes with a parser of their own are added now.
  await users.app.ready();
});

it.each(endpointsOf('users').map((endpoint) => [endpoint.id, endpoint] as const))(
  'answers %s',
  (_id, endpoint) => {
    for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      expect(users.app.hasRoute({ method: endpoint.method, url })).toBe(true);
    }
  },
);

it('rejects calls without a gateway token for this service', async () => {
  const principal = users.admin;
  const tokens = [
    undefined,
    signInternalToken(localInternalPrivateKey, { audience: 'content', requestId: 'r', principal }),
    signInternalToken(generateInternalPrivateKey(), { audience: 'users', requestId: 'r', principal }),
  ];
  for (const token of tokens) {
    const response = await users.app.inject({
      url: '/api/users',
      headers: token === undefined ? { 'x-user-id': '1' } : { [headerNames.internalToken]: token },
    });
    expect(response.statusCode).toBe(401);
  }
});

it('contains no password, hash, token or key in responses or logs', async () => {
  const key = `khmer_${randomBytes(24).toString('base64url')}_lx1y2z3`;
  const answers: string[] = [];
  const tell = (response: { body: string }) => answers.push(response.body);
  const admin = await users.createUser({ role: 'admin' });
  const as = createSessionPrincipal(admin);

  const signedIn = await users.signIn(admin.email);
  tell(signedIn);
  tell(await users.signIn(admin.email, 'a wrong password'));
  tell(await users.call('GET', '/api/users', { as }));
  tell(await users.call('GET', `/api/users/${admin.id}`, { as }));
  tell(await users.call('POST', '/api/auth/register', { as, body: { ...admin, password, role: 'student' } }));
  tell(await users.call('POST', '/api/api-keys', { as, body: { key } }));
  tell(await users.call('GET', '/api/api-keys', { as }));
  const token = (
    await users.call('POST', '/api/auth/login', { body: { email: admin.email, password } })
  ).json().token;
  const body = {
    id: admin.id,
    currentPassword: password,
    newPassword: 'some new password',
    confirmPassword: 'some new password',
  };
  tell(await users.call('PUT', '/api/auth/change-password', { as, body }));
  tell(await users.call('POST', '/api/auth/logout', { as }));

  const row = await users.service.connection.collection('users').findOne({ email: admin.email });
  const cookie = signedIn.cookies[0]?.value;
  const told = [...answers, ...users.logLines].join('\n');
  for (const word of [
    password,
    'a wrong password',
    'some new password',
    'learn-khmer-2026',
    key,
    token,
    cookie,
    row?.passwordHash,
    '$2b$',
  ]) {
    expect(typeof word).toBe('string');
    expect(told).not.toContain(word);
  }
});

it('never scans a collection', async () => {
  const { db } = users.service.connection;
  if (!db) throw new Error('not connected');
  const teacher = await users.createUser({ role: 'teacher', firstName: 'ខ្ញុំចង់ទៅផ្សារ' });
  const as = users.admin;
  await db.command({ profile: 2 });
  for (const query of [
    '',
    '?limit=5',
    '?role=teacher',
    '?isActive=true&limit=5',
    '?role=admin&isActive=true',
    '?search=sok',
    '?search=ចង់ទៅផ្សារ&role=teacher',
  ]) {
    expect((await users.call('GET', encodeURI(`/api/users${query}`), { as })).statusCode).toBe(200);
  }
  await users.signIn(teacher.email);
  await users.signIn(teacher.email, 'wrong');
  await users.call('POST', '/api/auth/forgot-password', { body: { email: teacher.email } });
  await users.call('POST', '/api/auth/reset-password', {
    body: { token: 'x', password, confirmPassword: password },
  });
  await users.call('POST', '/api/auth/logout', { as: createSessionPrincipal(teacher) });
  const key = `khmer_${randomBytes(24).toString('base64url')}_lx1y2z3`;
  await users.call('POST', '/api/api-keys', { as, body: { key } });
  await users.call('GET', '/api/api-keys', { as });
  await users.call('PATCH', `/api/users/${teacher.id}/status`, { as, body: { isActive: false } });
  await users.call('DELETE', `/api/users/${teacher.id}`, { as });
  await db.command({ profile: 0 });

  const seen = await db
    .collection('system.profile')
    .find({ ns: { $not: /system\.|outbox|\$cmd/ } })
    .toArray();
  expect(seen.length).toBeGreaterThan(20);
  const scans = seen.filter((entry) => String(entry.planSummary).includes('COLLSCAN'));
  expect(scans.map((entry) => [entry.ns, entry.command])).toEqual([]);
});

it('republishes what its events have said', async () => {
  const as = users.admin;
  const [teacher, deleted] = [await users.createUser({ role: 'teacher' }), await users.createUser()];
  await users.call('POST', '/api/auth/logout', { as: createSessionPrincipal(teacher) });
  await users.call('DELETE', `/api/users/${deleted.id}`, { as });
  for (let times = 0; times < 2; times += 1) {
    const key = `khmer_${randomBytes(24).toString('base64url')}_lx1y2z3`;
    expect((await users.call('POST', '/api/api-keys', { as, body: { key } })).statusCode).toBe(201);
  }
  await users.call('PUT', '/api/privacy-policy', { as, body: { text: 'We keep little.' } });
  const { before, after } = await republishAll(users.service, 'users');
  const entities = new Set(Object.keys(before).map((subject) => subject.split('.')[2]));
  expect([...entities].sort()).toEqual(['api-key', 'privacy-policy', 'user', 'user-sessions']);
  expect(before[`events.users.user-sessions.${deleted.id}`]).toMatchObject({ type: 'deleted' });
  expect(after).toEqual(before);
});
