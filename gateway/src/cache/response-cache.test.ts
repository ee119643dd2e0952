import { lessonEvent, lessonTypeEvent, userSessionsEvent } from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats } from '@khmer-learning/test-kit';
import {
  type FakeUpstream,
  publishEvent,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../gateway.fixture.ts';
import { createResponseCache } from './response-cache.ts';

let nats: LocalServer;
let content: FakeUpstream;
let gateway: RunningGateway;
let key: string;
/** The response of the content service; it changes with the data. */
let title: string;
let delay: () => Promise<unknown>;
/** Whether the service reports that its replicas lag behind. */
let isStale: boolean;

beforeAll(async () => {
  nats = await startNats();
  content = await startFakeUpstream('content', async (request, reply) => {
    const answered = title;
    await delay();
    if (isStale) reply.header('cache-control', 'no-store');
    if (request.url.includes('/404'))
      return reply.code(404).send({ success: false, error: 'Lesson not found' });
    return { success: true, data: [answered], total: 1 };
  });
  gateway = await startGateway({
    natsUrl: nats.url,
    env: { ...upstreamEnv(content.url), API_RATE_LIMIT: '1000000' },
  });
  await gateway.waitUntilReady();
  key = await registerApiKey(gateway, 1);
});
beforeEach(async () => {
  title = 'Greetings';
  delay = async () => undefined;
  isStale = false;
  await invalidate();
  content.received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await content.close();
  await nats.stop();
});

let version = 0;
const lesson = {
  id: 1,
  mainLessonId: 1,
  lessonTypeId: 1,
  title: '',
  description: '',
  level: 'Beginner',
  image: '',
  status: 'published',
  createdAt: '',
  updatedAt: '',
  sections: [],
} as const;

const call = (path = '/api/v1/lessons', headers: Record<string, string> = {}) =>
  gateway.call(path, { headers: { 'x-api-key': key, ...headers } });
const read = async (path?: string) => ((await (await call(path)).json()) as { data: string[] }).data[0];
/** The requests that the gateway forwarded for clients, without its own reports of API key usage. */
const requestedUrls = () =>
  content.received.map(({ url }) => url).filter((url) => !url?.startsWith('/internal/'));

/** Publishes a lesson event and waits until the gateway has processed it. */
async function invalidate(): Promise<void> {
  const before = (await call()).headers.get('etag');
  version += 1;
  title = `${title} ${version}`;
  await publishEvent(nats.url, lessonEvent, 1, version, { ...lesson, sections: [] });
  await eventually(async () => expect((await call()).headers.get('etag')).not.toBe(before));
}

/** Longer than concurrent requests share a response that is not cacheable. */
const shortDelay = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Waits until the stale window after a change is over, so that responses are cached with the full TTL. */
async function waitUntilCached(path: string): Promise<void> {
  await eventually(async () => {
    content.received.length = 0;
    await read(path);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await read(path);
    expect(requestedUrls()).toEqual([]);
  });
}

it('asks the service once, until a lesson changes', async () => {
  await waitUntilCached('/api/v1/lessons');
  for (let i = 0; i < 5; i += 1) expect(await read()).toBe(title);
  expect(requestedUrls()).toEqual([]);
  await invalidate();
  expect(await read()).toBe(title);
});

it('invalidates exactly the responses that an event concerns', async () => {
  await waitUntilCached('/api/v1/lessons');
  title = 'Renamed';
  await publishEvent(nats.url, userSessionsEvent, 1, version, {
    userId: 1,
    active: true,
    epoch: 1,
    revoked: [],
  });
  await read();
  expect(requestedUrls()).toEqual([]);
  version += 1;
  await publishEvent(nats.url, lessonTypeEvent, 1, version, {
    id: 1,
    title: 'Reading',
    icon: 'x',
    iconMode: 'raw',
    createdAt: '',
    updatedAt: '',
  });
  await eventually(async () => expect(await read()).toBe('Renamed'));
});

it('shares responses of equivalent queries only', async () => {
  const same = ['?limit=5&offset=0', '?offset=0&limit=5', '?offset=0&limit=5&other=1', '?offset=%30&limit=5'];
  await waitUntilCached('/api/v1/lessons');
  for (const query of same) await read(`/api/v1/lessons${query}`);
  expect(requestedUrls()).toEqual(['/api/v1/lessons?limit=5&offset=0']);
  await read('/api/v1/lessons?limit=5&offset=5');
  await read('/api/v1/lessons?type=a&type=b');
  await read('/api/v1/main-lessons?limit=5&offset=0');
  await read('/api/v1/lessons/1?limit=5');
  await read('/api/v1/lessons/2');
  expect(requestedUrls().slice(1)).toEqual([
    '/api/v1/lessons?limit=5&offset=5',
    '/api/v1/lessons?type=a&type=b',
    '/api/v1/main-lessons?limit=5&offset=0',
    '/api/v1/lessons/1',
    '/api/v1/lessons/2',
  ]);
});

it('sends a strong ETag, and 304 without a body to who has it', async () => {
  const first = await call();
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{20,}"$/);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('content-type')).toContain('application/json');
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await call(undefined, { 'if-none-match': known });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  }
  expect((await call(undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  await invalidate();
  const changed = await call(undefined, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
});

it('answers HEAD like GET without the body', async () => {
  const [get, head] = [
    await call(),
    await gateway.call('/api/v1/lessons', { method: 'HEAD', headers: { 'x-api-key': key } }),
  ];
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
    200,
    get.headers.get('etag'),
    '',
  ]);
});

it('loads once for concurrent requests', async () => {
  // A request after the response gets it too.
  await waitUntilCached('/api/v1/lessons');
  delay = () => new Promise((resolve) => setTimeout(resolve, 100));
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('/api/v1/lessons/7')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(requestedUrls()).toEqual(['/api/v1/lessons/7']);
});

it('does not cache a response with no-store', async () => {
  const path = '/api/v1/lessons/11';
  isStale = true;
  for (const now of ['Old', 'Older', 'Oldest']) {
    title = now;
    expect(await read(path)).toBe(now);
    await shortDelay();
  }
  expect((await call(path)).headers.get('cache-control')).toBe('private, no-cache');
  isStale = false;
  title = 'New';
  expect(await read(path)).toBe('New');
});

it('caches only briefly while a change may not have reached every process', async () => {
  const path = '/api/v1/lessons/12';
  await read(path);
  title = 'Counted anew';
  await eventually(async () => expect(await read(path)).toBe('Counted anew'));
  await waitUntilCached(path);
});

it('does not cache a response whose load started before a change', async () => {
  let release: () => void = () => undefined;
  const path = '/api/v1/lessons/8';
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  delay = () => released;
  const slow = read(path);
  await eventually(() => expect(requestedUrls()).toEqual([path]));
  delay = async () => undefined;
  const old = title;
  await invalidate();
  expect(await read(path)).toBe(title);
  release();
  expect(await slow).toBe(old);
  expect(await read(path)).toBe(title);
});

it('is bypassed for requests with a learner token', async () => {
  const learner = { authorization: `Bearer ${userToken('learner')}` };
  const path = '/api/v1/lessons/9';
  const first = await call(path, learner);
  expect(first.headers.get('etag')).toMatch(/^"/);
  await call(path);
  await call(path, learner);
  expect(content.received.map(({ caller }) => caller?.principal)).toMatchObject([
    { learner: { userId: 7 } },
    { kind: 'apiKey', apiKeyId: 1 },
    { learner: { userId: 7 } },
  ]);
});

it("passes a refusal on, and never a service's own words about a failure", async () => {
  const missing = await call('/api/v1/lessons/404');
  expect([missing.status, await missing.json()]).toEqual([
    404,
    { success: false, error: 'Lesson not found' },
  ]);
  expect(missing.headers.has('etag')).toBe(false);
  delay = () => Promise.reject(new Error('secret of 10.0.0.7'));
  const failed = await call('/api/v1/lessons/500');
  expect([failed.status, await failed.json()]).toEqual([
    500,
    { success: false, error: 'Something went wrong', message: 'Something went wrong', code: 'internal' },
  ]);
  delay = async () => undefined;
  expect((await call('/api/v1/lessons/500')).status).toBe(200);
});

it('is bypassed while the event feed is down, and is empty afterwards', async () => {
  await read();
  await nats.pause();
  await eventually(async () => {
    const { checks } = (await (await gateway.call('/readyz')).json()) as { checks: { changes: boolean } };
    expect(checks.changes).toBe(false);
  });
  title = 'Changed unheard';
  expect(await read()).toBe('Changed unheard');
  title = 'Changed again';
  expect(await read()).toBe('Changed again');
  nats.resume();
  await gateway.waitUntilReady();
  title = 'Changed once more';
  await eventually(async () => expect(await read()).toBe('Changed once more'));
  await waitUntilCached('/api/v1/lessons');
});

it('stays within its memory limit and evicts the least recently used responses first', async () => {
  const cache = createResponseCache(200_000);
  const scope = cache.scope(['lesson']);
  const answer = {
    status: 200,
    type: 'application/json',
    body: Buffer.alloc(10_000),
    etag: '"x"',
    cacheable: true,
  };
  for (let i = 0; i < 100; i += 1) {
    await scope.get(`/api/v1/lessons/${i}`, async () => answer);
    expect(scope.peek('/api/v1/lessons/0')).toBe(answer);
    expect(cache.sizeBytes()).toBeLessThanOrEqual(200_000);
  }
  expect(scope.peek('/api/v1/lessons/50')).toBeUndefined();
  expect(scope.peek('/api/v1/lessons/99')).toBe(answer);
  const huge = { ...answer, body: Buffer.alloc(300_000) };
  expect(await scope.get('/huge', async () => huge)).toBe(huge);
  expect(scope.peek('/huge')).toBeUndefined();
});
