import fc from 'fast-check';
import { type Answer, createFakeSchool, type ReceivedCall, schoolUrl } from './fake-school.fixture.ts';
import { type ClientOptions, createClient, KhmerLearningApiError, paginate } from './index.ts';
import { createMemoryStorage } from './storage.ts';

const apiKey = 'khmer_key';
const mainLessons = '/api/v1/main-lessons';
const lesson = { id: 4, title: 'Fruit' };

/** A client of a school that the test plays. Tries follow each other without waiting. */
function openSchool(
  answer: (call: ReceivedCall) => Answer | Promise<Answer>,
  options: Partial<ClientOptions> = {},
) {
  const school = createFakeSchool(answer);
  const client = createClient({
    baseUrl: schoolUrl,
    apiKey,
    fetch: school.fetch,
    retry: { baseMs: 0 },
    ...options,
  });
  return { school, client };
}

const failure = (status: number, code: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { success: false, error: code, message: `It is ${code}`, code },
});
const data = (value: unknown, headers: Record<string, string> = {}): Answer => ({
  headers,
  body: { success: true, data: value },
});
const errorOf = (call: Promise<unknown>): Promise<KhmerLearningApiError> =>
  call.then(
    () => {
      throw new Error('The call did not fail');
    },
    (error: KhmerLearningApiError) => error,
  );

afterEach(() => jest.useRealTimers());

describe('a call', () => {
  it('sends path, query and key, and returns the data without the envelope', async () => {
    const { school, client } = openSchool(() => data(lesson));
    expect(await client.lessons.get({ id: 4, locked: '403' })).toEqual(lesson);
    expect(school.received).toMatchObject([
      { method: 'GET', path: '/api/v1/lessons/4?locked=403', headers: { 'X-API-Key': apiKey } },
    ]);
    expect(school.received[0]?.headers).not.toHaveProperty('Content-Type');
  });

  it('sends everything that is not in the path as the body of a POST', async () => {
    const { school, client } = openSchool(() => data({ score: 100 }));
    const answers = [{ questionId: 1, selectedAnswer: 'ស្វាយ' }];
    await client.quizzes.submit({ id: 9, answers });
    expect(school.received).toMatchObject([
      {
        path: '/api/v1/quizzes/9/submit',
        body: { answers },
        headers: { 'Content-Type': 'application/json' },
      },
    ]);
  });

  it('returns a list with its total', async () => {
    const { client } = openSchool(() => ({
      body: { success: true, data: [lesson], total: 14, nextCursor: 'x' },
    }));
    expect(await client.lessons.list()).toMatchObject({ data: [lesson], total: 14, nextCursor: 'x' });
  });

  it('returns a bare response as it is', async () => {
    const { client } = openSchool(() => ({ body: 'null' }));
    expect(await client.subscriptions.me()).toBeNull();
  });

  it('keeps the key to itself when it needs none', async () => {
    const { school, client } = openSchool(() => ({ body: { message: 'Sent' } }));
    await client.auth.forgotPassword({ email: 'sok@example.com' });
    expect(school.received[0]?.headers).not.toHaveProperty('X-API-Key');
  });

  it.each(['', '/', '/api/v1', '/api/v1/'])(
    'takes the address of the school with %j at the end',
    async (end) => {
      const { school, client } = openSchool(() => data({}), { baseUrl: schoolUrl + end });
      await client.stats();
      expect(school.received[0]?.path).toBe('/api/v1/stats');
    },
  );
});

