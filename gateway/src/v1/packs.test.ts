import {
  type FakeUpstream,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../gateway.fixture.ts';

const moment = '2026-01-01T00:00:00.000Z';
const mainLesson = {
  id: 3,
  title: 'Market',
  description: 'Fruit',
  imageCoverUrl: '/uploads/cover.png',
  free: true,
  price: null,
  isFree: true,
  hasAccess: true,
  thumbnailUrl: 'cover.png',
  lessonCount: 1,
  order: 1,
  comingSoon: false,
  createdAt: moment,
  updatedAt: moment,
};
const contentPart = {
  version: 'aa.2',
  full: false,
  mainLesson,
  lessons: [{ id: 4, hash: 'h4', order: 1.5 }],
  files: ['cover.png', 'gone.png'],
  removed: { lessons: [5], files: ['old.png'] },
};
const quizzesPart = { version: 'bb.7', full: false, quizzes: [{ id: 9, hash: 'h9' }], removed: [8] };

let content: FakeUpstream;
let quizzes: FakeUpstream;
let media: FakeUpstream;
let gateway: RunningGateway;
let key: string;
/** What the fake services answer to a version. */
let contentAnswer: (since: string | null) => object;
let quizzesAnswer: (since: string | null) => object;
let mediaStatus: number;

const sinceIn = ({ body }: { body?: unknown }) =>
  (JSON.parse(String(body)) as { since: string | null }).since;

beforeAll(async () => {
  content = await startFakeUpstream('content', (request) => contentAnswer(sinceIn(request)));
  quizzes = await startFakeUpstream('quizzes', (request) => quizzesAnswer(sinceIn(request)));
  media = await startFakeUpstream('media', (_request, reply) =>
    reply.code(mediaStatus).send({ files: [{ name: 'cover.png', size: 7, hash: 'f1' }] }),
  );
  gateway = await startGateway({
    env: {
      ...upstreamEnv(media.url, 'USERS', 'MEDIA'),
      ...upstreamEnv(content.url, 'CONTENT'),
      ...upstreamEnv(quizzes.url, 'QUIZZES'),
      API_RATE_LIMIT: '100000',
    },
  });
  await gateway.waitUntilReady();
  key = await registerApiKey(gateway, 1);
});
beforeEach(() => {
  mediaStatus = 200;
  contentAnswer = () => ({ part: contentPart });
  quizzesAnswer = () => ({ part: quizzesPart });
  for (const { received } of [content, quizzes, media]) received.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([content.close(), quizzes.close(), media.close()]);
});

const call = (path: string, headers: Record<string, string> = {}) =>
  gateway.call(`/api/v1/packs/${path}`, { headers: { 'x-api-key': key, ...headers } });
/** What the gateway has asked a service for packs. */
const sent = (upstream: FakeUpstream) =>
  upstream.received
    .filter(({ url }) => /^\/internal\/(?:packs|files)/.test(url))
    .map(({ body }) => JSON.parse(body) as unknown);

it('combines the parts of both services and the hashes of the files', async () => {
  const answer = await call('3?since=aa.1-bb.6');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      success: true,
      data: {
        mainLesson,
        version: 'aa.2-bb.7',
        full: false,
        lessons: [{ id: 4, hash: 'h4', order: 1.5, url: '/api/v1/lessons/4' }],
        quizzes: [{ id: 9, hash: 'h9', url: '/api/v1/quizzes/9' }],
        files: [
          { name: 'cover.png', kind: 'image', url: '/uploads/cover.png', size: 7, hash: 'f1' },
          { name: 'gone.png', kind: 'image', url: '/uploads/gone.png' },
        ],
        removed: { lessons: [5], quizzes: [8], files: ['old.png'] },
      },
    },
  ]);
  expect(sent(content)).toEqual([{ mainLessonId: 3, learnerId: null, since: 'aa.1' }]);
  expect(sent(quizzes)).toEqual([{ mainLessonId: 3, learnerId: null, since: 'bb.6' }]);
  expect(sent(media)).toEqual([{ names: ['cover.png', 'gone.png'] }]);
});

