import { createHash } from 'node:crypto';
import { createClient, KhmerLearningApiError, paginate } from '@khmer-learning/client';
import {
  type Lesson,
  type MainLesson,
  purchaseEvent,
  type Quiz,
  type ResponseOf,
  type User,
  userTokenClaimsSchema,
  type v1LessonsList,
  type v1MainLessonsList,
  type v1PacksGet,
  type v1QuizzesGet,
  type v1QuizzesList,
  type v1QuizzesSubmit,
} from '@khmer-learning/contracts';
import { buildPurchaseState, eventually } from '@khmer-learning/test-kit';
import { publishEvent, type RunningGateway, userToken } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  createApiKey,
  createUser,
  requestLearnerToken,
  shareTestSystem,
  signIn,
  type TestSystem,
  testPassword,
} from './test-system.fixture.ts';

/**
 * Replays the calls of an existing learners' app, with its headers: a web view of another origin that sends its key, its
 * token if it has one, a correlation id, and a JSON content type with every call.
 */
const appOrigin = 'https://learn.example';
/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let system: TestSystem;
let gateway: RunningGateway;
let console: BrowserSession;
let key: string;
let learner: User;
let token: string;
let cover: string;
let free: MainLesson;
let paid: MainLesson;
let empty: MainLesson;
let lessons: { free: Lesson; paid: Lesson };
let quizzes: { scored: Quiz; practice: Quiz; locked: Quiz };

async function write<T>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await console.call<T>(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function upload(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([picture], { type: 'image/png' }), 'cover.png');
  const answer = await gateway.call('/api/upload', {
    method: 'POST',
    headers: { ...console.headers, 'sec-fetch-site': 'same-origin' },
    body: form,
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { filename: string } }).data.filename;
}

beforeAll(async () => {
  system = await shareTestSystem();
  // Commerce cannot be asked who owns what: these tests publish its events.
  gateway = await system.startGateway({ env: { UPSTREAM_COMMERCE: '' } });
  console = await signIn(gateway);
  ({ key } = await createApiKey(console, gateway, { origins: [appOrigin] }));
  learner = await createUser(console, 'student');
  token = await requestLearnerToken(gateway, learner.email);
  cover = await upload();

  const mainLesson = (change: object) =>
    write<MainLesson>('POST', '/api/main-lessons', {
      title: 'Market',
      description: 'Buying food',
      imageCover: cover,
      free: true,
      status: 'published',
      ...change,
    });
  free = await mainLesson({});
  paid = await mainLesson({ title: 'Travel', free: false, price: 499 });
  empty = await mainLesson({ title: 'Cooking' });
  const { id: lessonTypeId } = await write<{ id: number }>('POST', '/api/lesson-type', {
    title: 'Vocabulary',
    icon: '📖',
    iconMode: 'raw',
  });
  const lesson = ({ id: mainLessonId }: MainLesson) =>
    write<Lesson>('POST', '/api/lessons', {
      mainLessonId,
      lessonTypeId,
      title: 'Fruit',
      description: 'Names of fruit',
      level: 'Beginner',
      status: 'published',
      sections: [{ title: 'Key words', content: 'Mango [svaay] : ស្វាយ' }],
    });
  lessons = { free: await lesson(free), paid: await lesson(paid) };
  const quiz = ({ id: lessonId }: Lesson, isPractice: boolean) =>
    eventually(() =>
      write<Quiz>('POST', '/api/quizzes', {
        lessonId,
        title: 'Fruit quiz',
        description: 'Do you know them?',
        status: 'active',
        isPractice,
        questions: [
          { question: 'What is ស្វាយ?', options: ['Mango', 'Banana'], correctAnswer: 'Mango' },
          { question: 'What is ចេក?', options: ['Mango', 'Banana'], correctAnswer: 'Banana' },
        ],
      }),
    );
  // Created in another order than that of the curriculum.
  const locked = await quiz(lessons.paid, false);
  quizzes = { locked, scored: await quiz(lessons.free, false), practice: await quiz(lessons.free, true) };
  await eventually(async () => {
    const { body } = await app<ResponseOf<typeof v1QuizzesList>>('GET', '/quizzes');
    expect(body.data).toHaveLength(3);
  });
});
afterAll(() => system.stopGateways());