describe('an error', () => {
  it('has what the API says about it', async () => {
    const { client } = openSchool(() => failure(403, 'locked', { 'x-request-id': 'r-1' }));
    const error = await errorOf(client.lessons.get({ id: 4, locked: '403' }));
    expect(error).toBeInstanceOf(KhmerLearningApiError);
    expect(error).toMatchObject({ status: 403, code: 'locked', message: 'It is locked', requestId: 'r-1' });
  });

  it('names the refused fields of an account call', async () => {
    const issues = [{ path: 'password', message: 'Password must be at least 8 characters' }];
    const { client } = openSchool(() => ({
      status: 400,
      body: { message: 'No', code: 'validation', issues },
    }));
    const fields = { firstName: 'Sok', lastName: 'Dara', email: 'sok@example.com', role: 'student' } as const;
    expect(await errorOf(client.auth.register({ ...fields, password: 'short' }))).toMatchObject({
      code: 'validation',
      details: issues,
    });
  });

  it.each([
    ['a page of another network', { body: '<html>Sign in to the hotel</html>' }],
    ['JSON of something else', { body: { hello: 'world' } }],
  ])('says that a response is not from the API: %s', async (_name, answer) => {
    const { school, client } = openSchool(() => answer);
    expect(await errorOf(client.lessons.get({ id: 4 }))).toMatchObject({
      code: 'invalid_response',
      status: 200,
    });
    expect(school.received).toHaveLength(1);
  });

  it('has no status without a response, and its cause', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = openSchool(() => {
      throw cause;
    });
    expect(await errorOf(client.lessons.list())).toMatchObject({ status: 0, code: 'network', cause });
  });
});

describe('a passing failure', () => {
  const orderOf = { id: 'O-1', status: 'created', approveUrl: 'https://pay.example' };
  const submission = { id: 9, answers: [] };

  /** Fails a number of times, then answers. */
  const failing = (times: number, answer: Answer | Error) => {
    let count = 0;
    return () => {
      count += 1;
      if (count > times) return data(orderOf);
      if (answer instanceof Error) throw answer;
      return answer;
    };
  };

  it.each([
    ['a lost connection', new Error('reset')],
    ['502', failure(502, 'unknown')],
    ['503', failure(503, 'unavailable')],
    ['504', failure(504, 'timeout')],
    ['429', failure(429, 'too_many_requests')],
  ])('of a read or an order is tried again: %s', async (_name, answer) => {
    for (const call of ['read', 'order']) {
      const { school, client } = openSchool(failing(3, answer));
      await (call === 'read' ? client.lessons.get({ id: 4 }) : client.orders.create({ mainLessonId: 3 }));
      expect(school.received).toHaveLength(4);
    }
  });

  it('is given up after the last try', async () => {
    const { school, client } = openSchool(failing(9, failure(503, 'unavailable')), {
      retry: { baseMs: 0, maxTries: 2 },
    });
    expect((await errorOf(client.lessons.list())).status).toBe(503);
    expect(school.received).toHaveLength(2);
  });

  it.each([
    ['a lost connection', new Error('reset')],
    ['503', failure(503, 'unavailable')],
    ['504', failure(504, 'timeout')],
    ['a limit', failure(429, 'too_many_requests')],
  ])(
    'of a submission is tried again with the same Idempotency-Key, so that it counts once: %s',
    async (_name, answer) => {
      const { school, client } = openSchool(failing(1, answer));
      await client.quizzes.submit(submission);
      const keys = school.received.map(({ headers }) => headers['Idempotency-Key']);
      expect(keys).toEqual([expect.stringMatching(/^"[a-z0-9]{16,}"$/), keys[0]]);
      await client.quizzes.submit(submission);
      expect(school.received.at(-1)?.headers['Idempotency-Key']).not.toBe(keys[0]);
    },
  );

  it('of a submission by the app itself has the key that the app gives', async () => {
    const { school, client } = openSchool(failing(0, failure(503, 'unavailable')));
    await client.quizzes.submit(submission, { idempotencyKey: 'offline-7' });
    await client.lessons.list({}, { idempotencyKey: 'offline-7' });
    const sent = school.received.map(({ headers }) => headers['Idempotency-Key']);
    expect(sent).toEqual(['"offline-7"', undefined]);
  });

  it('of a sign-in is told at once', async () => {
    const { school, client } = openSchool(
      failing(1, failure(429, 'too_many_requests', { 'retry-after': '1' })),
    );
    const error = await errorOf(client.auth.login({ email: 'sok@example.com', password: 'wrong' }));
    expect([error.retryAfter, school.received.length]).toEqual([1, 1]);
  });

  it.each([400, 401, 403, 404, 409, 500])('is not the status %d', async (status) => {
    const { school, client } = openSchool(failing(1, failure(status, 'x')));
    expect((await errorOf(client.lessons.list())).status).toBe(status);
    expect(school.received).toHaveLength(1);
  });

  it('waits for the seconds of Retry-After', async () => {
    jest.useFakeTimers();
    const { school, client } = openSchool(
      failing(1, failure(429, 'too_many_requests', { 'retry-after': '18' })),
    );
    const call = client.lessons.get({ id: 4 });
    await jest.advanceTimersByTimeAsync(17_999);
    expect(school.received).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    await call;
    expect(school.received).toHaveLength(2);
  });

  it('with a longer Retry-After than the app wants to wait is told at once', async () => {
    const { school, client } = openSchool(
      failing(1, failure(429, 'too_many_requests', { 'retry-after': '61' })),
    );
    expect((await errorOf(client.lessons.list())).retryAfter).toBe(61);
    expect(school.received).toHaveLength(1);
  });

  it('is also a response that does not come in time', async () => {
    jest.useFakeTimers();
    const never = new Promise<Answer>(() => {});
    const { school, client } = openSchool(() => never, {
      timeoutMs: 1_000,
      retry: { baseMs: 0, maxTries: 3 },
    });
    const error = errorOf(client.lessons.list());
    // Each wait before another try takes a millisecond.
    await jest.advanceTimersByTimeAsync(3_002);
    expect(await error).toMatchObject({ status: 0, code: 'timed_out' });
    expect(school.received).toHaveLength(3);
  });
});

