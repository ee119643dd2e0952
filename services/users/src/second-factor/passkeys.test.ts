import { type Principal, userTokenClaimsSchema } from '@khmer-learning/contracts';
import { findAuditRecords } from '@khmer-learning/test-kit';
import {
  createSessionPrincipal,
  expectMails,
  password,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';
import { createAuthenticator, type Deviation } from './authenticator.fixture.ts';

const base = '/api/account/second-factor';
let users: UsersApp;
beforeAll(async () => {
  users = await startUsersApp();
});
afterEach(() => {
  jest.restoreAllMocks();
});

type Authenticator = ReturnType<typeof createAuthenticator>;

/** The principal that the gateway makes of a new session. */
function principalOf(token = ''): Principal & { kind: 'session' } {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { sub, jti, role, provedAt } = userTokenClaimsSchema.parse(JSON.parse(payload));
  return { ...createSessionPrincipal({ id: Number(sub), role }, jti), provedAt };
}

async function add(as: Principal, authenticator: Authenticator, deviation: Deviation = {}, name = 'Phone') {
  const begun = await users.call('POST', `${base}/passkeys/begin`, { as });
  expect(begun.statusCode).toBe(200);
  const body = { name, ...authenticator.create(begun.json(), deviation) };
  return users.call('POST', `${base}/passkeys`, { as, body });
}

async function withPasskey(deviation: Deviation = {}) {
  const user = await users.createUser({ role: 'teacher' });
  const as = principalOf((await users.signIn(user.email)).cookies[0]?.value);
  const authenticator = createAuthenticator();
  const added = await add(as, authenticator, deviation);
  expect(added.statusCode).toBe(201);
  return { user, as, authenticator, recoveryCodes: added.json().recoveryCodes as string[] };
}

const begin = async () => (await users.call('POST', '/api/auth/passkey/begin')).json();
const signInWith = (body: object) => users.call('POST', '/api/auth/passkey', { body });
const signIn = async (authenticator: Authenticator, deviation: Deviation = {}) =>
  signInWith(authenticator.get(await begin(), deviation));
const outcomeOf = async (answer: ReturnType<typeof signIn>) => {
  const response = await answer;
  return [response.statusCode, response.json().message];
};
const refused = [401, 'This passkey is not valid'];
const read = async (as: Principal) => (await users.call('GET', base, { as })).json();

it('signs in alone, without an address, and is listed with its last use', async () => {
  const { user, as, authenticator, recoveryCodes } = await withPasskey();
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await read(as)).toEqual({
    codesSince: null,
    recoveryCodesLeft: 10,
    passkeys: [{ id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null }],
  });
  const signedIn = await signIn(authenticator);
  expect(signedIn.json().user.email).toBe(user.email);
  expect(signedIn.cookies.map(({ name }) => name)).toEqual(['session', 'trusted-browser']);
  expect(Date.now() / 1_000 - (principalOf(signedIn.cookies[0]?.value).provedAt ?? 0)).toBeLessThan(600);
  expect((await read(as)).passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  const { sessions } = (await users.call('GET', '/api/account/sessions', { as })).json();
  expect(sessions.map(({ proof }: { proof: string }) => proof)).toEqual(['passkey', 'password']);
  const own = { action: 'sign-in', entityId: String(user.id), detail: 'console, passkey' };
  expect(await findAuditRecords(users.service.connection)).toContainEqual(expect.objectContaining(own));
  await expectMails(users, user.email, 'is better protected');
});

it('the password alone no longer signs in, and a recovery code helps once', async () => {
  const { user, recoveryCodes } = await withPasskey();
  const asked = await users.signIn(user.email);
  expect([asked.statusCode, asked.json().code]).toEqual([401, 'second_factor_required']);
  const body = { email: user.email, password, code: recoveryCodes[0] };
  expect((await users.call('POST', '/api/auth/admin', { body })).statusCode).toBe(200);
  expect((await users.call('POST', '/api/auth/admin', { body })).statusCode).toBe(401);
});

it.each<[string, Deviation]>([
  ['of another origin', { origin: 'https://khmer.example' }],
  ['of another domain', { rpId: 'khmer.example' }],
  ['for a challenge that was not made here', { challenge: 'bm90LWEtY2hhbGxlbmdl' }],
  ['without verification of its user', { userVerified: false }],
])('refuses a use and a new passkey %s', async (_name, deviation) => {
  const { user, as, authenticator } = await withPasskey();
  expect(await outcomeOf(signIn(authenticator, deviation))).toEqual(refused);
  const own = { action: 'sign-in-failed', entityId: String(user.id), actor: null };
  expect(await findAuditRecords(users.service.connection)).toContainEqual(expect.objectContaining(own));
  expect(await outcomeOf(add(as, createAuthenticator(), deviation))).toEqual([
    400,
    'The passkey was not accepted. Try again.',
  ]);
  expect((await signIn(authenticator)).statusCode).toBe(200);
});

it('a challenge works once, and for five minutes', async () => {
  const { as, authenticator } = await withPasskey();
  const assertion = authenticator.get(await begin());
  const both = await Promise.all([signInWith(assertion), signInWith(assertion)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const later = authenticator.get(await begin());
  const body = { name: 'Key', ...createAuthenticator().create(await beginAdding(as)) };
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 301_000);
  expect(await outcomeOf(signInWith(later))).toEqual(refused);
  expect((await users.call('POST', `${base}/passkeys`, { as, body })).statusCode).toBe(400);
});

const beginAdding = async (as: Principal) =>
  (await users.call('POST', `${base}/passkeys/begin`, { as })).json();

it('a counter that goes back is a copy: it is refused, recorded and mailed once', async () => {
  const { user, authenticator } = await withPasskey({ counter: 4 });
  expect((await signIn(authenticator, { counter: 5 })).statusCode).toBe(200);
  for (const counter of [5, 3, 0])
    expect(await outcomeOf(signIn(authenticator, { counter }))).toEqual(refused);
  expect((await signIn(authenticator, { counter: 6 })).statusCode).toBe(200);
  const records = await findAuditRecords(users.service.connection);
  const copies = records.filter(
    ({ entityId, detail }) => entityId === String(user.id) && detail === 'a copied passkey',
  );
  expect(copies.map(({ action }) => action)).toEqual(Array(3).fill('second-factor-refused'));
  expect(
    (await expectMails(users, user.email, 'may have been copied')).split('Subject: A passkey'),
  ).toHaveLength(2);
});

it('is worth nothing in another account, nor for a challenge of another user', async () => {
  const one = await withPasskey();
  const other = await withPasskey();
  const assertion = one.authenticator.get(await begin());
  const { userHandle } = other.authenticator.get(await begin()).response;
  const response = { ...assertion.response, userHandle };
  expect(await outcomeOf(signInWith({ ...assertion, response }))).toEqual(refused);
  const prove = (body: object) => users.call('POST', '/api/account/proof', { as: other.as, body });
  const refusal = await prove({ passkey: assertion });
  expect([refusal.statusCode, refusal.json().issues]).toEqual([
    400,
    [{ path: 'passkey', message: 'This passkey is not valid' }],
  ]);
  const body = { name: 'Key', ...createAuthenticator().create(await beginAdding(one.as)) };
  expect((await users.call('POST', `${base}/passkeys`, { as: other.as, body })).statusCode).toBe(400);
});

it('takes no attestation with certificates, whose addresses would be fetched', async () => {
  const { as } = await withPasskey();
  const attestation = new Map<string, number | Uint8Array | Uint8Array[]>([
    ['alg', -7],
    ['sig', new Uint8Array(70)],
    ['x5c', [new Uint8Array(100)]],
  ]);
  expect((await add(as, createAuthenticator(), { attestation })).statusCode).toBe(400);
  expect(users.logLines.join()).toContain('Unexpected attestation packed');
});

it('signs in nobody whose account was deactivated or deleted', async () => {
  const { user, authenticator } = await withPasskey();
  const body = { isActive: false };
  await users.call('PATCH', `/api/users/${user.id}/status`, { as: users.admin, body });
  expect(await outcomeOf(signIn(authenticator))).toEqual([401, 'Account is disabled']);
  await users.call('DELETE', `/api/users/${user.id}`, { as: users.admin });
  expect(await outcomeOf(signIn(authenticator))).toEqual(refused);
});

it('is a recent proof, with which passkeys are added, renamed and removed', async () => {
  const { user, as, authenticator, recoveryCodes } = await withPasskey();
  const old = { ...as, provedAt: 0 };
  const [{ id }] = (await read(as)).passkeys;
  for (const [method, url] of [
    ['POST', 'passkeys/begin'],
    ['POST', 'passkeys'],
    ['DELETE', `passkeys/${id}`],
  ] as const) {
    const answer = await users.call(method, `${base}/${url}`, { as: old });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'proof_required']);
  }
  const prove = (body: object) => users.call('POST', '/api/account/proof', { as: old, body });
  expect((await prove({ password })).statusCode).toBe(400);
  const proved = await prove({ passkey: authenticator.get(await begin()) });
  const renewed = principalOf(proved.cookies[0]?.value);
  expect(renewed.sessionId).toBe(as.sessionId);

  const second = createAuthenticator();
  const added = await add(renewed, second, {}, 'Key');
  expect([added.statusCode, added.json()]).toEqual([201, {}]);
  const rename = (passkey: string, name: string) =>
    users.call('PATCH', `${base}/passkeys/${passkey}`, { as: old, body: { name } });
  expect((await rename(id, ' ')).statusCode).toBe(400);
  expect((await rename('unknown', 'Laptop')).statusCode).toBe(404);
  expect((await rename(id, 'Laptop')).statusCode).toBe(200);
  const { passkeys } = await read(as);
  expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Key']);
  expect((await beginAdding(renewed)).excludeCredentials).toHaveLength(2);

  const remove = (passkey: string) => users.call('DELETE', `${base}/passkeys/${passkey}`, { as: renewed });
  expect((await remove(id)).statusCode).toBe(200);
  expect(await outcomeOf(signIn(authenticator))).toEqual(refused);
  expect((await signIn(second)).statusCode).toBe(200);
  expect((await remove(id)).statusCode).toBe(404);
  expect((await remove(passkeys[1].id)).statusCode).toBe(200);
  expect(await read(as)).toEqual({ codesSince: null, recoveryCodesLeft: 0, passkeys: [] });
  expect((await users.signIn(user.email)).statusCode).toBe(200);
  const body = { email: user.email, password, code: recoveryCodes[0] };
  expect((await users.call('POST', '/api/auth/admin', { body })).statusCode).toBe(200);
  await expectMails(users, user.email, 'was removed');
});

