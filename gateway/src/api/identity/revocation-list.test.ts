import { randomUUID } from 'node:crypto';
import {
  apiKeyEvent,
  type EntityEvent,
  endpoints,
  eventSubject,
  republicationEvent,
  republicationId,
  secondFactorPolicyEvent,
  sessionTokenOptions,
  streamNames,
  userSessionsEvent,
  userTokenClaimsSchema,
} from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats } from '@khmer-learning/test-kit';
import { connect } from 'nats';
import {
  type FakeUpstream,
  generateApiKey,
  publishEvent,
  publishStreamIsFilled,
  type RunningGateway,
  registerApiKey,
  sessionHeaders,
  sha256,
  startFakeUpstream,
  startGateway,
  type TestGatewayOptions,
  tokenClaims,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';
import { createRevocationList } from './revocation-list.ts';

/** Shorter than in production, longer than the interval between two confirmations of the feed. */
const maxStalenessMs = 1_500;

/** The fake users service with its session and key checks. */
let users: FakeUpstream;
let usersResponses: {
  session: boolean;
  secondFactorMissing: boolean;
  keyId: number | null;
  silent: boolean;
};
let gateways: RunningGateway[];
/** A NATS server that a test may stop. */
let nats: LocalServer | undefined;

beforeAll(async () => {
  users = await startFakeUpstream('users', (request, reply) => {
    if (!request.url.startsWith('/internal/')) return {};
    if (usersResponses.silent) return reply.code(500).send({});
    if (request.url.endsWith('/used')) return { recorded: 1 };
    return request.url.includes('sessions')
      ? { valid: usersResponses.session, secondFactorMissing: usersResponses.secondFactorMissing }
      : { id: usersResponses.keyId };
  });
});
beforeEach(() => {
  gateways = [];
  usersResponses = { session: true, secondFactorMissing: false, keyId: 1, silent: false };
  users.received.length = 0;
});
afterEach(async () => {
  nats?.resume();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await nats?.stop();
  nats = undefined;
});
afterAll(() => users.close());

async function open(settings: TestGatewayOptions = {}): Promise<RunningGateway> {
  const gateway = await startGateway({
    ...settings,
    env: { ...upstreamEnv(users.url), ...settings.env },
  });
  gateways.push(gateway);
  if (settings.streamIsFilled === false) await eventually(() => waitUntilOnlyFeedIsMissing(gateway));
  else await gateway.waitUntilReady();
  return gateway;
}

const session = (gateway: RunningGateway, claims: Record<string, unknown> = {}) =>
  gateway.call('/api/auth/session', { headers: sessionHeaders('admin', claims) });
const statusOf = async (gateway: RunningGateway, claims?: Record<string, unknown>) =>
  (await session(gateway, claims)).status;
const requestsTo = (path: string) => users.received.filter(({ url }) => url === `/internal/${path}`);

const activeSessions = { userId: 7, active: true, epoch: 1, revoked: [] };
const soon = new Date(Date.now() + 3_600_000).toISOString();

describe('by the events', () => {
  it.each([
    ['its id is revoked', { ...activeSessions, revoked: [{ sessionId: 'token-7', expiresAt: soon }] }],
    ['its epoch has passed', { ...activeSessions, epoch: 2 }],
    ['its user is not active', { ...activeSessions, active: false }],
    ['its user is deleted', null],
  ])('a session ends on every gateway, and nobody is asked, when %s', async (_name, state) => {
    const first = await open();
    const second = await open({ natsUrl: first.natsUrl });
    await publishEvent(first.natsUrl, userSessionsEvent, 7, 1, activeSessions);
    for (const gateway of gateways) expect(await statusOf(gateway)).toBe(200);

    await publishEvent(first.natsUrl, userSessionsEvent, 7, 2, state);
    for (const gateway of [first, second])
      await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    expect(requestsTo('sessions/check')).toEqual([]);
  });

  it("a learner's token ends too", async () => {
    const gateway = await open();
    const key = await registerApiKey(gateway, 1);
    const me = async () => {
      const authorization = `Bearer ${userToken('learner')}`;
      return (await gateway.call('/api/v1/me', { headers: { 'x-api-key': key, authorization } })).status;
    };
    expect(await me()).toBe(200);
    await publishEvent(gateway.natsUrl, userSessionsEvent, 7, 1, { ...activeSessions, epoch: 2 });
    await eventually(async () => expect(await me()).toBe(401));
    expect(requestsTo('sessions/check')).toEqual([]);
  });

  it('others stay signed in, and so does a newer session of the same person', async () => {
    const gateway = await open();
    const revoked = [{ sessionId: 'token-7', expiresAt: soon }];
    await publishEvent(gateway.natsUrl, userSessionsEvent, 7, 1, { ...activeSessions, epoch: 2, revoked });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    expect(await statusOf(gateway, { sub: '8' })).toBe(200);
    expect(await statusOf(gateway, { jti: 'new', epoch: 2 })).toBe(200);
    expect(await statusOf(gateway, { epoch: 2 })).toBe(401);
  });

  it('a gateway that starts later knows what was revoked before it is ready', async () => {
    const first = await open();
    await publishEvent(first.natsUrl, userSessionsEvent, 7, 1, { ...activeSessions, epoch: 2 });
    const later = await open({ natsUrl: first.natsUrl });
    expect(await statusOf(later)).toBe(401);
    expect(requestsTo('sessions/check')).toEqual([]);
  });
});

describe('while the events stay away', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    nats = await startNats();
    gateway = await open({ natsUrl: nats.url, env: { REVOCATION_MAX_STALENESS_MS: String(maxStalenessMs) } });
  });

  const waitUntilIntrospecting = () =>
    eventually(async () => {
      await session(gateway);
      expect(requestsTo('sessions/check').length).toBeGreaterThan(0);
    });

  it('sessions are believed for a while', async () => {
    const trusting = await open({
      natsUrl: gateway.natsUrl,
      env: { REVOCATION_MAX_STALENESS_MS: '60000' },
    });
    await nats?.pause();
    for (let i = 0; i < 5; i += 1) expect(await statusOf(trusting)).toBe(200);
    expect(requestsTo('sessions/check')).toEqual([]);
  });

  it('sessions are then asked about, once in a while', async () => {
    await nats?.pause();
    await waitUntilIntrospecting();
    const before = requestsTo('sessions/check').length;
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(gateway)));
    const whiles = Math.ceil((performance.now() - startedAt) / maxStalenessMs);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(requestsTo('sessions/check').length - before).toBeLessThanOrEqual(whiles);
    expect(requestsTo('sessions/check')[0]).toMatchObject({
      body: '{"userId":7,"sessionId":"token-7","epoch":1}',
      caller: { principal: { kind: 'gateway' } },
    });
  });

  it('a session ends when the users service says so', async () => {
    await nats?.pause();
    await waitUntilIntrospecting();
    usersResponses.session = false;
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
  });

  it('the door is shut when nobody can tell', async () => {
    await nats?.pause();
    usersResponses.silent = true;
    await eventually(async () => expect(await statusOf(gateway)).toBe(503));
    const answer = await session(gateway);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    usersResponses.silent = false;
    expect(await statusOf(gateway)).toBe(200);
  });

  it('nor is a signed-in user taken for a stranger where nobody needs to be signed in', async () => {
    await nats?.pause();
    usersResponses.silent = true;
    await eventually(async () => expect(await statusOf(gateway)).toBe(503));
    users.received.length = 0;
    const open = endpoints.filter(({ access, service }) => access === 'public' && service !== 'gateway');
    const answers = await Promise.all(
      open.map(async ({ id, method, path }) => {
        const url = path.replace(/:\w+/g, '1');
        return [id, (await gateway.call(url, { method, headers: sessionHeaders('admin') })).status];
      }),
    );
    expect(answers).toEqual(open.map(({ id }) => [id, 503]));
    expect(open.map(({ id }) => id)).toContain('auth.register');
    expect(users.received.filter(({ url }) => !url.startsWith('/internal/'))).toEqual([]);
  });

  it('what is known to be revoked stays so', async () => {
    await publishEvent(gateway.natsUrl, userSessionsEvent, 7, 1, { ...activeSessions, active: false });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    users.received.length = 0;
    await nats?.pause();
    await eventually(() => waitUntilFeedIsStale(gateway));
    expect(await statusOf(gateway)).toBe(401);
    expect(requestsTo('sessions/check')).toEqual([]);
  });

  it('a revoked key is found out by asking, a good one still works', async () => {
    const key = await registerApiKey(gateway, 1);
    const call = async () =>
      (await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } })).status;
    expect(await call()).toBe(200);
    await nats?.pause();
    await eventually(async () => {
      expect(await call()).toBe(200);
      expect(requestsTo('api-keys/check').at(-1)?.body).toBe(JSON.stringify({ keyHash: sha256(key) }));
    });
    usersResponses.keyId = null;
    await eventually(async () => expect(await call()).toBe(401));
    usersResponses.silent = true;
    await eventually(async () => expect(await call()).toBe(503));
  });

  it('events are heard again once they are back', async () => {
    await nats?.pause();
    await waitUntilIntrospecting();
    nats?.resume();
    await gateway.waitUntilReady();
    await publishEvent(gateway.natsUrl, userSessionsEvent, 7, 1, { ...activeSessions, epoch: 2 });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    // Of a session that is not revoked, nobody is asked any more.
    await eventually(async () => {
      users.received.length = 0;
      expect(await statusOf(gateway, { sub: '8', jti: randomUUID() })).toBe(200);
      expect(requestsTo('sessions/check')).toEqual([]);
    });
  });
});