interface AppAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A call as the app sends it. */
async function app<T = Record<string, unknown>>(
  method: string,
  path: string,
  { token: sent, body }: { token?: string; body?: unknown } = {},
): Promise<AppAnswer<T>> {
  const answer = await gateway.call(`/api/v1${path}`, {
    method,
    headers: {
      origin: appOrigin,
      'content-type': 'application/json',
      'x-api-key': key,
      'x-correlation-id': crypto.randomUUID(),
      ...(sent === undefined ? {} : { authorization: `Bearer ${sent}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
}

const list = async (sent?: string) =>
  (
    await app<ResponseOf<typeof v1MainLessonsList>>(
      'GET',
      '/main-lessons',
      sent === undefined ? {} : { token: sent },
    )
  ).body.data;

let purchaseVersion = 0;
/** The event by which commerce announces the learner's purchase of the paid main lesson. */
const announcePurchase = (paymentStatus: string) => {
  purchaseVersion += 1;
  return publishEvent(
    system.natsUrl,
    purchaseEvent,
    1,
    purchaseVersion,
    buildPurchaseState({ userId: learner.id, mainLessonId: paid.id, paymentStatus }),
  );
};

describe('the list of courses', () => {
  it('has what the app shows: access, price, lessons, order and picture', async () => {
    expect(await list()).toEqual([
      expect.objectContaining({
        id: free.id,
        isFree: true,
        hasAccess: true,
        lessonCount: 1,
        comingSoon: false,
      }),
      expect.objectContaining({ id: paid.id, isFree: false, hasAccess: false, lessonCount: 1, price: 499 }),
      expect.objectContaining({ id: empty.id, lessonCount: 0, comingSoon: true }),
    ]);
    const orders = (await list()).map(({ order }) => order);
    expect(orders).toEqual([...orders].sort((one, other) => one - other));
    for (const { thumbnailUrl } of await list()) {
      expect(thumbnailUrl).toBe(cover);
      const shown = await gateway.call(`/uploads/${thumbnailUrl}`);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  it('follows the catalogue and the lessons within a second', async () => {
    await write('PATCH', `/api/main-lessons/${empty.id}/position`, { afterId: null });
    await write('PATCH', `/api/lessons/${lessons.free.id}`, { status: 'draft' });
    await eventually(async () => {
      expect((await list()).map(({ id, comingSoon }) => [id, comingSoon])).toEqual([
        [empty.id, true],
        [free.id, true],
        [paid.id, false],
      ]);
    });
    await write('PATCH', `/api/lessons/${lessons.free.id}`, { status: 'published' });
    await eventually(async () => expect((await list())[1]).toMatchObject({ lessonCount: 1 }));
  });
});

describe('what a learner has bought', () => {
  const access = async (sent?: string) =>
    Object.fromEntries((await list(sent)).map(({ id, hasAccess }) => [id, hasAccess]));
  const becomes = (owned: boolean) =>
    eventually(async () => expect((await access(token))[paid.id]).toBe(owned));
  const openLesson = (sent?: string) =>
    app('GET', `/lessons/${lessons.paid.id}?locked=403`, sent === undefined ? {} : { token: sent });

  it('is open to that learner alone, whatever order learners and guests ask in, and ends with a refund', async () => {
    const other = await requestLearnerToken(gateway, (await createUser(console, 'student')).email);
    const lockedError = {
      status: 403,
      body: {
        success: false,
        error: 'This lesson belongs to a paid main lesson',
        message: 'This lesson belongs to a paid main lesson',
        code: 'locked',
      },
    };
    expect(await openLesson(token)).toMatchObject(lockedError);
    await announcePurchase('completed');
    await becomes(true);
    for (let round = 0; round < 3; round += 1) {
      expect(await access(token)).toEqual({ [empty.id]: true, [free.id]: true, [paid.id]: true });
      for (const guest of [undefined, other]) {
        expect(await access(guest)).toEqual({ [empty.id]: true, [free.id]: true, [paid.id]: false });
        expect(await openLesson(guest)).toMatchObject(lockedError);
      }
      expect(await openLesson(token)).toMatchObject({
        status: 200,
        body: { data: { locked: false, sections: [{ items: [{ english: 'Mango' }] }] } },
      });
    }
    const rows = await app<ResponseOf<typeof v1LessonsList>>('GET', `/main-lessons/${paid.id}/lessons`, {
      token,
    });
    expect(rows.body.data).toMatchObject([{ id: lessons.paid.id, locked: false }]);
    await announcePurchase('refunded');
    await becomes(false);
    expect(await openLesson(token)).toMatchObject(lockedError);
  });

  it('is listed as locked without the parameter, as before', async () => {
    expect(await app('GET', `/lessons/${lessons.paid.id}`)).toMatchObject({
      status: 200,
      body: { data: { locked: true, sections: [] } },
    });
  });
});

describe('quizzes', () => {
  const submit = async (id: number, answers: unknown) =>
    (await app<ResponseOf<typeof v1QuizzesSubmit>>('POST', `/quizzes/${id}/submit`, { body: { answers } }))
      .body.data;

  it('are in the order of the curriculum, which a move changes', async () => {
    const ids = async () =>
      (await app<ResponseOf<typeof v1QuizzesList>>('GET', '/quizzes')).body.data.map(({ id }) => id);
    const { scored, practice, locked } = quizzes;
    // The quizzes service may not know yet that their lesson was published again.
    await eventually(async () => expect(await ids()).toEqual([scored.id, practice.id, locked.id]));
    await write('PATCH', `/api/main-lessons/${paid.id}/position`, { afterId: null });
    await eventually(async () => expect(await ids()).toEqual([locked.id, scored.id, practice.id]));
    await write('PATCH', `/api/main-lessons/${paid.id}/position`, { afterId: free.id });
    await eventually(async () => expect(await ids()).toEqual([scored.id, practice.id, locked.id]));
  });

  it('for practice come with their answers, scored ones never do', async () => {
    const read = async (id: number) =>
      (await app<ResponseOf<typeof v1QuizzesGet>>('GET', `/quizzes/${id}`)).body.data;
    expect((await read(quizzes.practice.id)).questions.map(({ correctAnswer }) => correctAnswer)).toEqual([
      'Mango',
      'Banana',
    ]);
    const scored = await read(quizzes.scored.id);
    expect(scored.isPractice).toBe(false);
    expect(scored.questions).toHaveLength(2);
    expect(JSON.stringify(scored)).not.toContain('correctAnswer');
    expect(await app('GET', `/quizzes/${quizzes.locked.id}`)).toMatchObject({
      status: 403,
      body: { code: 'locked' },
    });
  });

  it('tell the right answers of what was answered, and of nothing else', async () => {
    for (const { id } of [quizzes.scored, quizzes.practice]) {
      expect((await submit(id, [])).results.map(({ correctAnswer }) => correctAnswer)).toEqual([null, null]);
      const result = await submit(id, [{ questionId: 2, selectedAnswer: 'Mango' }]);
      expect(result.results.map(({ correctAnswer }) => correctAnswer)).toEqual([null, 'Banana']);
    }
  });
});

describe('a web view of another origin', () => {
  it.each(['/main-lessons', '/lessons/1', '/quizzes/1', '/subscription-plans', '/subscriptions/me', '/me'])(
    'may read %s: the preflight allows the headers of the app',
    async (path) => {
      const answer = await gateway.call(`/api/v1${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: appOrigin,
          'access-control-request-method': 'GET',
          'access-control-request-headers':
            'authorization,content-type,if-none-match,x-api-key,x-correlation-id',
        },
      });
      expect(answer.status).toBe(204);
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? [];
      for (const header of [
        'authorization',
        'content-type',
        'if-none-match',
        'x-api-key',
        'x-correlation-id',
      ])
        expect(allowed).toContain(header);
    },
  );

  it('may read the headers that the app needs', async () => {
    const exposed = (await app('GET', '/lessons')).headers.get('access-control-expose-headers');
    for (const header of ['ETag', 'X-Token', 'Retry-After']) expect(exposed).toContain(header);
  });
});

