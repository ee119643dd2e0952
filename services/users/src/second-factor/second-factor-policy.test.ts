import { secondFactorPolicyEvent } from '@khmer-learning/contracts';
import { Secret, TOTP } from 'otpauth';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const url = '/api/second-factor-policy';
const day = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * day).toISOString();
let users: UsersApp;
beforeAll(async () => {
  users = await startUsersApp();
});

type Caller = ReturnType<typeof createSessionPrincipal>;
const set = (
  requiredOf: string,
  from: string,
  as: Caller = users.admin,
  headers: Record<string, string> = {},
) => users.call('PUT', url, { as, body: { requiredOf, from }, headers });
const read = async () => (await users.call('GET', url, { as: users.admin })).json();
const dueOf = async (as: Caller) =>
  (await users.call('GET', '/api/auth/session', { as })).json().secondFactorDue;
const isMissing = async ({ userId, sessionId }: Caller) => {
  const body = { userId, sessionId, epoch: 1 };
  const answer = await users.call('POST', '/internal/sessions/check', { as: { kind: 'gateway' }, body });
  return answer.json().secondFactorMissing;
};

async function anAccount(role: 'admin' | 'teacher') {
  return createSessionPrincipal(await users.createUser({ role }));
}

async function setUpCodes(as: Caller) {
  const { secret } = (await users.call('POST', '/api/account/second-factor/codes/begin', { as })).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const body = { code };
  expect((await users.call('POST', '/api/account/second-factor/codes', { as, body })).statusCode).toBe(200);
}

it('nobody must have one at first, and only admins set it, with a recent proof', async () => {
  expect(await read()).toMatchObject({ requiredOf: 'off', from: null, version: 0 });
  const teacher = await anAccount('teacher');
  expect(await dueOf(teacher)).toBeNull();
  expect((await set('everyone', daysFromNow(14), teacher)).statusCode).toBe(403);
  const old = { ...users.admin, provedAt: 0 };
  expect((await set('everyone', daysFromNow(14), old)).json().code).toBe('proof_required');
  for (const from of [daysFromNow(400), 'tomorrow'])
    expect((await set('everyone', from)).json().message).toBe('Choose a date within the next year');
});

it('announces a date to those concerned, counts them, and is published for the gateways', async () => {
  const [admin, teacher] = [await anAccount('admin'), await anAccount('teacher')];
  const before = await read();
  const from = daysFromNow(14);
  const saved = (await set('admins', from)).json();
  expect(saved).toEqual({ ...before, requiredOf: 'admins', from, version: before.version + 1 });
  await users.expectEvent(secondFactorPolicyEvent, 1, { state: { requiredOf: 'admins', from } });
  expect(await dueOf(admin)).toEqual({ from, isMissing: false });
  expect(await dueOf(teacher)).toBeNull();
  await setUpCodes(admin);
  expect(await dueOf(admin)).toBeNull();
  expect(await read()).toMatchObject({ without: { admins: before.without.admins - 1 } });
  expect((await set('admins', from)).json().version).toBe(saved.version);
  const stale = await set('off', from, users.admin, { 'if-match': `"${saved.version - 1}"` });
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
});

it('from its date on says of each session who lacks one, and lets nobody remove the last one', async () => {
  const [admin, teacher] = [await anAccount('admin'), await anAccount('teacher')];
  const refused = await set('everyone', daysFromNow(0), admin);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Set up your own second factor before you require one from today on',
  ]);
  await setUpCodes(admin);
  expect((await set('everyone', daysFromNow(0), admin)).statusCode).toBe(200);
  expect(await isMissing(admin)).toBe(false);
  expect(await isMissing(teacher)).toBe(true);
  expect(await dueOf(teacher)).toMatchObject({ isMissing: true });
  await setUpCodes(teacher);
  expect(await isMissing(teacher)).toBe(false);
  const remove = () => users.call('DELETE', '/api/account/second-factor/codes', { as: teacher });
  expect([(await remove()).statusCode, (await remove()).json().message]).toEqual([
    409,
    'Your school requires a second factor. Add another one before you remove this one.',
  ]);
  // Who has lost it is reset by an admin, and must set one up again.
  await users.call('DELETE', `/api/users/${teacher.userId}/second-factor`, { as: admin });
  expect(await dueOf(teacher)).toMatchObject({ isMissing: true });
  expect((await set('off', daysFromNow(0), admin)).statusCode).toBe(200);
  expect(await isMissing(teacher)).toBe(false);
});