describe('an abort', () => {
  it('ends a call with the reason of the signal', async () => {
    const { client } = openSchool(() => new Promise<Answer>(() => {}));
    const controller = new AbortController();
    const call = client.lessons.list({}, { signal: controller.signal });
    controller.abort(new Error('The learner left'));
    await expect(call).rejects.toThrow('The learner left');
  });

  it('ends the wait before another try', async () => {
    const { school, client } = openSchool(() => failure(503, 'unavailable', { 'retry-after': '60' }));
    const controller = new AbortController();
    const call = client.lessons.list({}, { signal: controller.signal });
    while (school.received.length === 0) await Promise.resolve();
    setTimeout(() => controller.abort(new Error('The learner left')));
    await expect(call).rejects.toThrow('The learner left');
    expect(school.received).toHaveLength(1);
  });

  it('before a call sends nothing', async () => {
    const { school, client } = openSchool(() => data([]));
    await expect(client.lessons.list({}, { signal: AbortSignal.abort(new Error('No')) })).rejects.toThrow(
      'No',
    );
    expect(school.received).toHaveLength(0);
  });
});

/** A school with accounts: an access token is valid until it is in `expired`, a refresh token works once. */
function openAccounts(options: Partial<ClientOptions> = {}) {
  let issued = 0;
  let currentRefreshToken = '';
  const expired = new Set<string>();
  const state = { refuseRefresh: false, breakRefresh: false, isInHotel: false, expired };
  const issue = () => {
    issued += 1;
    currentRefreshToken = `refresh-${issued}`;
    return { accessToken: `access-${issued}`, token: `access-${issued}`, refreshToken: currentRefreshToken };
  };
  const opened = openSchool(async ({ method, path, headers, body }) => {
    await Promise.resolve();
    if (path === '/api/auth/login') return { body: { ...issue(), user: { id: 7 } } };
    if (path === '/api/auth/refresh-token') {
      if (state.breakRefresh) throw new Error('reset');
      if (state.isInHotel) return { body: '{"signIn":"https://hotel.example"}' };
      const { refreshToken } = body as { refreshToken: string };
      const isRefused = state.refuseRefresh || refreshToken !== currentRefreshToken;
      return isRefused ? failure(401, 'unauthenticated') : { body: issue() };
    }
    const token = headers.Authorization?.replace('Bearer ', '');
    const isExpired = token !== undefined && expired.has(token);
    if (method === 'GET' && path.startsWith(mainLessons)) {
      const shown = isExpired ? undefined : token;
      const etag = `"${shown ?? 'guest'}"`;
      const mark: Record<string, string> = isExpired ? { 'x-token': 'expired' } : {};
      if (headers['If-None-Match'] === etag) return { status: 304, headers: { etag } };
      return {
        headers: { etag, ...mark },
        body: { success: true, data: [{ hasAccess: shown ?? 'guest' }], total: 1 },
      };
    }
    if (path === '/api/v1/me/password')
      return (body as { currentPassword: string }).currentPassword === 'wrong'
        ? failure(401, 'wrong_password')
        : data({ message: 'Changed' });
    return token === undefined || isExpired ? failure(401, 'unauthenticated') : data({ id: 7, token });
  }, options);
  const refreshes = () => opened.school.sent('/api/auth/refresh-token').length;
  return { ...opened, state, refreshes };
}

