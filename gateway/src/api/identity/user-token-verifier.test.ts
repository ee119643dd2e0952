import { userSessionsEvent } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  publishEvent,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  tokenClaims,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';

const oldSecret = 'the secret that was used until last month';

let upstream: FakeUpstream;
let gateway: RunningGateway;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream('users');
  gateway = await startGateway({
    env: {
      ...upstreamEnv(upstream.url),
      SESSION_SECRETS: `a session secret for the tests of the gateway,${oldSecret}`,
    },
  });
  await gateway.waitUntilReady();
  key = await registerApiKey(gateway, 1);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const asSession = async (token: string) =>
  (await gateway.call('/api/auth/session', { headers: { cookie: `a=b; session=${token}; c=d` } })).status;
const asLearner = async (token: string) =>
  (await gateway.call('/api/v1/me', { headers: { 'x-api-key': key, authorization: `Bearer ${token}` } }))
    .status;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (kind: 'session' | 'learner') =>
  `${encode({ alg: 'none', typ: 'JWT' })}.${encode(tokenClaims(kind))}.`;
const tampered = (kind: 'session' | 'learner') => {
  const [head, , signature] = userToken(kind).split('.');
  return [head, encode(tokenClaims(kind, { sub: '1' })), signature].join('.');
};
const now = () => Math.floor(Date.now() / 1_000);

it('accepts a good token, signed with any of the secrets', async () => {
  expect(await asSession(userToken('session'))).toBe(200);
  expect(await asSession(userToken('session', {}, { secret: oldSecret }))).toBe(200);
  expect(await asLearner(userToken('learner'))).toBe(200);
});

it.each([
  ['another secret', (kind: 'session' | 'learner') => userToken(kind, {}, { secret: 'x'.repeat(40) })],
  ['another algorithm', (kind: 'session' | 'learner') => userToken(kind, {}, { algorithm: 'HS512' })],
  ['no algorithm', unsigned],
  ['changed claims', tampered],
  ['no end', (kind: 'session' | 'learner') => userToken(kind, { exp: undefined })],
  ['an end that has passed', (kind: 'session' | 'learner') => userToken(kind, { exp: now() - 1 })],
  ['no beginning', (kind: 'session' | 'learner') => userToken(kind, { iat: undefined })],
  [
    'a longer life than its kind has',
    (kind: 'session' | 'learner') => userToken(kind, { iat: now() - 31 * 86_400, exp: now() + 86_400 }),
  ],
  ['no audience', (kind: 'session' | 'learner') => userToken(kind, { aud: undefined })],
  ['another audience', (kind: 'session' | 'learner') => userToken(kind, { aud: 'users' })],
  ['no issuer', (kind: 'session' | 'learner') => userToken(kind, { iss: undefined })],
  ['another issuer', (kind: 'session' | 'learner') => userToken(kind, { iss: 'gateway' })],
  ['no id', (kind: 'session' | 'learner') => userToken(kind, { jti: undefined })],
  ['a made-up role', (kind: 'session' | 'learner') => userToken(kind, { role: 'root' })],
  ['a user that is not a number', (kind: 'session' | 'learner') => userToken(kind, { sub: '1 or 2' })],
  ['no token in it', () => 'nonsense'],
  ['an endless one', () => 'x'.repeat(10_000)],
])('refuses a token with %s', async (_name, make) => {
  expect(await asSession(make('session'))).toBe(401);
  expect(await asLearner(make('learner'))).toBe(401);
});

it('refuses either kind of token in the place of the other', async () => {
  expect(await asSession(userToken('learner', { role: 'admin' }))).toBe(401);
  expect(await asLearner(userToken('session'))).toBe(401);
});

it('honours a learner on a call that does not need one, but not a bad token', async () => {
  const call = (token: string) =>
    gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key, authorization: token } });
  expect((await call(`bearer ${userToken('learner', { sub: '9', email: 'a@b.c' })}`)).status).toBe(200);
  for (const token of ['Bearer nonsense', 'Basic dXNlcjpwYXNz', userToken('learner')]) {
    const answer = await call(token);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      {
        success: false,
        error: 'Sign in to continue',
        message: 'Sign in to continue',
        code: 'unauthenticated',
      },
    ]);
  }
});

describe('an expired token', () => {
  const expired = (claims: Readonly<Record<string, unknown>> = {}, secret?: string) =>
    userToken('learner', { sub: '9', email: 'a@b.c', exp: now() - 1, ...claims }, secret ? { secret } : {});
  const call = (path: string, token: string, method = 'GET') =>
    gateway.call(path, {
      method,
      headers: { 'x-api-key': key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });

  it("gets a guest's answer to a read that needs no learner, marked as such for pages of other origins, too", async () => {
    for (const token of [expired(), expired({}, oldSecret)]) {
      const answer = await call('/api/v1/lessons', token);
      expect([answer.status, answer.headers.get('x-token')]).toEqual([200, 'expired']);
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Token');
    }
    const live = await call('/api/v1/lessons', expired({ exp: now() + 60 }));
    expect([live.status, live.headers.has('x-token')]).toEqual([200, false]);
  });

  it('is noticed although the token was verified before, and remembered', async () => {
    const token = expired({ exp: now() + 5 });
    const session = userToken('session', { exp: now() + 5 });
    expect([await asLearner(token), await asSession(session)]).toEqual([200, 200]);
    await eventually(async () =>
      expect([await asLearner(token), await asSession(session)]).toEqual([401, 401]),
    );
    expect((await call('/api/v1/lessons', token)).headers.get('x-token')).toBe('expired');
  });

  it('is refused where a learner is needed and where something is written', async () => {
    expect((await call('/api/v1/me', expired())).status).toBe(401);
    expect((await call('/api/v1/quizzes/1/submit', expired(), 'POST')).status).toBe(401);
  });

  it('is refused when it is forged or of another kind', async () => {
    for (const token of [
      expired({}, 'x'.repeat(40)),
      expired({ aud: 'users' }),
      expired({ jti: undefined }),
      userToken('session', { exp: now() - 1 }),
    ])
      expect((await call('/api/v1/lessons', token)).status).toBe(401);
  });

  it('is refused when it was revoked', async () => {
    const token = expired({ sub: '77', epoch: 1 });
    expect((await call('/api/v1/lessons', token)).status).toBe(200);
    await publishEvent(gateway.natsUrl, userSessionsEvent, 77, 1, {
      userId: 77,
      active: true,
      epoch: 2,
      revoked: [],
    });
    await eventually(async () => expect((await call('/api/v1/lessons', token)).status).toBe(401));
  });
});

it('ignores a bad cookie where nobody needs to be signed in', async () => {
  const answer = await gateway.call('/api/auth/forgot-password', {
    method: 'POST',
    headers: { cookie: `session=${userToken('session', { exp: now() - 1 })}` },
  });
  expect(answer.status).toBe(200);
  expect(upstream.received.at(-1)?.caller?.principal).toEqual({ kind: 'public' });
});

it('passes a good session on where nobody needs to be signed in', async () => {
  const answer = await gateway.call('/api/auth/register', {
    method: 'POST',
    headers: { cookie: `session=${userToken('session', { sub: '3' })}`, origin: gateway.url },
  });
  expect(answer.status).toBe(200);
  expect(upstream.received.at(-1)?.caller?.principal).toMatchObject({ kind: 'session', userId: 3 });
});
