import { type Access, type Endpoint, endpoints, headerNames } from '@khmer-learning/contracts';
import {
  type FakeUpstream,
  type RunningGateway,
  registerApiKey,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';

const apiKey = { 'x-api-key': '' };
const learner = () => ({ authorization: `Bearer ${userToken('learner')}` });

let upstream: FakeUpstream;
let gateway: RunningGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream('users', () => ({ id: null }));
  gateway = await startGateway({ env: upstreamEnv(upstream.url) });
  await gateway.waitUntilReady();
  apiKey['x-api-key'] = await registerApiKey(gateway, 1);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

/** The headers of each caller. Signed on demand, because the gateway trusts only tokens newer than its event stream. */
const callers = {
  nobody: () => ({ 'sec-fetch-site': 'same-origin' }),
  student: () => sessionHeaders('student'),
  teacher: () => sessionHeaders('teacher'),
  'teacher without publish': () =>
    sessionHeaders('teacher', { rights: { canPublish: false, mainLessonIds: null } }),
  admin: () => sessionHeaders('admin'),
  app: () => apiKey,
  'app and learner': () => ({ ...apiKey, ...learner() }),
  'learner alone': () => learner(),
};

/** The expected status for each caller; 200 is the response of the service. */
const expectedStatuses: Record<
  Exclude<Access, 'internal'>,
  Record<Exclude<keyof typeof callers, 'teacher without publish'>, number>
> = {
  public: {
    nobody: 200,
    student: 200,
    teacher: 200,
    admin: 200,
    app: 200,
    'app and learner': 200,
    'learner alone': 200,
  },
  session: {
    nobody: 401,
    student: 403,
    teacher: 200,
    admin: 200,
    app: 401,
    'app and learner': 401,
    'learner alone': 401,
  },
  admin: {
    nobody: 401,
    student: 403,
    teacher: 403,
    admin: 200,
    app: 401,
    'app and learner': 401,
    'learner alone': 401,
  },
  apiKey: {
    nobody: 401,
    student: 401,
    teacher: 401,
    admin: 401,
    app: 200,
    'app and learner': 200,
    'learner alone': 401,
  },
  learner: {
    nobody: 401,
    student: 401,
    teacher: 401,
    admin: 401,
    app: 401,
    'app and learner': 200,
    'learner alone': 401,
  },
  adminOrLearner: {
    nobody: 401,
    student: 403,
    teacher: 403,
    admin: 200,
    app: 401,
    'app and learner': 200,
    'learner alone': 200,
  },
};

const messages: Record<number, string[]> = {
  401: ['Sign in to continue', 'Invalid or missing API key'],
  403: ['You do not have access to this', 'You may not publish. Ask for a review instead.'],
};

const table = endpoints.flatMap((endpoint) =>
  Object.keys(callers).map((caller) => [endpoint.id, caller as keyof typeof callers, endpoint] as const),
);

/** The gateway's own endpoints need more than this fake service. */
const isForwarded = ({ access, service }: Endpoint) => access !== 'internal' && service !== 'gateway';

it.each(table.filter(([, , endpoint]) => isForwarded(endpoint)))(
  '%s for %s',
  async (_id, caller, endpoint) => {
    const { access, method, path, envelope, permission } = endpoint;
    if (access === 'internal') throw new Error('Not routed');
    const isLimited = caller === 'teacher without publish';
    const expected = isLimited && permission ? 403 : expectedStatuses[access][isLimited ? 'teacher' : caller];
    upstream.received.length = 0;
    const answer = await gateway.call(path.replace(/:\w+/g, '1'), {
      method,
      headers: callers[caller](),
    });
    expect(answer.status).toBe(expected);
    if (expected === 200) return;
    expect(upstream.received.filter(({ url }) => url.startsWith('/api/'))).toEqual([]);
    const body = (await answer.json()) as { message?: string; error?: string; success?: boolean };
    expect(messages[expected]).toContain(envelope === 'v1' ? body.error : body.message);
    if (envelope === 'v1') expect(body.success).toBe(false);
  },
);

it('takes no signed-in user for a stranger after the end of the session, not even where nobody needs to be signed in', async () => {
  for (const session of [
    { 'sec-fetch-site': 'same-origin' },
    sessionHeaders('admin', { exp: Math.floor(Date.now() / 1_000) - 1 }),
  ]) {
    upstream.received.length = 0;
    const headers = { ...session, [headerNames.sessionUser]: '7' };
    const answer = await gateway.call('/api/auth/register', { method: 'POST', headers });
    expect(answer.status).toBe(401);
    expect(upstream.received.filter(({ url }) => url.startsWith('/api/'))).toEqual([]);
  }
});

it('refuses what a page sends in the belief that somebody else is signed in, before a service hears of it', async () => {
  const call = (expectedUserId: string, path = '/api/users', method = 'GET') => {
    upstream.received.length = 0;
    const session = sessionHeaders('admin', { sub: '7' });
    return gateway.call(path, { method, headers: { ...session, [headerNames.sessionUser]: expectedUserId } });
  };
  expect((await call('7')).status).toBe(200);
  for (const [path, method] of [
    ['/api/users', 'GET'],
    ['/api/users/1', 'DELETE'],
    ['/api/auth/register', 'POST'],
    ['/api/auth/logout', 'POST'],
  ] as const) {
    const answer = await call('8', path, method);
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'other_user', message: 'Someone else has signed in on this browser' },
    ]);
    expect(upstream.received.filter(({ url }) => url.startsWith('/api/'))).toEqual([]);
  }
});
