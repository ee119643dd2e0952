import { apiKeyEvent, apiKeyRightsSchema } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  generateApiKey,
  publishEvent,
  type RunningGateway,
  registerApiKey,
  sha256,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../../gateway.fixture.ts';
import { createApiKeyResolver } from './api-key-resolver.ts';

const limit = 20;

let upstream: FakeUpstream;
let gateway: RunningGateway;
/** Keys of the users service whose events have not arrived yet. */
let idOfFreshKey: number | null = null;

beforeAll(async () => {
  upstream = await startFakeUpstream('users', (request) => {
    if (request.url === '/internal/api-keys/check') return { id: idOfFreshKey };
    if (request.url === '/internal/api-keys/used') return { recorded: 1 };
    return { success: true, data: [] };
  });
  gateway = await startGateway({ env: { ...upstreamEnv(upstream.url), API_RATE_LIMIT: String(limit) } });
  await gateway.waitUntilReady();
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
const keyLookups = () => upstream.received.filter(({ url }) => url === '/internal/api-keys/check');

it('lets a registered key in, and nothing else', async () => {
  const key = await registerApiKey(gateway, 1);
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
      {
        success: false,
        error: 'Invalid or missing API key',
        message: 'Invalid or missing API key',
        code: 'unauthenticated',
      },
    ]);
  }
});

it('shuts out a revoked key by its event alone', async () => {
  const key = await registerApiKey(gateway, 2);
  upstream.received.length = 0;
  await publishEvent(gateway.natsUrl, apiKeyEvent, 2, 2, null);
  await eventually(async () => expect((await call(key)).status).toBe(401));
  // At most one lookup, after the event removed the key.
  expect(keyLookups().length).toBeLessThanOrEqual(1);
});

it('lets a new key in before its event has come, and asks once', async () => {
  idOfFreshKey = 3;
  const key = generateApiKey();
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(keyLookups().map(({ body }) => body)).toEqual([JSON.stringify({ keyHash: sha256(key) })]);
});

it('does not let made-up keys cost anything', async () => {
  const key = generateApiKey();
  const startedAt = performance.now();
  for (let i = 0; i < 10; i += 1) expect((await call(key)).status).toBe(401);
  // An answer is remembered for two seconds.
  const lookups = keyLookups().length;
  expect(lookups).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 2_000));
  for (let i = 0; i < 100; i += 1) expect((await call(`not even like a key ${i}`)).status).toBe(401);
  expect(keyLookups()).toHaveLength(lookups);
});

it('asks about no more than 20 made-up keys a second', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_500);
  const asked: string[] = [];
  const keys = createApiKeyResolver({
    confirmedAt: () => performance.now(),
    maxStalenessMs: 5_000,
    lookUpKey: async (keyHash) => {
      asked.push(keyHash);
      return { id: null, rights: apiKeyRightsSchema.parse({}) };
    },
  });
  const ids = () => Promise.all(Array.from({ length: 500 }, () => keys.resolve(generateApiKey())));
  expect(new Set(await ids())).toEqual(new Set([undefined]));
  expect(asked).toHaveLength(20);
  clock.mockReturnValue(1_001_000);
  await ids();
  expect(asked).toHaveLength(40);
  clock.mockRestore();
});

it('counts the calls of each key, says how many are left, and refuses more', async () => {
  const key = await registerApiKey(gateway, 4);
  const first = await call(key);
  expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${limit};w=60, "address";q=1000000;w=60`);
  const remaining = Number(/^"key";r=(\d+);/.exec(first.headers.get('ratelimit') ?? '')?.[1]);
  expect(remaining).toBeLessThan(limit);
  for (let i = 0; i < remaining; i += 1) expect((await call(key)).status).toBe(200);

  const refused = await call(key);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { success: false, error: 'Too many requests', message: 'Too many requests', code: 'too_many_requests' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+, "address"/);
  expect((await call(await registerApiKey(gateway, 5))).status).toBe(200);
});

it('lets pages of other origins read, answers and failures alike', async () => {
  const key = await registerApiKey(gateway, 6);
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
    'idempotency-key',
    'if-none-match',
    'x-api-key',
    'x-correlation-id',
  ]);
  const console = await gateway.call('/api/users', { method: 'OPTIONS', headers: origin });
  expect([console.status, console.headers.has('access-control-allow-origin')]).toEqual([405, false]);
});

it('reports when keys were last used, at the latest when it stops', async () => {
  const other = await startGateway({ natsUrl: gateway.natsUrl, env: upstreamEnv(upstream.url) });
  const started = Date.now();
  await other.waitUntilReady();
  await registerApiKey(other, 8);
  await registerApiKey(other, 9);
  await other.stop();
  const stopped = Date.now();
  // If an interval has passed in between, the first key is in a separate report, or in both reports.
  const reports = upstream.received.filter(({ url }) => url === '/internal/api-keys/used');
  const used = reports
    .flatMap(({ body }) => (JSON.parse(body) as { used: { id: number; at: string }[] }).used)
    .filter(({ id }) => [8, 9].includes(id));
  expect(new Set(used.map(({ id }) => id))).toEqual(new Set([8, 9]));
  for (const { at } of used) {
    expect(Date.parse(at)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(at)).toBeLessThanOrEqual(stopped);
  }
  for (const { caller } of reports) expect(caller?.principal).toEqual({ kind: 'gateway' });
});
