import { randomUUID } from 'node:crypto';
import type { User } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  callJson,
  createApiKey,
  createUser,
  requestLearnerToken,
  signIn,
  startTestSystemWithEnv,
  type TestSystem,
  testPassword,
} from './test-system.fixture.ts';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

let system: TestSystem;
let gateway: RunningGateway;
let admin: BrowserSession;
let key: string;
const gatewayLines: string[] = [];

beforeAll(async () => {
  system = await startTestSystemWithEnv(
    { APPLE_CLIENT_IDS: 'kh.example.learn', APPLE_KEYS_URL: 'http://127.0.0.1:9/keys' },
    'users',
  );
  gateway = await system.startGateway({
    env: { LOG_LEVEL: 'debug' },
    logDestination: { write: (line) => void gatewayLines.push(line) },
  });
  admin = await signIn(gateway);
  ({ key } = await createApiKey(admin, gateway));
});
afterAll(() => system.stop());

/** A call of an app: without a cookie, and without any header of a browser. */
const callAsApp = (method: string, path: string, init: { token?: string; body?: object } = {}) =>
  gateway.call(path, {
    method,
    headers: {
      'x-api-key': key,
      ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(init.body ? { body: JSON.stringify(init.body) } : {}),
  });
const statusOfMe = async (token: string) => (await callAsApp('GET', '/api/v1/me', { token })).status;

async function newLearner(): Promise<User & Tokens> {
  const learner = await createUser(admin, 'student');
  const body = { email: learner.email, password: testPassword };
  const answer = await callAsApp('POST', '/api/auth/login', { body });
  expect(answer.status).toBe(200);
  return { ...learner, ...((await answer.json()) as Tokens) };
}

it('an app refreshes its tokens; a refresh token that is used twice ends them at the gateway', async () => {
  const learner = await newLearner();
  const refresh = (refreshToken: string) =>
    callAsApp('POST', '/api/auth/refresh-token', { body: { refreshToken } });
  const answer = await refresh(learner.refreshToken);
  expect(answer.status).toBe(200);
  const next = (await answer.json()) as Tokens;
  for (const token of [learner.token, next.token]) expect(await statusOfMe(token)).toBe(200);

  expect((await refresh(learner.refreshToken)).status).toBe(401);
  await eventually(async () => {
    for (const token of [learner.token, next.token]) expect(await statusOfMe(token)).toBe(401);
  });
  expect((await refresh(next.refreshToken)).status).toBe(401);
});

it.each([
  ['DELETE /api/v1/me', () => '/api/v1/me', true],
  ['DELETE /api/users/{own id}', ({ id }: User) => `/api/users/${id}`, true],
  ['DELETE /api/users/{own id} without a key', ({ id }: User) => `/api/users/${id}`, false],
])('%s with the own token ends the account and the token', async (_name, path, withKey) => {
  const learner = await newLearner();
  const answer = withKey
    ? await callAsApp('DELETE', path(learner), { token: learner.token })
    : await gateway.call(path(learner), {
        method: 'DELETE',
        headers: { authorization: `Bearer ${learner.token}` },
      });
  expect(answer.status).toBe(200);
  await eventually(async () => expect(await statusOfMe(learner.token)).toBe(401));
  expect((await admin.call('GET', `/api/users/${learner.id}`)).status).toBe(404);
});

it('a learner can delete nobody else, and an admin still can', async () => {
  const [learner, other] = [await newLearner(), await createUser(admin, 'student')];
  const refused = await callAsApp('DELETE', `/api/users/${other.id}`, { token: learner.token });
  expect(refused.status).toBe(403);
  // A page of another site cannot use the admin's cookie for it.
  const foreign = await gateway.call(`/api/users/${other.id}`, {
    method: 'DELETE',
    headers: { ...admin.headers, origin: 'https://evil.example' },
  });
  expect(foreign.status).toBe(403);
  expect((await admin.call('DELETE', `/api/users/${other.id}`)).status).toBe(200);
});

describe('a form-encoded sign-in with Apple', () => {
  const send = (headers: Record<string, string>) =>
    gateway.call('/api/auth/verify-apple-id-token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ id_token: 'nonsense', nonce: 'n' }).toString(),
    });

  it('of an app reaches the service', async () => {
    const answer = await send({});
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { message: 'The identity token is not valid' },
    ]);
  });

  it("of a browser is refused with the console's cookie, and from another site", async () => {
    for (const headers of [
      { ...admin.headers },
      { ...admin.headers, 'sec-fetch-site': 'same-origin' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await send(headers)).status).toBe(403);
  });
});

it("logs an app's X-Correlation-ID if it is a UUID, and nothing else", async () => {
  const email = (await createUser(admin, 'student')).email;
  await requestLearnerToken(gateway, email);
  const correlationId = randomUUID();
  const call = (value: string) =>
    callJson(gateway, 'POST', '/api/auth/login', {
      headers: { 'x-correlation-id': value },
      body: { email, password: testPassword },
    });
  await call(correlationId);
  await call('not a uuid","level":60');
  await call(`${correlationId}0`);
  await eventually(() => {
    const logged = gatewayLines.map((line) => JSON.parse(line) as { route?: string; correlationId?: string });
    expect(logged.filter(({ route }) => route === '/api/auth/login').length).toBeGreaterThanOrEqual(4);
    const ids = logged.flatMap((line) => line.correlationId ?? []);
    expect(ids).toEqual([correlationId]);
  });
  expect(gatewayLines.join('')).not.toContain('not a uuid');
});
