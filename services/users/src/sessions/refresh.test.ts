import { userSessionsEvent, userTokenClaimsSchema } from '@khmer-learning/contracts';
import fc from 'fast-check';
import jwt from 'jsonwebtoken';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  password,
  secret,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

let users: UsersApp;

beforeAll(async () => {
  users = await startUsersApp();
});

interface Tokens {
  readonly accessToken: string;
  readonly token: string;
  readonly refreshToken: string;
}

async function login(email: string): Promise<Tokens> {
  const response = await users.call('POST', '/api/auth/login', { body: { email, password } });
  expect(response.statusCode).toBe(200);
  return response.json();
}
const refresh = (refreshToken: string, from?: string) =>
  users.call('POST', '/api/auth/refresh-token', {
    body: { refreshToken },
    ...(from === undefined ? {} : { from }),
  });
const claimsOf = (token: string) =>
  userTokenClaimsSchema.parse(
    jwt.verify(token, secret, { algorithms: ['HS256'], issuer: 'khmer-learning', audience: 'learner' }),
  );
async function isValid(token: string): Promise<boolean> {
  const { sub, jti, epoch } = claimsOf(token);
  const response = await users.call('POST', '/internal/sessions/check', {
    as: { kind: 'gateway' },
    body: { userId: Number(sub), sessionId: jti, epoch },
  });
  return response.json().valid;
}
const families = () => users.service.connection.collection('refresh_families');

it('gives new tokens: an access token of an hour, and the next refresh token', async () => {
  const learner = await users.createUser();
  const first = await login(learner.email);
  const response = await refresh(first.refreshToken);
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { accessToken: expect.any(String), token: expect.any(String), refreshToken: expect.any(String) },
  ]);
  const second: Tokens = response.json();
  expect(second.token).toBe(second.accessToken);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  const claims = claimsOf(second.accessToken);
  expect(claims).toMatchObject({ sub: String(learner.id), role: 'student', email: learner.email, epoch: 1 });
  expect(claims.exp - claims.iat).toBe(60 * 60);
  expect((await refresh(second.refreshToken)).statusCode).toBe(200);
  // What the sign-in has given is still valid.
  expect(await isValid(first.token)).toBe(true);
});

it('the second use of a refresh token ends the sign-in with all of its tokens, and no other', async () => {
  const learner = await users.createUser();
  const [stolen, other] = [await login(learner.email), await login(learner.email)];
  const next: Tokens = (await refresh(stolen.refreshToken)).json();

  const again = await refresh(stolen.refreshToken);
  expect([again.statusCode, again.json().code]).toEqual([401, 'unauthenticated']);
  expect((await refresh(next.refreshToken)).statusCode).toBe(401);
  expect([await isValid(stolen.token), await isValid(next.token)]).toEqual([false, false]);
  const { jti: sessionId, exp } = claimsOf(stolen.token);
  await users.expectEvent(userSessionsEvent, learner.id, {
    version: 1,
    state: { epoch: 1, revoked: [{ sessionId, expiresAt: expect.any(String) }] },
  });
  // Gateways must remember it until the last token of the sign-in has expired.
  const revoked = await users.service.connection.collection('blacklist').findOne({ token: sessionId });
  expect(revoked?.expiredAt.getTime()).toBeGreaterThanOrEqual(exp * 1_000);
  expect(await isValid(other.token)).toBe(true);
  expect((await refresh(other.refreshToken)).statusCode).toBe(200);
});