describe('a second factor that the school requires', () => {
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const call = (gateway: RunningGateway, path: string, role: 'admin' | 'teacher' = 'admin') =>
    gateway.call(path, { headers: sessionHeaders(role) });
  const require = (gateway: RunningGateway, version: number, from: string) =>
    publishEvent(gateway.natsUrl, secondFactorPolicyEvent, 1, version, { requiredOf: 'admins', from });

  it('is asked for of its roles from its date on, of every session there is, and of nobody else', async () => {
    const gateway = await open();
    usersResponses.secondFactorMissing = true;
    await require(gateway, 1, until(1));
    expect((await call(gateway, '/api/users')).status).toBe(200);
    expect(requestsTo('sessions/check')).toEqual([]);
    await require(gateway, 2, until(0));
    await eventually(async () => expect((await call(gateway, '/api/users')).status).toBe(403));
    const refused = await call(gateway, '/api/users');
    expect(await refused.json()).toMatchObject({ code: 'second_factor_missing' });
    expect((await call(gateway, '/api/lessons', 'teacher')).status).toBe(200);
    for (const path of ['/api/auth/session', '/api/account/second-factor'])
      expect((await call(gateway, path)).status).toBe(200);
    users.received.length = 0;
    expect((await call(gateway, '/api/privacy-policy')).status).toBe(200);
    const [received] = users.received.filter(({ url }) => url === '/api/privacy-policy');
    expect(received?.caller).toMatchObject({ principal: { kind: 'public' } });
    // Set up: the same session goes on at once.
    usersResponses.secondFactorMissing = false;
    expect((await call(gateway, '/api/users')).status).toBe(200);
  });

  it('is asked about once in a while, and the last answer counts while nobody can tell', async () => {
    const gateway = await open({ env: { REVOCATION_MAX_STALENESS_MS: String(maxStalenessMs) } });
    await require(gateway, 1, until(0));
    const headers = sessionHeaders('admin');
    const check = () => gateway.call('/api/account', { headers });
    await eventually(async () => {
      await check();
      expect(requestsTo('sessions/check')).not.toEqual([]);
    });
    usersResponses.silent = true;
    const asked = requestsTo('sessions/check').length;
    await eventually(async () => {
      expect((await check()).status).toBe(200);
      expect(requestsTo('sessions/check').length).toBeGreaterThan(asked);
    });
    expect((await check()).status).toBe(200);
    const unknown = sessionHeaders('admin', { jti: 'unknown' });
    expect((await gateway.call('/api/users', { headers: unknown })).status).toBe(503);
  });
});

