import { join } from 'node:path';
import { type Principal, userSessionsEvent, userTokenClaimsSchema } from '@khmer-learning/contracts';
import { runTypeScript, testServiceSettings } from '@khmer-learning/test-kit';
import { Secret, TOTP } from 'otpauth';
import {
  createSessionPrincipal,
  expectMails,
  password,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

const command = join(import.meta.dirname, '../reset-second-factor.ts');
let users: UsersApp;
beforeAll(async () => {
  users = await startUsersApp();
});
afterEach(() => jest.restoreAllMocks());

/** The code that an app shows whose clock is off by some seconds. */
const codeOf = (secret: string, offSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offSeconds * 1_000 });

const signIn = (email: string, code?: string, given = password) =>
  users.call('POST', '/api/auth/admin', { body: { email, password: given, ...(code && { code }) } });

/** The principal that the gateway makes of a new session. */
async function sessionOf(email: string, code?: string) {
  const response = await signIn(email, code);
  expect(response.statusCode).toBe(200);
  return principalOf(response.cookies[0]?.value);
}

function principalOf(token = '') {
  const claims = userTokenClaimsSchema.parse(
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
  );
  const { role, jti, provedAt } = claims;
  return { ...createSessionPrincipal({ id: Number(claims.sub), role }, jti), provedAt };
}

async function withCodes(role: 'admin' | 'teacher' = 'teacher') {
  const user = await users.createUser({ role });
  const as = await sessionOf(user.email);
  const begun = await users.call('POST', '/api/account/second-factor/codes/begin', { as });
  const { secret, uri } = begun.json();
  expect(uri).toContain(`secret=${secret}`);
  // The next code, so that the present one is left for a sign-in.
  const body = { code: codeOf(secret, -30) };
  const confirmed = await users.call('POST', '/api/account/second-factor/codes', { as, body });
  expect(confirmed.statusCode).toBe(200);
  return { user, as, secret, recoveryCodes: confirmed.json().recoveryCodes as string[] };
}

it('a sign-in asks for a code once codes are set up, and takes each code once', async () => {
  const { user, secret, as } = await withCodes();
  const asked = await signIn(user.email);
  expect([asked.statusCode, asked.json().code]).toEqual([401, 'second_factor_required']);
  expect(asked.headers['set-cookie']).toBeUndefined();
  const code = codeOf(secret);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  expect((await signIn(user.email, spaced)).statusCode).toBe(200);
  const again = await signIn(user.email, code);
  expect([again.statusCode, again.json().message]).toEqual([401, 'This code is not valid']);
  expect((await signIn(user.email, codeOf(secret, 30), 'a wrong password')).json().code).toBe(
    'unauthenticated',
  );
  const { sessions } = (await users.call('GET', '/api/account/sessions', { as })).json();
  expect(sessions.map(({ proof }: { proof: string }) => proof)).toEqual(['code', 'password']);
});

it('works for an app whose clock is 90 s off, and not for one that is further off', async () => {
  const { user, secret } = await withCodes();
  expect((await signIn(user.email, codeOf(secret, 150))).statusCode).toBe(401);
  expect((await signIn(user.email, codeOf(secret, 90))).statusCode).toBe(200);
  const late = await withCodes();
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 120_000);
  expect((await signIn(late.user.email, codeOf(late.secret, -90))).statusCode).toBe(200);
});

it('a lost phone: a recovery code signs in once, and can be replaced', async () => {
  const { user, recoveryCodes } = await withCodes();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  const as = await sessionOf(user.email, first.toLowerCase());
  expect((await signIn(user.email, first)).statusCode).toBe(401);
  const read = async () => (await users.call('GET', '/api/account/second-factor', { as })).json();
  expect(await read()).toMatchObject({ recoveryCodesLeft: 9, codesSince: expect.any(String) });
  const renewed = await users.call('POST', '/api/account/second-factor/recovery-codes', { as });
  expect(await read()).toMatchObject({ recoveryCodesLeft: 10 });
  expect((await signIn(user.email, second)).statusCode).toBe(401);
  expect((await signIn(user.email, renewed.json().recoveryCodes[0])).statusCode).toBe(200);
});

it('wrong codes are limited as wrong passwords are, and a sign-in without a code is no attempt', async () => {
  const { user } = await withCodes();
  const from = '198.51.100.9';
  const attempt = (code?: string) =>
    users.call('POST', '/api/auth/admin', {
      body: { email: user.email, password, ...(code && { code }) },
      from,
    });
  for (let n = 0; n < 6; n += 1) expect((await attempt()).statusCode).toBe(401);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await attempt('ZZZZ-ZZZZ-ZZZZ-ZZZZ')).statusCode);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('stores no secret and no recovery code in clear, and a stored secret is worth nothing in another account', async () => {
  const { user, secret, recoveryCodes } = await withCodes();
  const other = await withCodes();
  const rows = users.service.connection.collection<{
    _id: number;
    secondFactor?: { codes: { secret: string } };
  }>('users');
  const stored = await rows.findOne({ _id: user.id });
  const text = JSON.stringify(stored);
  for (const shown of [
    secret,
    Buffer.from(Secret.fromBase32(secret).buffer).toString('base64'),
    ...recoveryCodes,
  ])
    expect(text).not.toContain(shown);
  await rows.updateOne(
    { _id: other.user.id },
    { $set: { 'secondFactor.codes.secret': stored?.secondFactor?.codes.secret } },
  );
  expect((await signIn(other.user.email, codeOf(secret, 30))).statusCode).toBe(401);
});