it('at most one of twenty concurrent uses gets tokens, and none of them stays valid', async () => {
  for (let round = 0; round < 3; round += 1) {
    const learner = await users.createUser();
    const { refreshToken, token } = await login(learner.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    const succeeded = answers.filter((answer) => answer.statusCode === 200);
    expect(succeeded).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(19);
    for (const answer of succeeded) {
      expect(await isValid(answer.json().accessToken)).toBe(false);
      expect((await refresh(answer.json().refreshToken)).statusCode).toBe(401);
    }
    expect(await isValid(token)).toBe(false);
    await users.expectEvent(userSessionsEvent, learner.id, { version: 1 });
  }
});

it('in any order of uses, only the newest token of a sign-in works, and an older one ends it', async () => {
  const learner = await users.createUser();
  const use = fc.record({ signIn: fc.nat(1), age: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.array(use, { maxLength: 8 }), async (uses) => {
      const signIns = [await login(learner.email), await login(learner.email)].map(({ refreshToken }) => ({
        issued: [refreshToken],
        ended: false,
      }));
      for (const { signIn, age } of uses) {
        const known = signIns[signIn];
        const used = known?.issued[age];
        if (!known || used === undefined) continue;
        const answer = await refresh(used);
        if (!known.ended && age === 0) {
          expect(answer.statusCode).toBe(200);
          known.issued.unshift(answer.json().refreshToken);
        } else {
          expect(answer.statusCode).toBe(401);
          known.ended = true;
        }
      }
    }),
    { numRuns: depth(3, 12) },
  );
});

describe('a refresh token ends', () => {
  const newPassword = 'some other password';
  it.each<[string, (id: number, email: string, token: string) => Promise<{ statusCode: number }>]>([
    [
      'when the password is changed',
      (id, email) =>
        users.call('PUT', '/api/v1/me/password', {
          as: createLearnerPrincipal({ id, email }),
          body: { currentPassword: password, newPassword },
        }),
    ],
    [
      'when the account is deactivated, also if it is activated again',
      async (id) => {
        const set = (isActive: boolean) =>
          users.call('PATCH', `/api/users/${id}/status`, { as: users.admin, body: { isActive } });
        await set(false);
        return set(true);
      },
    ],
    [
      'when the address is changed',
      (id) =>
        users.call('PUT', `/api/users/${id}`, {
          as: users.admin,
          body: { email: `moved-${id}@example.com`, currentPassword: users.config.ADMIN_PASSWORD },
        }),
    ],
    ['when the account is deleted', (id) => users.call('DELETE', `/api/users/${id}`, { as: users.admin })],
    [
      'when the learner signs out with a token of the same sign-in',
      (id, email, token) => {
        const { jti, exp } = claimsOf(token);
        const as = createLearnerPrincipal({ id, email }, jti);
        return users.call('POST', '/api/v1/logout', {
          as: { ...as, learner: { ...as.learner, sessionExpiresAt: exp } },
        });
      },
    ],
  ])('%s', async (_when, end) => {
    const learner = await users.createUser();
    const { refreshToken } = await login(learner.email);
    const next: Tokens = (await refresh(refreshToken)).json();
    expect((await end(learner.id, learner.email, next.token)).statusCode).toBe(200);
    expect((await refresh(next.refreshToken)).statusCode).toBe(401);
    expect(await isValid(next.token)).toBe(false);
  });

  it('after 30 days without use', async () => {
    const learner = await users.createUser();
    const { refreshToken } = await login(learner.email);
    const month = 30 * 24 * 60 * 60_000;
    const row = await families().findOne({ userId: learner.id });
    expect(Math.abs(row?.expiresAt.getTime() - Date.now() - month)).toBeLessThan(60 * 60_000);
    await families().updateOne({ userId: learner.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await refresh(refreshToken)).statusCode).toBe(401);
  });

  it('when the user has signed in to twenty other apps since then; its access token stays', async () => {
    const learner = await users.createUser();
    const oldest = await login(learner.email);
    const second = await login(learner.email);
    for (let count = 0; count < 9; count += 1)
      await Promise.all([login(learner.email), login(learner.email)]);
    expect(await families().countDocuments({ userId: learner.id })).toBe(20);
    await login(learner.email);
    expect(await families().countDocuments({ userId: learner.id })).toBe(20);
    expect((await refresh(oldest.refreshToken)).statusCode).toBe(401);
    expect((await refresh(second.refreshToken)).statusCode).toBe(200);
    expect(await isValid(oldest.token)).toBe(true);
  });
});

it('stores only a hash of the refresh token', async () => {
  const learner = await users.createUser();
  const { refreshToken } = await login(learner.email);
  const row = JSON.stringify(await families().findOne({ userId: learner.id }));
  expect(row).not.toContain(refreshToken.split('.')[1]);
  expect(users.logLines.join('')).not.toContain(refreshToken);
});

it.each(['', 'nothing', 'a.b', `${'x'.repeat(36)}.${'y'.repeat(43)}`, { $gt: '' }, 7])(
  'is refused for %j',
  async (refreshToken) => {
    const answer = await users.call('POST', '/api/auth/refresh-token', { body: { refreshToken } });
    expect([400, 401]).toContain(answer.statusCode);
  },
);

it('does not give a console session new tokens', async () => {
  const admin = await users.createUser({ role: 'admin' });
  const signedIn = await users.signIn(admin.email);
  expect((await refresh(signedIn.cookies[0]?.value ?? '')).statusCode).toBe(400);
  expect((await refresh(createSessionPrincipal(admin).sessionId)).statusCode).toBe(401);
});

it('is limited for each network', async () => {
  const from = '203.0.113.50';
  expect((await refresh('nothing', from)).statusCode).toBe(401);
  await users.service.connection
    .collection<{ _id: string }>('rate_limits')
    .updateOne({ _id: 'refreshes:203.0.113.0/24' }, { $set: { count: 600 } });
  const refused = await refresh('nothing', from);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await refresh('nothing')).statusCode).toBe(401);
});