const credentials = { email: 'chantha@learner.local', password: 'mango-river-2026' };

describe('a signed-in learner', () => {
  it('is named by the token of every call with a key, until the logout', async () => {
    const { school, client } = openAccounts();
    expect(await client.isSignedIn()).toBe(false);
    expect(await client.auth.login(credentials)).toMatchObject({ user: { id: 7 } });
    expect(await client.isSignedIn()).toBe(true);
    expect(await client.me.get()).toMatchObject({ token: 'access-1' });
    await client.logout();
    expect(await client.isSignedIn()).toBe(false);
    await errorOf(client.me.get());
    expect(school.sent('/api/v1/me').at(-1)?.headers).not.toHaveProperty('Authorization');
  });

  it('stays signed in after a restart, if the app has a storage', async () => {
    const storage = createMemoryStorage();
    await openAccounts({ storage }).client.auth.login(credentials);
    const { client } = openAccounts({ storage });
    expect(await client.isSignedIn()).toBe(true);
    expect(await client.me.get()).toMatchObject({ token: 'access-1' });
  });

  it('gets new tokens when the token has expired, once for all calls', async () => {
    const { client, state, refreshes } = openAccounts();
    await client.auth.login(credentials);
    state.expired.add('access-1');
    const learners = await Promise.all([
      client.me.get(),
      client.me.get(),
      client.mainLessons.list(),
      client.me.get(),
    ]);
    expect(learners[0]).toMatchObject({ token: 'access-2' });
    expect(learners[2]).toMatchObject({ data: [{ hasAccess: 'access-2' }] });
    expect(refreshes()).toBe(1);
  });

  it("gets the learner's answer when a read was answered as a guest's", async () => {
    const { client, state, refreshes } = openAccounts();
    await client.auth.login(credentials);
    state.expired.add('access-1');
    expect((await client.mainLessons.list()).data).toEqual([{ hasAccess: 'access-2' }]);
    expect(refreshes()).toBe(1);
  });

  it('has the new tokens stored before they are used', async () => {
    const storage = createMemoryStorage();
    const { school, client, state } = openAccounts({ storage });
    await client.auth.login(credentials);
    state.expired.add('access-1');
    const stored: string[] = [];
    const setItem = storage.setItem;
    storage.setItem = (key, value) => {
      stored.push(`${value} after ${school.sent('/api/v1/me').length} calls`);
      return setItem(key, value);
    };
    await client.me.get();
    expect(stored).toEqual([expect.stringMatching(/refresh-2.* after 1 calls$/)]);
  });

  it('has to sign in again when the refresh is refused, and the app is told once', async () => {
    const onSessionEnd = jest.fn();
    const { client, state, refreshes } = openAccounts({ onSessionEnd });
    await client.auth.login(credentials);
    state.expired.add('access-1');
    state.refuseRefresh = true;
    const [error, guest] = await Promise.all([errorOf(client.me.get()), client.mainLessons.list()]);
    expect(error.status).toBe(401);
    expect(guest.data).toEqual([{ hasAccess: 'guest' }]);
    expect([await client.isSignedIn(), refreshes(), onSessionEnd.mock.calls.length]).toEqual([false, 1, 1]);
  });

  it('stays signed in when the server cannot be asked for new tokens', async () => {
    const onSessionEnd = jest.fn();
    const { client, state, refreshes } = openAccounts({ onSessionEnd });
    await client.auth.login(credentials);
    state.expired.add('access-1');
    state.breakRefresh = true;
    expect((await errorOf(client.me.get())).code).toBe('network');
    expect([await client.isSignedIn(), refreshes(), onSessionEnd.mock.calls.length]).toEqual([true, 1, 0]);
    state.breakRefresh = false;
    expect(await client.me.get()).toMatchObject({ token: 'access-2' });
  });

  it('stays signed in when another network answers the refresh', async () => {
    const { client, state } = openAccounts();
    await client.auth.login(credentials);
    state.expired.add('access-1');
    state.isInHotel = true;
    expect((await errorOf(client.me.get())).code).toBe('invalid_response');
    state.isInHotel = false;
    expect(await client.me.get()).toMatchObject({ token: 'access-2' });
  });

  it('keeps the token after a wrong current password, and signs in again after a new password', async () => {
    const { client, refreshes } = openAccounts();
    await client.auth.login(credentials);
    const newPassword = 'a new password';
    const error = await errorOf(client.me.password({ currentPassword: 'wrong', newPassword }));
    expect([error.code, refreshes(), await client.isSignedIn()]).toEqual(['wrong_password', 0, true]);
    await client.me.password({ currentPassword: 'right', newPassword });
    expect(await client.isSignedIn()).toBe(false);
  });

  it('is signed out by a logout that does not reach the server', async () => {
    const { client } = openSchool(({ path }) => {
      if (path === '/api/v1/logout') throw new Error('reset');
      return { body: { token: 't', refreshToken: 'r' } };
    });
    await client.auth.login(credentials);
    await errorOf(client.logout());
    expect(await client.isSignedIn()).toBe(false);
  });
});

