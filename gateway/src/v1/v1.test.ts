import { endpoints, quizEvent } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
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

const moment = '2026-01-01T00:00:00.000Z';
const lesson = {
  id: 4,
  mainLessonId: 1,
  lessonTypeId: 1,
  lessonType: { id: 1, title: 'Vocabulary', icon: 'x', iconMode: 'raw', iconUrl: null },
  title: 'Market',
  description: 'Fruit',
  level: 'Beginner',
  image: '',
  locked: false,
  createdAt: moment,
  updatedAt: moment,
};
const quiz = {
  id: 9,
  lessonId: 4,
  title: 'Market',
  description: 'Fruit',
  questionCount: 1,
  isPractice: false,
  createdAt: moment,
  updatedAt: moment,
};

let content: FakeUpstream;
let quizzes: FakeUpstream;
let gateway: RunningGateway;
let key: string;
/** The current behaviour of the fake services. */
let failing: Set<'content' | 'quizzes'>;
let status: number;
/** Whether content estimates its totals. */
let estimates: boolean;
/** The words for which a service answers a search that finds nothing. */
let meant: Partial<Record<'content' | 'quizzes', string>>;
let version = 0;

beforeAll(async () => {
  const answer = (name: 'content' | 'quizzes', rows: object[], total: number) =>
    startFakeUpstream(name, ({ url }, reply) =>
      failing.has(name)
        ? reply.code(status).send({ success: false, error: 'secret of 10.0.0.7' })
        : {
            success: true,
            data: url.startsWith('/api/v1/main-lessons') ? [] : rows,
            total,
            ...(estimates && name === 'content' ? { totalIsEstimate: true } : {}),
            ...(meant[name] ? { searchedFor: meant[name] } : {}),
          },
    );
  content = await answer('content', [lesson], 12);
  quizzes = await answer('quizzes', [quiz], 5);
  gateway = await startGateway({
    env: {
      ...upstreamEnv(content.url, 'USERS', 'CONTENT'),
      ...upstreamEnv(quizzes.url, 'QUIZZES'),
      API_RATE_LIMIT: '100000',
    },
  });
  await gateway.waitUntilReady();
  key = await registerApiKey(gateway, 1);
});
beforeEach(async () => {
  failing = new Set();
  status = 503;
  estimates = false;
  meant = {};
  // Clears the responses cached by earlier tests.
  version += 1;
  await publishEvent(gateway.natsUrl, quizEvent, 1, version, null);
  await eventually(async () => {
    quizzes.received.length = 0;
    await call('/search?q=forgotten');
    expect(quizzes.received).toHaveLength(1);
  });
  content.received.length = 0;
  quizzes.received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([content.close(), quizzes.close()]);
});

const call = (path: string, headers: Record<string, string> = {}) =>
  gateway.call(`/api/v1${path}`, { headers: { 'x-api-key': key, ...headers } });
const urls = (upstream: FakeUpstream) => upstream.received.map(({ url }) => url);

describe('/api/v1/search', () => {
  it('finds lessons and quizzes at once', async () => {
    const answer = await call('/search?q=market');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { success: true, data: { lessons: [lesson], quizzes: [quiz] }, total: 17 },
    ]);
    expect(urls(content)).toEqual(['/api/v1/lessons?search=market&limit=20&offset=0']);
    expect(urls(quizzes)).toEqual(['/api/v1/quizzes?search=market&limit=20&offset=0']);
    expect(content.received[0]?.caller?.principal).toEqual({ kind: 'apiKey', apiKeyId: 1 });
  });

  it.each([
    ['both services mean the same', { content: 'market', quizzes: 'market' }, [1, 1, 17, 'market']],
    ['one service finds what was typed', { content: 'market' }, [0, 1, 5, undefined]],
    ['they mean different words', { content: 'market', quizzes: 'marker' }, [1, 0, 12, 'market']],
  ])('has results of the same words when %s', async (_when, words, expected) => {
    meant = words;
    const answer = await (await call('/search?q=markt')).json();
    const { data, total, searchedFor } = answer as {
      data: { lessons: object[]; quizzes: object[] };
      total: number;
      searchedFor?: string;
    };
    expect([data.lessons.length, data.quizzes.length, total, searchedFor]).toEqual(expected);
  });

  it('says that a total is an estimate when a part of it is', async () => {
    estimates = true;
    expect(await (await call('/search?q=market')).json()).toMatchObject({ total: 17, totalIsEstimate: true });
    expect(await (await call('/stats')).json()).toMatchObject({ data: { lessons: 36, isEstimate: true } });
  });

  it.each([
    ['lessons', 12, 1, 0],
    ['QUIZZES', 5, 0, 1],
    ['all', 17, 1, 1],
  ])('looks at %s alone where that is asked for', async (type, total, lessons, others) => {
    const { data, ...rest } = (await (await call(`/search?q=m&type=${type}&limit=7&offset=2`)).json()) as {
      data: { lessons: []; quizzes: [] };
      total: number;
    };
    expect([rest.total, data.lessons.length, data.quizzes.length]).toEqual([total, lessons, others]);
    expect([urls(content).length, urls(quizzes).length]).toEqual([lessons, others]);
    for (const url of [...urls(content), ...urls(quizzes)])
      expect(url).toContain('search=m&limit=7&offset=2');
  });

  it.each([
    ['', 'Search text is required'],
    ['?q=', 'Search text is required'],
    ['?q=%E2%80%8B', 'Search text is required'],
    ['?q=a&q=b', 'Search text must be text'],
    [`?q=${'x'.repeat(501)}`, 'Must be at most 500 characters'],
    ['?q=a&type=users', 'Must be one of: all, lessons, quizzes'],
    ['?q=a&limit=101', 'limit must be between 1 and 100'],
    ['?q=a&offset=-1', 'offset must be 0 or more'],
  ])('refuses %s', async (query, error) => {
    const answer = await call(`/search${query}`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { success: false, error, message: error, code: 'validation' },
    ]);
    expect([...urls(content), ...urls(quizzes)]).toEqual([]);
  });

  it('finds nothing for half a Khmer letter, instead of everything', async () => {
    const answer = await call(`/search?q=${encodeURIComponent('\u17D2')}`);
    expect(await answer.json()).toEqual({ success: true, data: { lessons: [], quizzes: [] }, total: 0 });
    expect([...urls(content), ...urls(quizzes)]).toEqual([]);
  });

  it('asks on behalf of the learner each time when a service does not say whose ownership matters', async () => {
    const learner = { authorization: `Bearer ${userToken('learner')}` };
    await call('/search?q=market', learner);
    await call('/search?q=market', learner);
    const principals = content.received.map(({ caller }) => caller?.principal);
    // A guest's answer is asked for first: it would do for a learner who owns nothing that matters for it.
    expect(principals[0]).toEqual({ kind: 'apiKey', apiKeyId: 1 });
    expect(principals.filter((principal) => principal && 'learner' in principal)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({ learner: expect.objectContaining({ userId: 7 }) }),
      ),
    );
  });
});

