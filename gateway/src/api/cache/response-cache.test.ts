import { headerNames, lessonEvent, lessonTypeEvent, userSessionsEvent } from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import {
  type FakeUpstream,
  publishEvent,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../../gateway.fixture.ts';
import { compress } from '../../http/compression.ts';
import { createSurrogateCache } from './response-cache.ts';

jest.mock('../../http/compression.ts', () => {
  const compression = jest.requireActual('../../http/compression.ts');
  return { ...compression, compress: jest.fn(compression.compress) };
});

let nats: LocalServer;
let content: FakeUpstream;
let gateway: RunningGateway;
let key: string;
/** The response of the content service; it changes with the data. */
let title: string;
let delay: () => Promise<unknown>;
/** Whether the service reports that its replicas lag behind. */
let isStale: boolean;
/** The surrogate keys of the response to a path; undefined for a service that does not name them. */
let keysOf: (url: string) => string | undefined;

beforeAll(async () => {
  nats = await startNats();
  content = await startFakeUpstream('content', async (request, reply) => {
    const answered = title;
    await delay();
    if (isStale) reply.header('cache-control', 'no-store');
    const keys = keysOf(request.url);
    if (keys !== undefined) reply.header(headerNames.surrogateKey, keys);
    if (request.url.includes('/404'))
      return reply.code(404).send({ success: false, error: 'Lesson not found' });
    return { success: true, data: [answered], total: 1 };
  });
  gateway = await startGateway({
    natsUrl: nats.url,
    env: {
      ...upstreamEnv(content.url),
      API_RATE_LIMIT: '1000000',
      // Longer than the feed is down: the fake service knows no keys.
      REVOCATION_MAX_STALENESS_MS: '60000',
    },
  });
  await gateway.waitUntilReady();
  key = await registerApiKey(gateway, 1);
});
beforeEach(async () => {
  title = 'Greetings';
  delay = async () => undefined;
  isStale = false;
  keysOf = () => undefined;
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

it('compresses a large response once, and names it by a weak ETag', async () => {
  title = 'ក'.repeat(1_000);
  await invalidate();
  await waitUntilCached('/api/v1/lessons');
  const plain = await call(undefined, { 'accept-encoding': 'identity' });
  const strong = plain.headers.get('etag');
  expect(plain.headers.get('vary')).toBe('authorization, x-api-key, accept-encoding');
  const body = await plain.text();
  jest.mocked(compress).mockClear();
  for (const encoding of ['br', 'gzip', 'br', 'gzip']) {
    const answer = await call(undefined, { 'accept-encoding': encoding });
    expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual([
      encoding,
      `W/${strong}`,
    ]);
    expect(await answer.text()).toBe(body);
    const again = await call(undefined, { 'accept-encoding': encoding, 'if-none-match': `W/${strong}` });
    expect([again.status, again.headers.get('etag'), again.headers.get('content-encoding')]).toEqual([
      304,
      `W/${strong}`,
      null,
    ]);
  }
  // The reads before have had it compressed with gzip.
  expect(jest.mocked(compress).mock.calls.map(([, encoding]) => encoding)).toEqual(['br']);
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

it('believes each response for a second while the event feed is down, and is empty afterwards', async () => {
  const path = '/api/v1/lessons/13';
  await waitUntilCached(path);
  await nats.pause();
  await eventually(async () => {
    const { checks } = (await (await gateway.call('/readyz')).json()) as { checks: { changes: boolean } };
    expect(checks.changes).toBe(false);
  });
  // A service that answers from copies cannot know either whether they are up to date.
  isStale = true;
  title = 'Changed unheard';
  await eventually(async () => expect(await read(path)).toBe('Changed unheard'));
  content.received.length = 0;
  const startedAt = performance.now();
  do await Promise.all(Array.from({ length: 10 }, () => read(path)));
  while (performance.now() - startedAt < 2_500);
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(requestedUrls().length).toBeLessThanOrEqual(Math.ceil(seconds));
  expect(requestedUrls().length).toBeGreaterThan(0);

  isStale = false;
  title = 'Changed once more';
  nats.resume();
  await gateway.waitUntilReady();
  await eventually(async () => expect(await read(path)).toBe('Changed once more'));
  await waitUntilCached(path);
});

describe('with surrogate keys', () => {
  const paths = ['/api/v1/lessons/1', '/api/v1/lessons/2', '/api/v1/lessons'] as const;

  beforeEach(async () => {
    keysOf = (url) =>
      ({ '1': 'lesson:1', '2': 'lesson:2 lesson-type:5' })[url.at(-1) ?? ''] ?? 'lesson:1 lessons';
    // Drops what was loaded without keys.
    await invalidate();
    for (const path of paths) await waitUntilCached(path);
  });

  /** The paths whose responses are loaded again. */
  async function reloadedPaths(): Promise<string[]> {
    content.received.length = 0;
    for (const path of paths) await read(path);
    return requestedUrls();
  }

  /** Each time of another lesson: an event that is replaced before it is delivered purges everything. */
  async function publishChange(surrogateKeys: string | undefined): Promise<void> {
    version += 1;
    await publishEvent(nats.url, lessonEvent, version, 1, { ...lesson, sections: [] }, surrogateKeys);
  }

  const purgedTotal = async () =>
    Number(/^response_cache_purged_total\S* (\d+)$/m.exec(await gateway.metrics())?.[1]);

  it('drops exactly the responses that a change names', async () => {
    const before = await purgedTotal();
    await publishChange('lesson:2');
    await eventually(async () => expect(await purgedTotal()).toBe(before + 1));
    expect(await reloadedPaths()).toEqual([paths[1]]);
    await waitUntilCached(paths[1]);
    await publishChange('lesson:1 lessons');
    await eventually(async () => expect(await purgedTotal()).toBe(before + 3));
    expect(await reloadedPaths()).toEqual([paths[0], paths[2]]);
  });

  it('drops nothing when a draft changes', async () => {
    const before = await purgedTotal();
    for (let i = 0; i < 20; i += 1) await publishChange('');
    await publishChange('lesson:2');
    await eventually(async () => expect(await purgedTotal()).toBe(before + 1));
    expect(await reloadedPaths()).toEqual([paths[1]]);
  });

  it('drops everything of the kind when an event does not say what it purges', async () => {
    const before = await purgedTotal();
    await publishChange(undefined);
    await eventually(async () => expect(await purgedTotal()).toBe(before + 3));
    expect(await reloadedPaths()).toEqual(paths);
  });

  it('never sends them to callers', async () => {
    const { headers } = await call(paths[0]);
    expect(headers.has(headerNames.surrogateKey)).toBe(false);
  });

  it('does not keep a response whose load started before one of its keys was purged', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    keysOf = () => 'lesson:21';
    delay = () => released;
    const path = '/api/v1/lessons/21';
    content.received.length = 0;
    const slow = read(path);
    await eventually(() => expect(requestedUrls()).toEqual([path]));
    // The purge of the second lesson shows when the gateway has the first one too.
    const before = await purgedTotal();
    await publishChange('lesson:21');
    await publishChange('lesson:2');
    await eventually(async () => expect(await purgedTotal()).toBe(before + 1));
    const old = title;
    title = 'Newer';
    delay = async () => undefined;
    expect(await read(path)).toBe('Newer');
    release();
    expect(await slow).toBe(old);
    expect(await read(path)).toBe('Newer');
  });
});

describe('the cache itself', () => {
  const answer = (bytes: number, ...surrogateKeys: string[]) => ({
    body: Buffer.alloc(bytes),
    surrogateKeys,
    maxAgeMs: 60_000,
  });
  const createCache = (maxBytes: number) =>
    createSurrogateCache<ReturnType<typeof answer>>({
      maxBytes,
      sizeOf: ({ body }) => body.length,
      isFeedLive: () => true,
    });

  it('stays within its memory limit and evicts the least recently used responses first', async () => {
    const cache = createCache(200_000);
    const kept = answer(10_000, 'lesson:1');
    for (let i = 0; i < 100; i += 1) {
      await cache.load(`/${i}`, ['lesson'], async () => kept);
      expect(cache.peek('/0')).toBe(kept);
      expect(cache.sizeBytes()).toBeLessThanOrEqual(200_000);
    }
    expect(cache.peek('/50')).toBeUndefined();
    expect(cache.peek('/99')).toBe(kept);
    const huge = answer(300_000, 'lesson:1');
    expect(await cache.load('/huge', ['lesson'], async () => huge)).toBe(huge);
    expect(cache.peek('/huge')).toBeUndefined();
    cache.purge('lesson', ['lesson:1']);
    expect(cache.peek('/99')).toBeUndefined();
    expect(cache.sizeBytes()).toBe(0);
  });

  it('has after any purges exactly the responses that have none of the keys since they were loaded', async () => {
    const anyKey = fc.constantFrom('a', 'b', 'c', 'd');
    const anyStep = fc.oneof(
      fc.record({ load: fc.constantFrom('/1', '/2', '/3'), keys: fc.uniqueArray(anyKey) }),
      fc.record({ purge: fc.option(fc.uniqueArray(anyKey), { nil: undefined }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
        const cache = createCache(100_000);
        const startedAt = performance.now();
        const model = new Map<string, readonly string[]>();
        for (const step of steps) {
          if ('load' in step) {
            const { load: path, keys } = step;
            await cache.load(path, ['lesson'], async () => answer(10, ...keys));
            model.set(path, keys);
          } else {
            cache.purge('lesson', step.purge);
            for (const [path, keys] of model)
              if (!step.purge || step.purge.some((key) => keys.includes(key))) model.delete(path);
          }
          for (const path of ['/1', '/2', '/3'])
            if (!model.has(path)) expect(cache.peek(path)).toBeUndefined();
        }
        const kept = new Map([...model.keys()].map((path) => [path, cache.peek(path)?.surrogateKeys]));
        // What is loaded soon after a change is kept only briefly.
        if (performance.now() - startedAt > 200) return;
        expect(kept).toEqual(model);
      }),
    );
  });
});