describe('after the stream of events was lost', () => {
  const old = { iat: Math.floor(Date.now() / 1_000) - 600 };

  /** Starts a gateway after all events are lost, with a NATS server with an empty disk. */
  async function startWithoutHistory(): Promise<RunningGateway> {
    nats = await startNats();
    const first = await open({ natsUrl: nats.url });
    await publishEvent(nats.url, userSessionsEvent, 7, 1, { ...activeSessions, epoch: 2 });
    await eventually(async () => expect(await statusOf(first, old)).toBe(401));
    await first.stop();
    gateways = [];
    await nats.stop();
    nats = await startNats();
    users.received.length = 0;
    // So long that only an event can change a cached result.
    return open({
      natsUrl: nats.url,
      env: { REVOCATION_MAX_STALENESS_MS: '60000' },
      streamIsFilled: false,
    });
  }

  it('a gateway that starts then believes no older session without asking', async () => {
    const gateway = await startWithoutHistory();
    usersResponses.session = false;
    expect(await statusOf(gateway, old)).toBe(401);
    expect(requestsTo('sessions/check')).toHaveLength(1);
    expect(await statusOf(gateway, { ...old, jti: 'other' })).toBe(401);
  });

  it('asks once in a while about each, and shuts the door when nobody can tell', async () => {
    const gateway = await startWithoutHistory();
    for (let i = 0; i < 5; i += 1) expect(await statusOf(gateway, old)).toBe(200);
    expect(requestsTo('sessions/check')).toHaveLength(1);
    usersResponses.silent = true;
    expect(await statusOf(gateway, { ...old, jti: 'other' })).toBe(503);
  });

  it('believes nobody without asking, whatever the clocks say, until users has told everything again', async () => {
    const gateway = await startWithoutHistory();
    // The clock of users may be ahead of that of NATS: the token looks newer than the stream.
    const ahead = { iat: Math.floor(Date.now() / 1_000) + 30 };
    usersResponses.session = false;
    expect(await statusOf(gateway, { ...ahead, jti: 'new' })).toBe(401);
    expect(requestsTo('sessions/check')).toHaveLength(1);
    usersResponses.session = true;

    await publishEvent(gateway.natsUrl, userSessionsEvent, 7, 1, { ...activeSessions, epoch: 2 });
    await publishStreamIsFilled(gateway.natsUrl);
    await gateway.waitUntilReady();
    users.received.length = 0;
    expect([await statusOf(gateway, old), await statusOf(gateway, { ...old, epoch: 2 })]).toEqual([401, 200]);
    expect(requestsTo('sessions/check')).toEqual([]);
  });

  it('notices a stream that is made anew while it runs, and does not believe what users said of the former one', async () => {
    const gateway = await open();
    expect(await statusOf(gateway)).toBe(200);
    expect(requestsTo('sessions/check')).toEqual([]);
    const client = await connect({ servers: gateway.natsUrl });
    const manager = await client.jetstreamManager();
    const { config } = await manager.streams.info(streamNames.events);
    const subject = eventSubject(republicationEvent('users'), republicationId);
    const former = await manager.streams.getMessage(streamNames.events, { last_by_subj: subject });
    await manager.streams.delete(streamNames.events);
    await manager.streams.add(config);
    await client.jetstream().publish(subject, former.data);
    await client.close();
    await eventually(async () => {
      usersResponses.session = false;
      expect(await statusOf(gateway, { jti: `token-${Math.random()}` })).toBe(401);
    });
  });

  it('believes no key without asking, however many there are, and hears of its end', async () => {
    const gateway = await startWithoutHistory();
    const key = generateApiKey();
    const call = async () =>
      (await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } })).status;
    for (let i = 0; i < 5; i += 1) expect(await call()).toBe(200);
    expect(requestsTo('api-keys/check')).toHaveLength(1);
    usersResponses.keyId = null;
    await publishEvent(gateway.natsUrl, apiKeyEvent, 1, 2, null);
    await eventually(async () => expect(await call()).toBe(401));
  });
});