describe('tabs of a browser', () => {
  /** As browsers have it: one holder of a name at a time. */
  function installLocks(): void {
    const last = new Map<string, Promise<unknown>>();
    Object.defineProperty(globalThis, 'navigator', {
      configurable: true,
      value: {
        locks: {
          request<T>(name: string, work: () => Promise<T>): Promise<T> {
            const next = (last.get(name) ?? Promise.resolve()).then(work, work);
            last.set(name, next);
            return next;
          },
        },
      },
    });
  }
  const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'navigator');
    if (original) Object.defineProperty(globalThis, 'navigator', original);
  });

  it('refresh once, and share the new tokens', async () => {
    installLocks();
    const storage = createMemoryStorage();
    const { school, client, state, refreshes } = openAccounts({ storage });
    const other = createClient({ baseUrl: schoolUrl, apiKey, fetch: school.fetch, storage });
    await client.auth.login(credentials);
    state.expired.add('access-1');
    const learners = await Promise.all([client.me.get(), other.me.get(), client.me.get(), other.me.get()]);
    expect(learners).toEqual(Array(4).fill({ id: 7, token: 'access-2' }));
    expect(refreshes()).toBe(1);
  });

  it('never use a refresh token twice, whichever of them call at the same time', async () => {
    installLocks();
    const callsOfTabs = fc.array(fc.nat(2), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(callsOfTabs, { maxLength: 5 }), async (rounds) => {
        const storage = createMemoryStorage();
        const onSessionEnd = jest.fn();
        const { school, client, state, refreshes } = openAccounts({ storage, onSessionEnd });
        const open = () =>
          createClient({ baseUrl: schoolUrl, apiKey, fetch: school.fetch, storage, onSessionEnd });
        const tabs = [client, open(), open()];
        await client.auth.login(credentials);
        for (const [index, callers] of rounds.entries()) {
          state.expired.add(`access-${index + 1}`);
          const learners = await Promise.all(callers.map((tab) => (tabs[tab] ?? client).me.get()));
          for (const learner of learners) expect(learner).toMatchObject({ token: `access-${index + 2}` });
        }
        expect([refreshes(), onSessionEnd.mock.calls.length]).toEqual([rounds.length, 0]);
      }),
    );
  });

  it('do not repeat a call of one learner as another', async () => {
    const storage = createMemoryStorage();
    const { school, client, state } = openAccounts({ storage });
    const other = createClient({ baseUrl: schoolUrl, apiKey, fetch: school.fetch, storage });
    await client.auth.login(credentials);
    state.expired.add('access-1');
    const order = errorOf(client.orders.create({ mainLessonId: 3 }));
    await other.auth.login(credentials);
    expect((await order).status).toBe(401);
    expect(school.sent('/api/v1/orders').map(({ headers }) => headers.Authorization)).toEqual([
      'Bearer access-1',
    ]);
  });
});

