import { randomUUID } from 'node:crypto';
import {
  type Access,
  type Endpoint,
  endpoints,
  endpointsOf,
  headerNames,
  type Principal,
  type ServiceName,
  serviceNames,
  v1DeleteMe,
} from '@khmer-learning/contracts';
import {
  generateInternalPrivateKey,
  localInternalPrivateKey,
  signInternalToken,
} from '@khmer-learning/service-kit';
import type { RunningGateway } from '../gateway.fixture.ts';
import { type CallerHeaders, createCallerHeaders, expectedOutcomesFor } from './caller-headers.fixture.ts';
import { shareTestSystem, type TestSystem } from './test-system.fixture.ts';

const realServices: readonly ServiceName[] = serviceNames.filter((name) => name !== 'gateway');

let system: TestSystem;
let gateway: RunningGateway;
let callers: CallerHeaders;

beforeAll(async () => {
  system = await shareTestSystem();
  gateway = await system.startGateway();
  callers = await createCallerHeaders(gateway);
});
afterAll(() => system.stopGateways());

/** A URL of the endpoint with ids that do not exist, so that the call changes nothing. Calls about one order are limited. */
const addressOf = ({ path }: Endpoint) =>
  path
    .replace(':level', 'Beginner')
    .replace(':token', () => randomUUID())
    .replace(/:(purchaseId|name)/, 'none-such')
    .replace(/:\w+/g, '999999999');

/** An empty body passes the access check but fails validation. */
const requestOf = ({ method, bodyType }: Endpoint): RequestInit =>
  method === 'GET' || method === 'DELETE'
    ? { method }
    : {
        method,
        body: '{}',
        headers: { 'content-type': bodyType ? 'application/octet-stream' : 'application/json' },
      };

const gatewayMessages = [
  'Sign in to continue',
  'You do not have access to this',
  'You may not publish. Ask for a review instead.',
  'Invalid or missing API key',
  'Authentication required',
  'You are not allowed to do this',
  'Confirm that it is you to continue',
  'Set up a second factor to continue',
];
/** The codes of refusals that are more specific than their status. */
const specificCodes: readonly (readonly [RegExp, string])[] = [
  [/^Confirm/, 'proof_required'],
  [/^Set up/, 'second_factor_missing'],
];

/** The status of a rejection in the common format, or `reached` if the call got through. */
async function outcomeOf(answer: Response, { envelope }: Endpoint): Promise<number | 'reached'> {
  const text = await answer.text();
  if (answer.status !== 401 && answer.status !== 403) {
    // These statuses also mean that the call did not get through.
    if ([405, 429, 500, 502, 503, 504].includes(answer.status) || text.includes('"Not found"'))
      return answer.status;
    return 'reached';
  }
  const body = JSON.parse(text) as { message?: string; error?: string; success?: boolean; code?: string };
  expect(gatewayMessages).toContain(envelope === 'v1' ? body.error : body.message);
  if (envelope === 'v1') expect(Object.keys(body).sort()).toEqual(['code', 'error', 'message', 'success']);
  const refusal = specificCodes.find(([pattern]) => pattern.test(body.message ?? ''))?.[1] ?? 'forbidden';
  expect(body.code).toBe(answer.status === 401 ? 'unauthenticated' : refusal);
  return answer.status;
}

const isRouted = (endpoint: Endpoint): endpoint is Endpoint & { access: Exclude<Access, 'internal'> } =>
  endpoint.access !== 'internal';

describe('through the gateway', () => {
  const addresses = endpoints
    .filter(isRouted)
    // Last, because afterwards the learner no longer exists.
    .sort((one, other) => Number(one.id === v1DeleteMe.id) - Number(other.id === v1DeleteMe.id))
    .flatMap((endpoint) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].map(
        (path) => [`${endpoint.method} ${path}`, { ...endpoint, path }] as const,
      ),
    );

  it.each(addresses)('%s', async (_name, endpoint) => {
    const outcomes: Record<string, number | 'reached'> = {};
    for (const [name, show] of Object.entries(callers)) {
      const request = requestOf(endpoint);
      const answer = await gateway.call(addressOf(endpoint), {
        ...request,
        headers: { 'sec-fetch-site': 'same-origin', ...request.headers, ...show() },
      });
      outcomes[name] = await outcomeOf(answer, endpoint);
    }
    expect(outcomes).toEqual(expectedOutcomesFor(endpoint));
  });

  it('revenue is for admins: a teacher gets the same answers without it', async () => {
    const read = async (caller: 'admin' | 'teacher', path: string) => {
      const answer = await gateway.call(path, { headers: callers[caller]() });
      expect(answer.status).toBe(200);
      return Object.keys((await answer.json()) as object);
    };
    const withheld = async (path: string) => {
      const seen = new Set(await read('teacher', path));
      return (await read('admin', path)).filter((field) => !seen.has(field));
    };
    expect(await withheld('/api/dashboard/stats')).toEqual([
      'totalPurchaseHistoryComplete',
      'purchasesGrowth',
    ]);
    expect(await withheld('/api/analytics')).toEqual(['months', 'purchasesPer100']);
    expect(await withheld('/api/main-lessons/1/sales')).toEqual(['paid']);
    for (const path of ['/api/purchase_history', '/api/purchase_history/export', '/api/audit'])
      expect((await gateway.call(path, { headers: callers.teacher() })).status).toBe(403);
  });

  it('no caller reaches an internal endpoint', async () => {
    for (const endpoint of endpoints.filter(({ access }) => access === 'internal')) {
      for (const show of Object.values(callers)) {
        const answer = await gateway.call(endpoint.path, {
          method: endpoint.method,
          body: '{}',
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...show() },
        });
        expect([endpoint.id, answer.status]).toEqual([endpoint.id, 404]);
      }
    }
  });
});

