import { setTimeout as delay } from 'node:timers/promises';
import { headerNames, ownedMainLessons } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  generateApiKey,
  type RawResponse,
  type RunningGateway,
  registerApiKey,
  sendRawRequest,
  startFakeUpstream,
  startGateway,
  type TestGatewayOptions,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';

/** More than the smallest body that is compressed, in Khmer. */
const words = Array.from({ length: 100 }, (_, n) => `ស្វាយ ${n}`);
const path = '/api/v1/lessons?limit=15';
/** Any request with it goes through the routes, which ignore it without a trusted proxy. */
const throughTheRoutes = { 'x-forwarded-proto': 'http' };

/** The main lesson of the lessons, and the learner who owns it. */
const paidId = 30;
const owner = { sub: '88' };

let upstream: FakeUpstream;
let gateway: RunningGateway;
let key: string;
let sharedKey: string;
let routedRequests = 0;
/** Those that are stopped after the test. */
const opened: RunningGateway[] = [];

async function open(
  env: Record<string, string> = {},
  settings: TestGatewayOptions = {},
): Promise<RunningGateway> {
  const started = await startGateway({
    ...settings,
    env: { ...upstreamEnv(upstream.url), ...env },
    onRoutedRequest: () => {
      routedRequests += 1;
    },
  });
  opened.push(started);
  await started.waitUntilReady();
  return started;
}