it('lists each file once, with its kind, and as removed only when no part of it uses it any more', async () => {
  contentAnswer = (since) => ({
    part: {
      ...contentPart,
      full: since === null,
      files: ['cover.png', 'both.mp3'],
      removed: { lessons: [], files: since === null ? [] : ['old.mp3', 'moved.mp3'] },
    },
  });
  quizzesAnswer = (since) => ({
    part: {
      ...quizzesPart,
      full: since === null,
      removed: [],
      files: since === null ? ['both.mp3', 'moved.mp3'] : ['both.mp3'],
      removedFiles: since === null ? [] : ['old.mp3', 'gone.mp3', 'cover.png'],
    },
  });
  const { data } = (await (await call('3?since=aa.1-bb.6')).json()) as { data: object };
  expect(data).toMatchObject({
    full: false,
    files: [
      { name: 'cover.png', kind: 'image' },
      { name: 'both.mp3', kind: 'sound', url: '/uploads/both.mp3' },
    ],
    removed: { files: ['old.mp3', 'gone.mp3'] },
  });
  expect(sent(media)).toEqual([{ names: ['cover.png', 'both.mp3'] }]);
});

it('asks on behalf of the learner of the token, and keeps no answer', async () => {
  const learner = { authorization: `Bearer ${userToken('learner')}` };
  for (const headers of [learner, {}, learner]) expect((await call('3', headers)).status).toBe(200);
  expect(sent(content)).toEqual(
    [7, null, 7].map((learnerId) => ({ mainLessonId: 3, learnerId, since: null })),
  );
});

it('is everything when one of the services no longer knows the version', async () => {
  contentAnswer = (since) => ({
    part: { ...contentPart, full: since === null, removed: { lessons: [], files: [] } },
  });
  quizzesAnswer = () => ({ part: { ...quizzesPart, full: true, removed: [] } });
  const { data } = (await (await call('3?since=aa.1-old.6')).json()) as { data: object };
  expect(data).toMatchObject({ full: true, removed: { lessons: [], quizzes: [], files: [] } });
  expect(sent(content)).toMatchObject([{ since: 'aa.1' }, { since: null }]);
});

it.each(['', 'x', '-', 'a-b-c', '%00', 'x'.repeat(500)])('has no error for the version %s', async (since) => {
  contentAnswer = () => ({ part: { ...contentPart, full: true } });
  quizzesAnswer = () => ({ part: { ...quizzesPart, full: true } });
  expect((await call(`3?since=${since}`)).status).toBe(200);
});

it('has an ETag', async () => {
  const etag = (await call('3')).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{20,}"$/);
  expect((await call('3', { 'if-none-match': etag })).status).toBe(304);
  contentAnswer = () => ({ part: { ...contentPart, version: 'aa.3' } });
  expect((await call('3', { 'if-none-match': etag })).status).toBe(200);
});

it('is refused as the services refuse it', async () => {
  for (const [status, code] of [
    [403, 'locked'],
    [404, 'not_found'],
    [422, 'unprocessable'],
  ] as const) {
    const refusal = { refusal: { status, code, message: 'No' } };
    contentAnswer = () => refusal;
    quizzesAnswer = () => ({ part: quizzesPart });
    const answer = await call('3');
    const expected = [status, { success: false, error: 'No', message: 'No', code }];
    expect([answer.status, await answer.json()]).toEqual(expected);
    contentAnswer = () => ({ part: contentPart });
    quizzesAnswer = () => refusal;
    const other = await call('3');
    expect([other.status, await other.json()]).toEqual(expected);
  }
});

it('is refused for an invalid id or query, without asking anybody', async () => {
  for (const path of ['x', '0', '1.5', '3?since=a&since=b']) expect((await call(path)).status).toBe(400);
  expect([...content.received, ...quizzes.received]).toEqual([]);
});

it('is not answered at all while one of the services fails', async () => {
  mediaStatus = 500;
  expect((await call('3')).status).toBe(503);
  mediaStatus = 200;
  quizzesAnswer = () => ({});
  expect((await call('3')).status).toBe(503);
  quizzesAnswer = () => ({ part: quizzesPart });
  expect((await call('3')).status).toBe(200);
});