describe('a kept response', () => {
  it('is confirmed by the API, and returned anew each time', async () => {
    const { school, client } = openAccounts();
    const first = await client.mainLessons.list();
    first.data.length = 0;
    expect((await client.mainLessons.list()).data).toEqual([{ hasAccess: 'guest' }]);
    expect(school.sent(mainLessons).map(({ headers }) => headers['If-None-Match'])).toEqual([
      undefined,
      '"guest"',
    ]);
  });

  it('is one for each query', async () => {
    const { school, client } = openAccounts();
    await client.mainLessons.list({ limit: 1 });
    await client.mainLessons.list({ limit: 2 });
    expect(school.received[1]?.headers).not.toHaveProperty('If-None-Match');
  });

  it('is for its learner alone, and dropped at the sign-out', async () => {
    const responseStorage = createMemoryStorage();
    const stored = new Set<string>();
    const { client, school } = openAccounts({
      responseStorage: {
        ...responseStorage,
        setItem(key, value) {
          stored.add(key);
          return responseStorage.setItem(key, value);
        },
      },
    });
    await client.mainLessons.list();
    await client.auth.login(credentials);
    expect((await client.mainLessons.list()).data).toEqual([{ hasAccess: 'access-1' }]);
    await client.logout();
    expect([...stored].filter((key) => responseStorage.getItem(key) !== null)).toEqual([]);
    expect((await client.mainLessons.list()).data).toEqual([{ hasAccess: 'guest' }]);
    expect(school.sent(mainLessons).map(({ headers }) => headers['If-None-Match'])).toEqual(
      Array(3).fill(undefined),
    );
  });

  it('that arrives after the sign-out is not kept', async () => {
    let release = (_answer: Answer) => {};
    const late = new Promise<Answer>((resolve) => {
      release = resolve;
    });
    const responseStorage = createMemoryStorage();
    const setItem = jest.spyOn(responseStorage, 'setItem');
    const { client } = openSchool(
      ({ path }) => (path === '/api/v1/stats' ? late : { body: { token: 't', refreshToken: 'r', data: {} } }),
      { responseStorage },
    );
    await client.auth.login(credentials);
    const read = client.stats();
    await client.logout();
    release(data({ lessons: 3 }, { etag: '"3"' }));
    await read;
    await client.openApi();
    expect(setItem).not.toHaveBeenCalled();
  });

  it('survives a restart, if the app has a storage for it', async () => {
    const responseStorage = createMemoryStorage();
    const { client: before } = openAccounts({ responseStorage });
    await before.mainLessons.list();
    // A response is stored before the next one is looked up.
    await before.mainLessons.list();
    const { school, client } = openAccounts({ responseStorage });
    expect((await client.mainLessons.list()).data).toEqual([{ hasAccess: 'guest' }]);
    expect(school.received[0]?.headers['If-None-Match']).toBe('"guest"');
  });

  it('is not needed: a storage that fails changes nothing', async () => {
    const fail = () => {
      throw new Error('QuotaExceededError');
    };
    const { client } = openAccounts({ responseStorage: { getItem: fail, setItem: fail, removeItem: fail } });
    for (let round = 0; round < 2; round += 1)
      expect((await client.mainLessons.list()).data).toEqual([{ hasAccess: 'guest' }]);
  });
});

describe('paginate', () => {
  it('gives the rows of all pages, and asks for a page when it is needed', async () => {
    const pages = [
      { data: [{ id: 1 }, { id: 2 }], total: 3, nextCursor: 'two' },
      { data: [{ id: 3 }], total: 3 },
    ];
    const { school, client } = openSchool(({ path }) => ({
      body: { success: true, ...(path.includes('cursor=two') ? pages[1] : pages[0]) },
    }));
    const seen: [number, number][] = [];
    for await (const { id } of paginate(client.lessons.list, { level: 'Beginner', limit: 2 }))
      seen.push([id, school.received.length]);
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(school.received.map(({ path }) => path)).toEqual([
      '/api/v1/lessons?level=Beginner&limit=2',
      '/api/v1/lessons?level=Beginner&limit=2&cursor=two',
    ]);
  });

  it('gives them to React Native, whose `for await` looks for @@asyncIterator', async () => {
    const { client } = openSchool(() => ({ body: { success: true, data: [{ id: 1 }], total: 1 } }));
    const rows = paginate(client.lessons.list, {});
    const iterate: unknown = Reflect.get(rows, '@@asyncIterator');
    expect(typeof iterate === 'function' && iterate()).toBe(rows);
    expect(await rows.next()).toEqual({ done: false, value: { id: 1 } });
  });
});