beforeAll(async () => {
  upstream = await startFakeUpstream('content', async ({ url, body }, reply) => {
    if (url === '/internal/api-keys/check') return { id: 5 };
    if (url === ownedMainLessons.path)
      return { mainLessonIds: String(body).includes(`${owner.sub}`) ? [paidId] : [] };
    if (url.startsWith('/internal/')) return { recorded: 1, valid: true };
    const principal = upstream.received.at(-1)?.caller?.principal;
    const isOwner = principal?.kind === 'apiKey' && String(principal.learner?.userId) === owner.sub;
    reply
      .header(headerNames.surrogateKey, 'lessons')
      .header(headerNames.checkedOwnership, String(paidId))
      .header(headerNames.foundOwnership, isOwner ? String(paidId) : '');
    return { success: true, data: words, unlocked: isOwner };
  });
  gateway = await open();
  opened.length = 0;
  key = await registerApiKey(gateway, 1);
  sharedKey = key;
  await waitUntilKnown(gateway);
});
beforeEach(() => {
  key = sharedKey;
});
afterEach(async () => {
  for (const other of opened.splice(0)) await other.stop();
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const send = (headers: Record<string, string> = {}, to = gateway, body?: string) =>
  sendRawRequest(`${to.url}${path}`, {
    headers: { 'x-api-key': key, ...headers },
    ...(body ? { body } : {}),
  });

/** Sends a request. @returns the response, and whether the routes answered it */
async function sendOnce(...args: Parameters<typeof send>): Promise<RawResponse & { isRouted: boolean }> {
  const before = routedRequests;
  const response = await send(...args);
  return { ...response, isRouted: routedRequests > before };
}

/** Calls until the fast path answers, and the response is kept for long: after the start it is not. */
async function waitUntilKnown(
  to: RunningGateway,
  headersOf: () => Record<string, string> = () => ({}),
): Promise<void> {
  await eventually(async () => {
    await send(headersOf(), to);
    await delay(300);
    expect(await sendOnce(headersOf(), to)).toMatchObject({ isRouted: false });
  });
}

/** What must not depend on who answers: all but times, ids, and how many calls are left. */
function comparable({ status, headers, body }: RawResponse) {
  const { date: _date, [headerNames.requestId]: _id, ratelimit, ...rest } = headers;
  return { status, body, ...rest, ratelimit: String(ratelimit).replace(/([rt])=\d+/g, '$1') };
}

describe('answers a cached read like the routes', () => {
  const learner = (claims?: Record<string, unknown>) => ({
    authorization: `Bearer ${userToken('learner', claims)}`,
  });
  const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  const etagOf = async () => String((await send()).headers.etag);

  it.each<[string, () => Record<string, string> | Promise<Record<string, string>>]>([
    ["a guest's", () => ({})],
    ['as Brotli', () => ({ 'accept-encoding': 'br' })],
    ['as gzip', () => ({ 'accept-encoding': 'gzip' })],
    ['304 for its tag', async () => ({ 'if-none-match': await etagOf() })],
    ['200 for another tag', () => ({ 'if-none-match': '"other"' })],
    ["a learner's", learner],
    ["an owner's", () => learner(owner)],
    ['a guest’s for an expired token', () => learner({ iat: anHourAgo, exp: anHourAgo + 60 })],
    [
      'from a page of another origin',
      () => ({ origin: 'https://example.org', 'sec-fetch-site': 'cross-site' }),
    ],
  ])('%s', async (name, headersOf) => {
    const headers = await headersOf();
    await waitUntilKnown(gateway, () => headers);
    const fast = await sendOnce(headers);
    const routed = await sendOnce({ ...headers, ...throughTheRoutes });
    expect([fast.isRouted, routed.isRouted]).toEqual([false, true]);
    expect(comparable(fast)).toEqual(comparable(routed));
    if (fast.status === 200 && fast.headers['content-encoding'] === undefined)
      expect(JSON.parse(fast.body)).toEqual({
        success: true,
        data: words,
        unlocked: name === "an owner's",
      });
    expect(fast.headers[headerNames.requestId]).toMatch(/^[\da-f-]{36}$/);
  });

  it('over https with the same headers', async () => {
    const secure = await open({ PUBLIC_URL: 'https://learn.example' });
    key = await registerApiKey(secure, 1);
    await waitUntilKnown(secure);
    const fast = await sendOnce({}, secure);
    expect(fast.headers['strict-transport-security']).toContain('max-age=');
    // A body is left to the routes.
    const routed = await sendOnce({ 'content-length': '2' }, secure, '{}');
    expect([fast.isRouted, routed.isRouted]).toEqual([false, true]);
    expect(comparable(fast)).toEqual(comparable(routed));
  });
});

describe('leaves to the routes', () => {
  it.each<[string, () => Promise<Record<string, string>>, number]>([
    ['no key', async () => ({ 'x-api-key': '' }), 401],
    ['a key that does not exist', async () => ({ 'x-api-key': 'khmer_nonsense' }), 401],
    [
      'a key without the scope',
      async () => ({ 'x-api-key': await registerApiKey(gateway, 2, { scopes: ['orders'] }) }),
      403,
    ],
    [
      'a forged token',
      async () => ({ authorization: `Bearer ${userToken('learner', {}, { secret: 'x'.repeat(40) })}` }),
      401,
    ],
  ])('%s', async (_name, headersOf, status) => {
    const answer = await sendOnce(await headersOf());
    expect(answer).toMatchObject({ status, isRouted: true });
    expect(answer.body).not.toContain(words[0]);
  });

  it('a key that only users knows, with all headers of its response', async () => {
    const answer = await sendOnce({ 'x-api-key': generateApiKey() });
    expect(answer).toMatchObject({ status: 200, isRouted: true });
    expect(answer.headers.ratelimit).toMatch(/^"key";r=\d+;t=\d+, "address";r=/);
  });

  it('what a process answers that stops, so that clients go to another one', async () => {
    const stopping = await open();
    key = await registerApiKey(stopping, 1);
    await waitUntilKnown(stopping);
    stopping.app.startDraining();
    expect(await sendOnce({}, stopping)).toMatchObject({
      status: 200,
      isRouted: true,
      headers: { connection: 'close' },
    });
  });
});

it('counts each call once, whoever answers it', async () => {
  // Of a key of its own, whose minute has just begun.
  key = await registerApiKey(gateway, 3);
  await waitUntilKnown(gateway);
  const left = async (headers: Record<string, string> = {}) => {
    const { headers: answered } = await send(headers);
    return (
      /"key";r=(\d+);t=\d+, "address";r=(\d+)/.exec(String(answered.ratelimit))?.slice(1).map(Number) ?? []
    );
  };
  const [ofKey = 0, ofAddress = 0] = await left();
  expect(await left(throughTheRoutes)).toEqual([ofKey - 1, ofAddress - 1]);
  // Authenticated by the fast path, then left to the routes because of what authentication found.
  await send({ authorization: 'Bearer forged' });
  expect(await left()).toEqual([ofKey - 3, ofAddress - 3]);
});

it('refuses calls beyond the limit of the caller, and tells when to try again', async () => {
  const strict = await open({ API_CALLER_RATE_LIMIT: '5', TRUST_PROXY: 'loopback' });
  key = await registerApiKey(strict, 1);
  const from = (address: string) => sendOnce({ 'x-forwarded-for': address }, strict);
  let others = 0;
  await waitUntilKnown(strict, () => ({ 'x-forwarded-for': `198.51.100.${++others % 256}` }));
  const answers = [];
  for (let call = 0; call < 6; call += 1) answers.push(await from('203.0.113.2'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers.slice(0, 5).some(({ isRouted }) => isRouted)).toBe(false);
  expect(answers[5]?.headers).toMatchObject({
    'retry-after': expect.any(String),
    ratelimit: expect.any(String),
  });
  expect((await from('203.0.113.3')).status).toBe(200);
});

it('measures, logs and reports its calls like those of the routes', async () => {
  const lines: string[] = [];
  const logDestination = { write: (line: string) => void lines.push(line) };
  const observed = await open({ LOG_LEVEL: 'debug' }, { logDestination });
  key = await registerApiKey(observed, 9);
  await waitUntilKnown(observed);
  const correlationId = '3f2c1f4e-8f6b-4a53-9a55-0d7f6f1f0a11';
  const countCalls = async () =>
    Number(
      /http_request_duration_seconds_count\{.*?method="GET",route="\/api\/v1\/lessons",status="200".*? (\d+)/.exec(
        await observed.metrics(),
      )?.[1],
    );
  const before = await countCalls();
  const fast = await sendOnce({ 'x-correlation-id': correlationId }, observed);
  expect(fast.isRouted).toBe(false);
  expect(await countCalls()).toBe(before + 1);
  const line = lines
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .find((one) => one.correlationId === correlationId);
  expect(line).toMatchObject({
    ...{ msg: 'Request answered', method: 'GET', route: '/api/v1/lessons', status: 200 },
    requestId: fast.headers[headerNames.requestId],
  });
  await observed.stop();
  opened.splice(opened.indexOf(observed), 1);
  // If an interval has passed in between, there are several reports.
  const used = upstream.received
    .filter(({ url }) => url === '/internal/api-keys/used')
    .flatMap(({ body }) => (JSON.parse(body) as { used: Record<string, number>[] }).used)
    .filter(({ id }) => id === 9);
  for (const one of used) expect(one).toMatchObject({ errors: 0, refused: 0 });
  expect(used.reduce((sum, { calls = 0 }) => sum + calls, 0)).toBe(before + 1);
});
