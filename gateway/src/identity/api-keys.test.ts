import { apiKeyEvent } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  newApiKey,
  publish,
  type RunningGateway,
  registerKey,
  sha256,
  startGateway,
  startUpstream,
  type Upstream,
  upstreamEnv,
} from '../gateway.fixture.ts';

const limit = 20;

let upstream: Upstream;
let gateway: RunningGateway;
/** What the users service knows that no event has told yet. */
let idOfFreshKey: number | null = null;

beforeAll(async () => {
  upstream = await startUpstream('users', (request) => {
    if (request.url === '/internal/api-keys/check') return { id: idOfFreshKey };
    if (request.url === '/internal/api-keys/used') return { recorded: 1 };
    return { success: true, data: [] };
  });
  gateway = await startGateway({ env: { ...upstreamEnv(upstream.url), API_RATE_LIMIT: String(limit) } });
  await gateway.ready();
});
beforeEach(() => {
  idOfFreshKey = null;
  upstream.received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const call = (key: string, init: RequestInit = {}, path = '/api/v1/lessons') =>
  gateway.call(path, { ...init, headers: { 'x-api-key': key, ...init.headers } });
const questions = () => upstream.received.filter(({ url }) => url === '/internal/api-keys/check');

it('lets a registered key in, and nothing else', async () => {
  const key = await registerKey(gateway, 1);
  expect((await call(key)).status).toBe(200);
  for (const wrong of [
    '',
    'nonsense',
    key.slice(0, -1),
    `${key} `.repeat(2),
    sha256(key),
    'x'.repeat(5_000),
  ]) {
    const answer = await call(wrong);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, error: 'Invalid or missing API key' },
    ]);
  }
});

it('shuts out a revoked key within a second', async () => {
  const key = await registerKey(gateway, 2);
  await publish(gateway.natsUrl, apiKeyEvent, 2, 2, null);
  await eventually(async () => expect((await call(key)).status).toBe(401), { timeoutMs: 1_000 });
});

it('lets a new key in before its event has come, and asks once', async () => {
  idOfFreshKey = 3;
  const key = newApiKey();
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(questions().map(({ body }) => body)).toEqual([JSON.stringify({ keyHash: sha256(key) })]);
});

it('does not let made-up keys cost anything', async () => {
  const key = newApiKey();
  for (let i = 0; i < 10; i += 1) expect((await call(key)).status).toBe(401);
  expect(questions()).toHaveLength(1);
  for (let i = 0; i < 100; i += 1) expect((await call(`not even like a key ${i}`)).status).toBe(401);
  expect(questions()).toHaveLength(1);

  const start = performance.now();
  await Promise.all(Array.from({ length: 500 }, () => call(newApiKey())));
  const secondsTouched = Math.ceil((performance.now() - start) / 1_000) + 1;
  expect(questions().length - 1).toBeLessThanOrEqual(20 * secondsTouched);
  expect(questions().length).toBeLessThan(250);
});

it('counts the calls of each key, says how many are left, and refuses more', async () => {
  const key = await registerKey(gateway, 4);
  const first = await call(key);
  expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${limit};w=60`);
  const remaining = Number(/r=(\d+);t=\d+$/.exec(first.headers.get('ratelimit') ?? '')?.[1]);
  expect(remaining).toBeLessThan(limit);
  for (let i = 0; i < remaining; i += 1) expect((await call(key)).status).toBe(200);

  const refused = await call(key);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { success: false, error: 'Too many requests' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect((await call(await registerKey(gateway, 5))).status).toBe(200);
});

it('lets pages of other origins read, answers and failures alike', async () => {
  const key = await registerKey(gateway, 6);
  const origin = { origin: 'https://app.example' };
  for (const answer of [await call(key, { headers: origin }), await call('wrong', { headers: origin })]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  }
  const preflight = await gateway.call('/api/v1/lessons/1', {
    method: 'OPTIONS',
    headers: {
      ...origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,content-type,if-none-match,x-api-key,x-correlation-id',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET');
  const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ').sort();
  expect(allowed).toEqual([
    'authorization',
    'content-type',
    'if-none-match',
    'x-api-key',
    'x-correlation-id',
  ]);
  const console = await gateway.call('/api/users', { method: 'OPTIONS', headers: origin });
  expect([console.status, console.headers.has('access-control-allow-origin')]).toEqual([405, false]);
});

it('reports when keys were last used, at the latest when it stops', async () => {
  const other = await startGateway({ natsUrl: gateway.natsUrl, env: upstreamEnv(upstream.url) });
  await other.ready();
  await registerKey(other, 8);
  await registerKey(other, 9);
  const before = Date.now();
  await other.stop();
  const report = upstream.received.find(({ url }) => url === '/internal/api-keys/used');
  const { used } = JSON.parse(report?.body ?? '{}') as { used: { id: number; at: string }[] };
  expect(used.map(({ id }) => id)).toEqual([8, 9]);
  for (const { at } of used) expect(Math.abs(Date.parse(at) - before)).toBeLessThan(10_000);
  expect(report?.caller?.principal).toEqual({ kind: 'gateway' });
});