describe('an expired token', () => {
  const expiredToken = () => {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { sub, epoch } = userTokenClaimsSchema.parse(JSON.parse(payload));
    const past = Math.floor(Date.now() / 1_000) - 40 * 86_400;
    return userToken('learner', { sub, epoch, jti: 'old', iat: past, exp: past + 86_400 });
  };

  it("gets a guest's answers to reads, and the app learns that it has to sign in again", async () => {
    for (const path of ['/main-lessons', `/lessons/${lessons.paid.id}`, '/quizzes', '/search?q=fruit']) {
      const guest = await app('GET', path);
      const answer = await app('GET', path, { token: expiredToken() });
      expect({ path, status: answer.status, mark: answer.headers.get('x-token') }).toEqual({
        path,
        status: 200,
        mark: 'expired',
      });
      expect(answer.body).toEqual(guest.body);
      expect(guest.headers.has('x-token')).toBe(false);
    }
  });

  it('is refused where a learner is needed', async () => {
    for (const path of ['/me', '/subscriptions/me'])
      expect(await app('GET', path, { token: expiredToken() })).toMatchObject({
        status: 401,
        body: { error: 'Sign in to continue', code: 'unauthenticated' },
      });
  });

  it('is refused when the account has ended its sessions', async () => {
    const { id, email } = await createUser(console, 'student');
    const { epoch } = userTokenClaimsSchema.parse(
      JSON.parse(
        Buffer.from((await requestLearnerToken(gateway, email)).split('.')[1] ?? '', 'base64url').toString(),
      ),
    );
    const past = Math.floor(Date.now() / 1_000) - 3_600;
    const old = userToken('learner', { sub: String(id), epoch, jti: 'older', iat: past, exp: past + 60 });
    expect((await app('GET', '/lessons', { token: old })).status).toBe(200);
    await write('PATCH', `/api/users/${id}/status`, { isActive: false });
    await eventually(async () => expect((await app('GET', '/lessons', { token: old })).status).toBe(401));
  });
});