it('an account has ten at most', async () => {
  const { as } = await withPasskey();
  const begun = await beginAdding(as);
  for (let n = 1; n < 10; n += 1) expect((await add(as, createAuthenticator())).statusCode).toBe(201);
  const tooMany = await users.call('POST', `${base}/passkeys/begin`, { as });
  expect([tooMany.statusCode, tooMany.json().message]).toEqual([
    409,
    'You have 10 passkeys. Remove one of them first',
  ]);
  const body = { name: 'Key', ...createAuthenticator().create(begun) };
  expect((await users.call('POST', `${base}/passkeys`, { as, body })).statusCode).toBe(409);
});

it('a reset by an admin removes them', async () => {
  const { user, authenticator } = await withPasskey();
  expect((await users.call('GET', `/api/users/${user.id}`, { as: users.admin })).json()).toMatchObject({
    hasSecondFactor: true,
  });
  await users.call('DELETE', `/api/users/${user.id}/second-factor`, { as: users.admin });
  expect(await outcomeOf(signIn(authenticator))).toEqual(refused);
  expect((await users.signIn(user.email)).statusCode).toBe(200);
});

it('several origins of one domain, by settings', async () => {
  const school = await startUsersApp({
    PASSKEY_RP_ID: 'school.example',
    PASSKEY_ORIGINS: 'https://school.example, https://console.school.example',
  });
  expect((await school.call('POST', '/api/auth/passkey/begin')).json().rpId).toBe('school.example');
  for (const PASSKEY_ORIGINS of [
    'http://school.example',
    'https://other.example',
    'https://school.example/x',
  ])
    await expect(startUsersApp({ PASSKEY_RP_ID: 'school.example', PASSKEY_ORIGINS })).rejects.toThrow(
      'PASSKEY_ORIGINS',
    );
});