/** The principals that the gateway may forward. */
const principals = {
  public: { kind: 'public' },
  gateway: { kind: 'gateway' },
  student: { kind: 'session', userId: 1, role: 'student', sessionId: 's', sessionExpiresAt: 4_102_444_800 },
  teacher: { kind: 'session', userId: 1, role: 'teacher', sessionId: 's', sessionExpiresAt: 4_102_444_800 },
  admin: { kind: 'session', userId: 1, role: 'admin', sessionId: 's', sessionExpiresAt: 4_102_444_800 },
  app: { kind: 'apiKey', apiKeyId: 1 },
  'app and learner': {
    kind: 'apiKey',
    apiKeyId: 1,
    learner: { userId: 1, email: 'sok@example.com', sessionId: 's', sessionExpiresAt: 4_102_444_800 },
  },
} as const satisfies Record<string, Principal>;

const withoutPublish: Principal = {
  ...principals.teacher,
  rights: { canPublish: false, mainLessonIds: null },
};

const expectedInternally: Record<Access, Record<keyof typeof principals, number | 'reached'>> = {
  public: {
    public: 'reached',
    gateway: 'reached',
    student: 'reached',
    teacher: 'reached',
    admin: 'reached',
    app: 'reached',
    'app and learner': 'reached',
  },
  session: {
    public: 401,
    gateway: 401,
    student: 403,
    teacher: 'reached',
    admin: 'reached',
    app: 401,
    'app and learner': 401,
  },
  admin: {
    public: 401,
    gateway: 401,
    student: 403,
    teacher: 403,
    admin: 'reached',
    app: 401,
    'app and learner': 401,
  },
  apiKey: {
    public: 401,
    gateway: 401,
    student: 401,
    teacher: 401,
    admin: 401,
    app: 'reached',
    'app and learner': 'reached',
  },
  learner: {
    public: 401,
    gateway: 401,
    student: 401,
    teacher: 401,
    admin: 401,
    app: 401,
    'app and learner': 'reached',
  },
  adminOrLearner: {
    public: 401,
    gateway: 401,
    student: 403,
    teacher: 403,
    admin: 'reached',
    app: 401,
    'app and learner': 403,
  },
  internal: {
    public: 403,
    gateway: 'reached',
    student: 403,
    teacher: 403,
    admin: 403,
    app: 403,
    'app and learner': 403,
  },
};

describe('at a service itself', () => {
  const table = realServices.flatMap((service) =>
    endpointsOf(service).map(
      (endpoint) => [`${service}: ${endpoint.method} ${endpoint.path}`, endpoint] as const,
    ),
  );
  // The check is the same for all endpoints: `npm test` makes it for one of each service and access.
  const ofEachAccess = table.filter(
    ([, { service, access }], index) =>
      index === table.findIndex(([, other]) => other.service === service && other.access === access),
  );
  const callDirectly = (endpoint: Endpoint, sent: Record<string, string>) => {
    const request = requestOf(endpoint);
    return fetch(`${system.services.get(endpoint.service)}${addressOf(endpoint)}`, {
      ...request,
      headers: { ...request.headers, ...sent },
    });
  };
  const tokenFor = (audience: string, principal: Principal, privateKey = localInternalPrivateKey) =>
    signInternalToken(privateKey, { audience, requestId: randomUUID(), principal });

  it.each(table)('%s', async (_name, endpoint) => {
    const outcomes: Record<string, number | 'reached'> = {};
    const all = {
      ...principals,
      'teacher without publish': withoutPublish,
      'admin without recent proof': { ...principals.admin, provedAt: 0 },
    };
    for (const [name, principal] of Object.entries(all)) {
      const token = tokenFor(endpoint.service, principal);
      outcomes[name] = await outcomeOf(
        await callDirectly(endpoint, { [headerNames.internalToken]: token }),
        endpoint,
      );
    }
    const expected = expectedInternally[endpoint.access];
    expect(outcomes).toEqual({
      ...expected,
      'teacher without publish': endpoint.permission ? 403 : expected.teacher,
      'admin without recent proof': endpoint.recentProof ? 403 : expected.admin,
    });
  });

  it.each(depth(ofEachAccess, table))('%s, without a good internal token', async (_name, endpoint) => {
    const { service } = endpoint;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 120_000);
    const old = tokenFor(service, principals.admin);
    clock.mockRestore();
    const unsigned = [
      { alg: 'none', typ: 'JWT' },
      { iss: 'gateway', aud: service, principal: principals.admin },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const shown = {
      nothing: {},
      nonsense: { [headerNames.internalToken]: 'nonsense' },
      'a token for another service': {
        [headerNames.internalToken]: tokenFor(service === 'users' ? 'content' : 'users', principals.admin),
      },
      'a token of somebody else': {
        [headerNames.internalToken]: tokenFor(service, principals.admin, generateInternalPrivateKey()),
      },
      'an old token': { [headerNames.internalToken]: old },
      'an unsigned token': { [headerNames.internalToken]: `${unsigned}..r` },
      'the credentials that the gateway takes': { ...callers.admin(), ...callers['key and learner']() },
    };
    for (const [name, sent] of Object.entries(shown)) {
      expect([name, await outcomeOf(await callDirectly(endpoint, sent), endpoint)]).toEqual([name, 401]);
    }
  });
});