describe('an offline pack', () => {
  type Pack = ResponseOf<typeof v1PacksGet>['data'];
  const read = async (path: string) => {
    const { status, body } = await app<ResponseOf<typeof v1PacksGet>>('GET', `/packs/${path}`, { token });
    expect({ path, status }).toEqual({ path, status: 200 });
    return body.data;
  };
  /** The hashes of a pack's entries, and of what is at their addresses. */
  const compareHashes = async ({ lessons: inPack, quizzes: ofLessons, files }: Pack) => {
    const entries = [...inPack, ...ofLessons, ...files];
    const fetched = entries.map(async ({ url }) => {
      const answer = await gateway.call(url, {
        headers: { 'x-api-key': key, authorization: `Bearer ${token}` },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return createHash('sha256').update(bytes).digest('hex');
    });
    expect(entries.map(({ hash }) => hash)).toEqual(await Promise.all(fetched));
  };

  it('is downloaded once, then change by change, with the hashes of what is downloaded', async () => {
    const base = await read(`${free.id}`);
    expect(base).toMatchObject({
      full: true,
      mainLesson: { id: free.id },
      lessons: [{ id: lessons.free.id }],
      quizzes: [{ id: quizzes.scored.id }, { id: quizzes.practice.id }],
      files: [{ name: cover, kind: 'image' }],
      removed: { lessons: [], quizzes: [], files: [] },
    });
    await compareHashes(base);

    await write('PATCH', `/api/lessons/${lessons.free.id}`, { title: 'Fruit and nuts' });
    await eventually(async () => {
      const delta = await read(`${free.id}?since=${base.version}`);
      expect(delta).toMatchObject({ full: false, quizzes: [], files: [] });
      expect(delta.lessons.map(({ id }) => id)).toEqual([lessons.free.id]);
      await compareHashes(delta);
    });

    await write('PATCH', `/api/lessons/${lessons.free.id}`, { status: 'draft' });
    await eventually(async () => {
      const { removed } = await read(`${free.id}?since=${base.version}`);
      expect(removed).toEqual({
        lessons: [lessons.free.id],
        quizzes: [quizzes.scored.id, quizzes.practice.id],
        files: [],
      });
    });
    await write('PATCH', `/api/lessons/${lessons.free.id}`, { status: 'published', title: 'Fruit' });
    await eventually(async () => expect((await read(`${free.id}`)).quizzes).toHaveLength(2));
  });

  it('of a paid course is its owner’s, until the refund', async () => {
    const ask = (sent?: string) => app('GET', `/packs/${paid.id}`, sent === undefined ? {} : { token: sent });
    const locked = { status: 403, body: { success: false, code: 'locked' } };
    expect(await ask(token)).toMatchObject(locked);
    await announcePurchase('completed');
    await eventually(async () => expect((await ask(token)).status).toBe(200));
    const base = await read(`${paid.id}`);
    expect(base).toMatchObject({
      lessons: [{ id: lessons.paid.id }],
      quizzes: [{ id: quizzes.locked.id }],
    });
    await compareHashes(base);
    expect(await ask()).toMatchObject(locked);
    await announcePurchase('refunded');
    await eventually(async () => expect(await ask(token)).toMatchObject(locked));
  });
});

describe('an app with @khmer-learning/client', () => {
  /** A client that notes the statuses of its responses, and what it has stored. */
  function openClient() {
    const statuses: number[] = [];
    const stored = new Map<string, string>();
    const onSessionEnd = jest.fn();
    const client = createClient({
      baseUrl: gateway.url,
      apiKey: key,
      onSessionEnd,
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
        removeItem: (name) => void stored.delete(name),
      },
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        statuses.push(response.status);
        return response;
      },
    });
    const [readTokens, storeTokens] = [
      () => JSON.parse([...stored.values()][0] ?? '{}') as { token: string; refreshToken: string },
      (change: object) => {
        const [name = ''] = stored.keys();
        stored.set(name, JSON.stringify({ ...readTokens(), ...change }));
      },
    ];
    return { client, statuses, onSessionEnd, readTokens, storeTokens };
  }

  it('reads lists page by page, and lessons again without their bodies', async () => {
    const { client, statuses } = openClient();
    const ids: number[] = [];
    for await (const { id } of paginate(client.lessons.list, { limit: 1 })) ids.push(id);
    expect(ids.sort()).toEqual([lessons.free.id, lessons.paid.id].sort());
    const first = await client.lessons.get({ id: lessons.free.id });
    expect(first.sections[0]?.items[0]?.english).toBe('Mango');
    expect(await client.lessons.get({ id: lessons.free.id })).toEqual(first);
    expect(statuses).toEqual([200, 200, 200, 304]);
  });

  it('submits a quiz, and knows why another one is refused', async () => {
    const { client } = openClient();
    const answers = [{ questionId: 2, selectedAnswer: 'Banana' }];
    expect(await client.quizzes.submit({ id: quizzes.scored.id, answers })).toMatchObject({ score: 50 });
    const error: unknown = await client.quizzes.get({ id: quizzes.locked.id }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(KhmerLearningApiError);
    expect(error).toMatchObject({ status: 403, code: 'locked' });
  });

  it('keeps the learner signed in over an expired token, until the refresh is refused', async () => {
    const { client, statuses, onSessionEnd, readTokens, storeTokens } = openClient();
    const { email } = await createUser(console, 'student');
    const { user } = await client.auth.login({ email, password: testPassword });
    const used = readTokens().refreshToken;
    const expireToken = () => {
      const payload = Buffer.from(readTokens().token.split('.')[1] ?? '', 'base64url').toString();
      const { sub, epoch, jti } = userTokenClaimsSchema.parse(JSON.parse(payload));
      const past = Math.floor(Date.now() / 1_000) - 3_600;
      storeTokens({ token: userToken('learner', { sub, epoch, jti, iat: past, exp: past + 60 }) });
    };
    expireToken();
    const [, me] = await Promise.all([client.mainLessons.list(), client.me.get()]);
    expect(me).toMatchObject({ id: user.id, email });
    expect([...statuses].sort()).toEqual([200, 200, 200, 200, 200, 401]);
    expect(readTokens().refreshToken).not.toBe(used);

    // Somebody who has a copy of the first refresh token ends the sign-in.
    await gateway.call('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: used }),
    });
    expireToken();
    await expect(client.me.get()).rejects.toMatchObject({ status: 401 });
    expect([await client.isSignedIn(), onSessionEnd.mock.calls.length]).toEqual([false, 1]);
  });

  it('ends the sign-in everywhere at the logout', async () => {
    const { client, readTokens } = openClient();
    const { email } = await createUser(console, 'student');
    await client.auth.login({ email, password: testPassword });
    const { token: sent } = readTokens();
    await client.logout();
    expect(await client.isSignedIn()).toBe(false);
    await eventually(async () => expect((await app('GET', '/me', { token: sent })).status).toBe(401));
  });
});

