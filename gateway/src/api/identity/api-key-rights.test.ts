import { apiKeyEvent } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  generateApiKey,
  publishApiKey,
  publishEvent,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';

let upstream: FakeUpstream;
let gateway: RunningGateway;
/** The users service's answer about keys whose events have not arrived. */
let lookedUp: object = { id: null };

beforeAll(async () => {
  upstream = await startFakeUpstream('users', ({ url }) =>
    url === '/internal/api-keys/check' ? lookedUp : { success: true, data: [], total: 0 },
  );
  gateway = await startGateway({
    env: { ...upstreamEnv(upstream.url), PUBLIC_URL: 'https://school.example' },
  });
  await gateway.waitUntilReady();
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const learner = () => ({ authorization: `Bearer ${userToken('learner')}` });
async function call(key: string, method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}) {
  const answer = await gateway.call(`/api/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}
const calls = {
  read: (key: string) => call(key, 'GET', '/lessons'),
  submit: (key: string) => call(key, 'POST', '/quizzes/1/submit'),
  orders: (key: string) => call(key, 'POST', '/orders', learner()),
};
const scopes = ['read', 'submit', 'orders'] as const;

describe('the scopes of a key', () => {
  it.each(scopes.map((scope, index) => [scope, index] as const))(
    'a key for %s does nothing else',
    async (scope, index) => {
      const key = await registerApiKey(gateway, 10 + index, { scopes: [scope] });
      for (const other of scopes) {
        const { status, body } = await calls[other](key);
        if (other === scope) expect(status).toBe(200);
        else
          expect([status, body]).toEqual([
            403,
            {
              success: false,
              error: 'This API key does not allow this call',
              message: 'This API key does not allow this call',
              code: 'missing_scope',
            },
          ]);
      }
    },
  );

  it('are all of them for a key from before there were scopes', async () => {
    const key = generateApiKey();
    lookedUp = { id: 20 };
    for (const scope of scopes) expect((await calls[scope](key)).status).toBe(200);
    lookedUp = { id: null };
  });

  it('are known before the event of the key has come', async () => {
    lookedUp = { id: 21, rights: { scopes: ['read'] } };
    const key = generateApiKey();
    expect((await calls.read(key)).status).toBe(200);
    expect((await calls.submit(key)).status).toBe(403);
    lookedUp = { id: null };
  });

  it('change with the next event', async () => {
    const key = await registerApiKey(gateway, 22, { scopes: ['read'] });
    expect((await calls.submit(key)).status).toBe(403);
    await publishApiKey(gateway, 22, key, 2, { scopes: ['read', 'submit'] });
    await eventually(async () => expect((await calls.submit(key)).status).toBe(200));
  });
});

describe('an expiry', () => {
  it('ends a key without any event', async () => {
    const key = await registerApiKey(gateway, 30);
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    await publishApiKey(gateway, 30, key, 2, { expiresAt });
    await eventually(async () => {
      const { status, body } = await calls.read(key);
      expect([status, body]).toEqual([
        401,
        expect.objectContaining({ success: false, error: 'Invalid or missing API key' }),
      ]);
    });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });

  it('in the past is refused although the users service knows the key', async () => {
    lookedUp = { id: 31, rights: { expiresAt: new Date(Date.now() - 1_000).toISOString() } };
    expect((await calls.read(generateApiKey())).status).toBe(401);
    lookedUp = { id: null };
  });
});

it('a revoked key is refused soon, the other keys of its owner work on', async () => {
  const [key, other] = [await registerApiKey(gateway, 40), await registerApiKey(gateway, 41)];
  await publishEvent(gateway.natsUrl, apiKeyEvent, 40, 2, null);
  await eventually(async () => expect((await calls.read(key)).status).toBe(401));
  expect((await calls.read(other)).status).toBe(200);
});

describe('pages of other origins', () => {
  const app = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
  const preflight = async (path: string, method: string) => {
    const answer = await gateway.call(`/api/v1${path}`, {
      method: 'OPTIONS',
      headers: { ...app, 'access-control-request-method': method },
    });
    return [answer.status, answer.headers.get('access-control-allow-methods')];
  };

  it('are told by a preflight, which has no key, which methods a path may have', async () => {
    expect(await preflight('/lessons', 'GET')).toEqual([204, 'GET']);
    expect(await preflight('/quizzes/1/submit', 'POST')).toEqual([204, 'POST']);
    expect(await preflight('/orders', 'POST')).toEqual([204, 'POST']);
    expect(await preflight('/progress', 'PUT')).toEqual([204, 'GET, PUT']);
    // Passwords are not changed from pages of other origins.
    expect((await preflight('/me/password', 'PUT'))[0]).toBe(405);
  });

  it('may send what the key allows them, and read the refusal otherwise', async () => {
    const key = await registerApiKey(gateway, 50, { origins: [app.origin] });
    expect((await call(key, 'POST', '/quizzes/1/submit', app)).status).toBe(200);
    expect((await call(key, 'POST', '/orders', { ...app, ...learner() })).status).toBe(200);
    for (const origin of [
      'https://other.example',
      'https://app.example.evil.example',
      'http://app.example',
      'null',
    ]) {
      const { status, body, headers } = await call(key, 'POST', '/quizzes/1/submit', { ...app, origin });
      expect([origin, status, body]).toEqual([
        origin,
        403,
        {
          success: false,
          error: 'This API key does not allow this call from this web page',
          message: 'This API key does not allow this call from this web page',
          code: 'origin_not_allowed',
        },
      ]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await call(key, 'GET', '/lessons', { origin: 'https://other.example' })).status).toBe(200);
  });

  it('may not send anything with a key that names none; apps and our own pages may', async () => {
    const key = await registerApiKey(gateway, 51);
    const submit = async (headers: Record<string, string>) =>
      (await call(key, 'POST', '/quizzes/1/submit', headers)).status;
    expect(await submit(app)).toBe(403);
    expect(await submit({})).toBe(200);
    expect(await submit({ origin: 'https://school.example', 'sec-fetch-site': 'same-origin' })).toBe(200);
  });
});

it('counts calls, errors and refused calls of each key for the report', async () => {
  const other = await startGateway({
    natsUrl: gateway.natsUrl,
    env: { ...upstreamEnv(upstream.url), API_CALLER_RATE_LIMIT: '20' },
  });
  await other.waitUntilReady();
  upstream.received.length = 0;
  const key = await registerApiKey(other, 60, { scopes: ['read'] });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429)
    statuses.push(
      (
        await other.call(statuses.length === 1 ? '/api/v1/quizzes/1/submit' : '/api/v1/lessons', {
          method: statuses.length === 1 ? 'POST' : 'GET',
          headers: { 'x-api-key': key },
        })
      ).status,
    );
  expect(statuses).toContain(403);
  await other.stop();
  const reported = upstream.received
    .filter(({ url }) => url === '/internal/api-keys/used')
    .flatMap(({ body }) => (JSON.parse(body) as { used: Record<string, number>[] }).used)
    .filter(({ id }) => id === 60);
  const sum = (name: string) => reported.reduce((total, use) => total + (use[name] ?? 0), 0);
  // Waiting for the key's registration made successful calls of its own.
  expect(sum('calls')).toBe(21);
  expect([sum('errors'), sum('refused')]).toEqual([1, 1]);
});