describe('/api/v1/stats', () => {
  it('counts what the lists count', async () => {
    expect(await (await call('/stats')).json()).toEqual({
      success: true,
      data: {
        mainLessons: 12,
        lessons: 36,
        quizzes: 5,
        lessonsByLevel: { Beginner: 12, Intermediate: 12, Advanced: 12 },
      },
    });
    for (const url of [...urls(content), ...urls(quizzes)]) expect(url).toContain('limit=1');
  });
});

describe.each(['/search?q=market', '/stats'])('%s', (path) => {
  it.each([
    ['content', 503],
    ['quizzes', 503],
    ['content', 500],
    ['quizzes', 404],
  ] as const)('is not answered at all while %s answers %i', async (service, code) => {
    failing.add(service);
    status = code;
    const answer = await call(path);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        success: false,
        error: 'The service is not available right now',
        message: 'The service is not available right now',
        code: 'unavailable',
      },
    ]);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.has('etag')).toBe(false);
    failing.clear();
    expect((await call(path)).status).toBe(200);
  });

  it('is kept until something changes, with an ETag', async () => {
    const first = await call(path);
    const etag = first.headers.get('etag') ?? '';
    expect((await call(path, { 'if-none-match': etag })).status).toBe(304);
    version += 1;
    quizzes.received.length = 0;
    await publishEvent(gateway.natsUrl, quizEvent, 1, version, null);
    await eventually(async () => {
      await call(path);
      expect(urls(quizzes).length).toBeGreaterThan(0);
    });
  });
});

describe('the description', () => {
  it('is open to everybody, as a document', async () => {
    const answer = await gateway.call('/api/v1/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const document = (await answer.json()) as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.keys(document.paths);
    for (const { path } of endpoints.filter((endpoint) => endpoint.path.startsWith('/api/v1/')))
      expect(described).toContain(path.replace(/:(\w+)/g, '{$1}'));
    const etag = answer.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await gateway.call('/api/v1/openapi.json', { headers: { 'if-none-match': known } });
      expect({ known, status: again.status }).toEqual({ known, status: 304 });
    }
  });

  it('is not at the base address itself, which fails as every call of the API does', async () => {
    for (const path of ['/api/v1', '/api/v1/', '/api/v1?x=1']) {
      const answer = await gateway.call(path);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { success: false, error: 'Not found', message: 'Not found', code: 'not_found' },
      ]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect(await (await gateway.call('/api/v10')).json()).toMatchObject({ code: 'not_found' });
  });

  it('is open to everybody, as a page that loads nothing and lets nothing in', async () => {
    const answer = await gateway.call('/api/v1/docs');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(page.match(/<(?:script|style) nonce="[^"]*"/g)).toEqual([
      `<style nonce="${nonce}"`,
      `<script nonce="${nonce}"`,
    ]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/\b(?:src|href)="(?:https?:)?\/\//);
    expect(page).not.toMatch(/\sstyle=|\son\w+=/);
    for (const { path } of endpoints.filter((endpoint) => endpoint.path.startsWith('/api/v1/')))
      expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'));
    const other = await (await gateway.call('/api/v1/docs')).text();
    expect(other).not.toContain(String(nonce));
  });
});