describe('what the app asks for and the school does not have', () => {
  it('is answered as empty: subscriptions', async () => {
    expect(await app('GET', '/subscription-plans')).toMatchObject({
      status: 200,
      body: { success: true, data: [] },
    });
    expect(await app('GET', '/subscriptions/me', { token })).toMatchObject({ status: 200, body: null });
    expect((await app('GET', '/subscriptions/me')).status).toBe(401);
  });
});

describe('/privacy-policy', () => {
  const page = async () => {
    const answer = await gateway.call('/privacy-policy', { headers: { accept: 'text/html' } });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('says so while there is none', async () => {
    const { status, headers, text } = await page();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('This school has not published a privacy policy yet.');
  });

  it('shows what an admin has written, as text', async () => {
    await write('PUT', '/api/privacy-policy', {
      text: 'យើងរក្សាទុកអ៊ីមែល។\n\nWe keep <script>alert(1)</script> & your email.\n\n',
    });
    const { status, headers, text } = await page();
    expect(status).toBe(200);
    expect(text).toContain('<p>យើងរក្សាទុកអ៊ីមែល។</p>');
    expect(text).toContain('<p>We keep &lt;script&gt;alert(1)&lt;/script&gt; &amp; your email.</p>');
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]+'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is written by admins alone', async () => {
    const teacher = await signIn(gateway, (await createUser(console, 'teacher')).email);
    expect((await teacher.call('PUT', '/api/privacy-policy', { text: 'Mine' })).status).toBe(403);
    expect((await page()).text).not.toContain('Mine');
  });
});