it('is set up, changed and removed only with a recent proof', async () => {
  const { user, as, secret } = await withCodes();
  const old = { ...as, provedAt: Math.floor(Date.now() / 1_000) - 601 };
  for (const [method, url] of [
    ['POST', 'codes/begin'],
    ['POST', 'codes'],
    ['DELETE', 'codes'],
    ['POST', 'recovery-codes'],
  ] as const) {
    const refused = await users.call(method, `/api/account/second-factor/${url}`, { as: old });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof_required']);
  }
  const prove = (body: object) => users.call('POST', '/api/account/proof', { as: old, body });
  // Who has codes proves it with one, not with the password alone.
  expect((await prove({ password })).json().issues).toEqual([
    { path: 'code', message: 'Enter a code of your authenticator app, or a recovery code' },
  ]);
  expect((await prove({ code: '000000' })).statusCode).toBe(400);
  const proved = await prove({ code: codeOf(secret) });
  const renewed = principalOf(proved.cookies[0]?.value);
  expect(renewed.sessionId).toBe(as.sessionId);
  expect((await users.call('DELETE', '/api/account/second-factor/codes', { as: renewed })).statusCode).toBe(
    200,
  );
  expect((await signIn(user.email)).statusCode).toBe(200);
  await expectMails(users, user.email, 'is better protected', 'was removed');
});

it('a lost second factor: another admin resets it, which ends the sessions and is told to both', async () => {
  const { user, as } = await withCodes('admin');
  const helper = await users.createUser({ role: 'admin' });
  const helping = await sessionOf(helper.email);
  const reset = (id: number, who: Principal) =>
    users.call('DELETE', `/api/users/${id}/second-factor`, { as: who });
  expect((await users.call('GET', `/api/users/${user.id}`, { as })).json().hasSecondFactor).toBe(true);
  expect((await reset(user.id, { ...helping, provedAt: 0 })).json().code).toBe('proof_required');
  expect((await reset(user.id, as)).statusCode).toBe(409);
  expect((await reset(user.id, helping)).statusCode).toBe(200);
  expect((await reset(user.id, helping)).statusCode).toBe(404);
  expect((await signIn(user.email)).statusCode).toBe(200);
  await users.expectEvent(userSessionsEvent, user.id, { state: { epoch: 2 } });
  await expectMails(users, user.email, `was reset on`, helper.email);
  await expectMails(users, helper.email, `The second factor of ${user.email} was reset`);
});

it('the only admin resets it by a command on the server', async () => {
  const { user } = await withCodes('admin');
  const run = async (email: string) => {
    const process = await runTypeScript(command, {
      args: [email],
      env: await testServiceSettings('users', users.config),
    });
    await process.exited;
    return process.lines.join();
  };
  expect(await run('nobody@example.com')).toContain('No account has this email address');
  expect(await run(user.email)).toContain(`The second factor of ${user.email} was reset`);
  expect((await signIn(user.email)).statusCode).toBe(200);
  await expectMails(users, user.email, 'by An administrator');
});

it('who has no second factor proves it with the password', async () => {
  const { email } = await users.createUser({ role: 'admin' });
  const as = await sessionOf(email);
  const prove = (body: object) => users.call('POST', '/api/account/proof', { as, body });
  expect((await prove({ password: 'a wrong one' })).json().code).toBe('wrong_password');
  const proved = await prove({ password });
  expect(principalOf(proved.cookies[0]?.value).sessionId).toBe(as.sessionId);
});

it('in two tabs, the set-up that was begun last counts', async () => {
  const { email } = await users.createUser({ role: 'teacher' });
  const as = await sessionOf(email);
  const begin = async () =>
    (await users.call('POST', '/api/account/second-factor/codes/begin', { as })).json().secret;
  const [first, last] = [await begin(), await begin()];
  const confirm = (secret: string) =>
    users.call('POST', '/api/account/second-factor/codes', { as, body: { code: codeOf(secret) } });
  expect((await confirm(first)).statusCode).toBe(400);
  expect((await confirm(last)).statusCode).toBe(200);
  expect((await signIn(email)).json().code).toBe('second_factor_required');
});

it('a set-up that is not confirmed changes nothing, and cannot be confirmed later than in a quarter of an hour', async () => {
  const { email } = await users.createUser({ role: 'teacher' });
  const as = await sessionOf(email);
  const { secret } = (await users.call('POST', '/api/account/second-factor/codes/begin', { as })).json();
  const confirm = (code: string) =>
    users.call('POST', '/api/account/second-factor/codes', {
      as: { ...as, provedAt: undefined },
      body: { code },
    });
  expect((await confirm('000000')).statusCode).toBe(400);
  expect((await signIn(email)).statusCode).toBe(200);
  const now = Date.now();
  jest.useFakeTimers({
    now: now + 16 * 60_000,
    doNotFake: [
      'setTimeout',
      'setInterval',
      'setImmediate',
      'nextTick',
      'clearTimeout',
      'clearInterval',
      'queueMicrotask',
    ],
  });
  expect((await confirm(codeOf(secret))).statusCode).toBe(409);
  jest.useRealTimers();
});