it('a console session stays revoked for as long as its token is valid', () => {
  const now = Date.now();
  let elapsed = 0;
  const revocations = createRevocationList(() => now + elapsed);
  const lifetime = sessionTokenOptions.lifetimeSeconds * 1_000;
  const expiresAt = new Date(now + lifetime).toISOString();
  const state = { ...activeSessions, revoked: [{ sessionId: 'token-7', expiresAt }] };
  revocations.applyEvent({
    id: '7-2',
    service: 'users',
    entity: 'user-sessions',
    entityId: '7',
    version: 2,
    type: 'changed',
    state,
    occurredAt: new Date(now).toISOString(),
    actor: null,
    requestId: null,
  });
  elapsed = lifetime - 1;
  revocations.purgeExpired();
  expect(revocations.isRevoked(userTokenClaimsSchema.parse(tokenClaims('session')))).toBe(true);
});

it('only what concerns living tokens is kept in memory', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const hour = 3_600_000;
  const revocations = createRevocationList(() => now);
  const event = (entityId: string, version: number, state: unknown): EntityEvent => ({
    id: `${entityId}-${version}`,
    service: 'users',
    entity: 'user-sessions',
    entityId,
    version,
    type: state === null ? 'deleted' : 'changed',
    state,
    occurredAt: new Date(now).toISOString(),
    actor: null,
    requestId: null,
  });
  const claims = userTokenClaimsSchema.parse(tokenClaims('session'));
  const revoked = [{ sessionId: 'token-7', expiresAt: new Date(now + hour).toISOString() }];
  revocations.applyEvent(event('7', 2, { ...activeSessions, revoked }));
  revocations.applyEvent(event('8', 1, null));
  expect(revocations.isRevoked(claims)).toBe(true);
  revocations.applyEvent(event('7', 1, activeSessions));
  expect(revocations.isRevoked(claims)).toBe(true);

  now += 2 * hour;
  revocations.purgeExpired();
  expect([revocations.isRevoked(claims), revocations.size()]).toEqual([false, 2]);
  now += 12 * hour;
  revocations.purgeExpired();
  expect(revocations.size()).toBe(0);
  now -= 14 * hour;
  const old = event('9', 1, { ...activeSessions, epoch: 9 });
  now += 14 * hour;
  revocations.applyEvent(old);
  expect(revocations.size()).toBe(0);
});

async function readinessOf(gateway: RunningGateway): Promise<Record<string, boolean>> {
  const answer = (await (await gateway.call('/readyz')).json()) as { checks: Record<string, boolean> };
  return answer.checks;
}

async function waitUntilFeedIsStale(gateway: RunningGateway): Promise<void> {
  expect((await readinessOf(gateway)).identity).toBe(false);
}

async function waitUntilOnlyFeedIsMissing(gateway: RunningGateway): Promise<void> {
  const { identity, ...others } = await readinessOf(gateway);
  expect([identity, ...new Set(Object.values(others))]).toEqual([false, true]);
}
