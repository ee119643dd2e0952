import { apiKeyEvent, type EntityEvent, userSessionsEvent, userTokenClaimsSchema } from '@khmer-learning/contracts';
import { eventually, type LocalServer, startNats } from '@khmer-learning/test-kit';
import {
  type GatewaySettings,
  newApiKey,
  publish,
  type RunningGateway,
  registerKey,
  sha256,
  signedIn,
  startGateway,
  startUpstream,
  tokenClaims,
  type Upstream,
  upstreamEnv,
  userToken,
} from '../gateway.fixture.ts';
import { createRevocations } from './revocations.ts';

/** Shorter than in earnest, longer than the feed takes between two confirmations. */
const trustMs = 1_500;

/** The users service: what it is asked about sessions and keys, and what it says. */
let users: Upstream;
let says: { session: boolean; keyId: number | null; silent: boolean };
let gateways: RunningGateway[];
/** A NATS that a test may break. */
let nats: LocalServer | undefined;

beforeAll(async () => {
  users = await startUpstream('users', (request, reply) => {
    if (!request.url.startsWith('/internal/')) return {};
    if (says.silent) return reply.code(500).send({});
    if (request.url.endsWith('/used')) return { recorded: 1 };
    return request.url.includes('sessions') ? { valid: says.session } : { id: says.keyId };
  });
});
beforeEach(() => {
  gateways = [];
  says = { session: true, keyId: 1, silent: false };
  users.received.length = 0;
});
afterEach(async () => {
  nats?.resume();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  await nats?.stop();
  nats = undefined;
});
afterAll(() => users.close());

async function open(settings: GatewaySettings = {}): Promise<RunningGateway> {
  const gateway = await startGateway({
    ...settings,
    env: { ...upstreamEnv(users.url), ...settings.env },
  });
  gateways.push(gateway);
  await gateway.ready();
  return gateway;
}

const session = (gateway: RunningGateway, claims: Record<string, unknown> = {}) =>
  gateway.call('/api/auth/session', { headers: signedIn('admin', claims) });
const statusOf = async (gateway: RunningGateway, claims?: Record<string, unknown>) =>
  (await session(gateway, claims)).status;
const asked = (path: string) => users.received.filter(({ url }) => url === `/internal/${path}`);

const alive = { userId: 7, active: true, epoch: 1, revoked: [] };
const soon = new Date(Date.now() + 3_600_000).toISOString();

describe('by the events', () => {
  it.each([
    ['its id is revoked', { ...alive, revoked: [{ sessionId: 'token-7', expiresAt: soon }] }],
    ['its epoch has passed', { ...alive, epoch: 2 }],
    ['its user is not active', { ...alive, active: false }],
    ['its user is deleted', null],
  ])('a session ends on every gateway, and nobody is asked, when %s', async (_name, state) => {
    const first = await open();
    const second = await open({ natsUrl: first.natsUrl });
    await publish(first.natsUrl, userSessionsEvent, 7, 1, alive);
    for (const gateway of gateways) expect(await statusOf(gateway)).toBe(200);

    await publish(first.natsUrl, userSessionsEvent, 7, 2, state);
    for (const gateway of [first, second])
      await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    expect(asked('sessions/check')).toEqual([]);
  });

  it("a learner's token ends too", async () => {
    const gateway = await open();
    const key = await registerKey(gateway, 1);
    const me = async () => {
      const authorization = `Bearer ${userToken('learner')}`;
      return (await gateway.call('/api/v1/me', { headers: { 'x-api-key': key, authorization } })).status;
    };
    expect(await me()).toBe(200);
    await publish(gateway.natsUrl, userSessionsEvent, 7, 1, { ...alive, epoch: 2 });
    await eventually(async () => expect(await me()).toBe(401));
    expect(asked('sessions/check')).toEqual([]);
  });

  it('others stay signed in, and so does a newer session of the same person', async () => {
    const gateway = await open();
    const revoked = [{ sessionId: 'token-7', expiresAt: soon }];
    await publish(gateway.natsUrl, userSessionsEvent, 7, 1, { ...alive, epoch: 2, revoked });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    expect(await statusOf(gateway, { sub: '8' })).toBe(200);
    expect(await statusOf(gateway, { jti: 'new', epoch: 2 })).toBe(200);
    expect(await statusOf(gateway, { epoch: 2 })).toBe(401);
  });

  it('a gateway that starts later knows what was revoked before it is ready', async () => {
    const first = await open();
    await publish(first.natsUrl, userSessionsEvent, 7, 1, { ...alive, epoch: 2 });
    const later = await open({ natsUrl: first.natsUrl });
    expect(await statusOf(later)).toBe(401);
    expect(asked('sessions/check')).toEqual([]);
  });
});

describe('while the events stay away', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    nats = await startNats();
    gateway = await open({ natsUrl: nats.url, env: { SESSION_TRUST_MS: String(trustMs) } });
  });

  const untilAsking = () =>
    eventually(async () => {
      await session(gateway);
      expect(asked('sessions/check').length).toBeGreaterThan(0);
    });

  it('sessions are believed for a while, then asked about, once in that while', async () => {
    await nats?.pause();
    for (let i = 0; i < 5; i += 1) expect(await statusOf(gateway)).toBe(200);
    expect(asked('sessions/check')).toEqual([]);

    await untilAsking();
    const before = asked('sessions/check').length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(gateway)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(asked('sessions/check').length - before).toBeLessThanOrEqual(1);
    expect(asked('sessions/check')[0]).toMatchObject({
      body: '{"userId":7,"sessionId":"token-7","epoch":1}',
      caller: { principal: { kind: 'gateway' } },
    });
  });

  it('a session ends when the users service says so', async () => {
    await nats?.pause();
    await untilAsking();
    says.session = false;
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
  });

  it('the door is shut when nobody can tell', async () => {
    await nats?.pause();
    says.silent = true;
    await eventually(async () => expect(await statusOf(gateway)).toBe(503));
    const answer = await session(gateway);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    says.silent = false;
    expect(await statusOf(gateway)).toBe(200);
  });

  it('what is known to be revoked stays so', async () => {
    await publish(gateway.natsUrl, userSessionsEvent, 7, 1, { ...alive, active: false });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    await nats?.pause();
    await eventually(() => untilNotLive(gateway));
    expect(await statusOf(gateway)).toBe(401);
    expect(asked('sessions/check')).toEqual([]);
  });

  it('a revoked key is found out by asking, a good one still works', async () => {
    const key = await registerKey(gateway, 1);
    const call = async () =>
      (await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } })).status;
    expect(await call()).toBe(200);
    await nats?.pause();
    await eventually(async () => {
      expect(await call()).toBe(200);
      expect(asked('api-keys/check').at(-1)?.body).toBe(JSON.stringify({ keyHash: sha256(key) }));
    });
    says.keyId = null;
    await eventually(async () => expect(await call()).toBe(401));
    says.silent = true;
    await eventually(async () => expect(await call()).toBe(503));
  });

  it('events are heard again once they are back', async () => {
    await nats?.pause();
    await untilAsking();
    nats?.resume();
    await gateway.ready();
    users.received.length = 0;
    await publish(gateway.natsUrl, userSessionsEvent, 7, 1, { ...alive, epoch: 2 });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    expect(asked('sessions/check')).toEqual([]);
  });
});

describe('after the stream of events was lost', () => {
  const old = { iat: Math.floor(Date.now() / 1_000) - 600 };

  /** A gateway that starts when all that was told is gone: NATS with an empty disk. */
  async function openWithoutPast(): Promise<RunningGateway> {
    nats = await startNats();
    const first = await open({ natsUrl: nats.url });
    await publish(nats.url, userSessionsEvent, 7, 1, { ...alive, epoch: 2 });
    await eventually(async () => expect(await statusOf(first, old)).toBe(401));
    await first.stop();
    gateways = [];
    await nats.stop();
    nats = await startNats();
    users.received.length = 0;
    // So long that only an event changes what was answered once.
    return open({ natsUrl: nats.url, env: { SESSION_TRUST_MS: '60000' } });
  }

  it('a gateway that starts then believes no older session without asking', async () => {
    const gateway = await openWithoutPast();
    says.session = false;
    expect(await statusOf(gateway, old)).toBe(401);
    expect(asked('sessions/check')).toHaveLength(1);
    expect(await statusOf(gateway, { ...old, jti: 'other' })).toBe(401);
  });

  it('asks once in a while about each, and shuts the door when nobody can tell', async () => {
    const gateway = await openWithoutPast();
    for (let i = 0; i < 5; i += 1) expect(await statusOf(gateway, old)).toBe(200);
    expect(asked('sessions/check')).toHaveLength(1);
    says.silent = true;
    expect(await statusOf(gateway, { ...old, jti: 'other' })).toBe(503);
  });

  it('believes those that were made since, and hears of their end', async () => {
    const gateway = await openWithoutPast();
    expect(await statusOf(gateway)).toBe(200);
    await publish(gateway.natsUrl, userSessionsEvent, 7, 1, { ...alive, active: false });
    await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    expect(asked('sessions/check')).toEqual([]);
  });

  it('believes no key without asking, however many there are, and hears of its end', async () => {
    const gateway = await openWithoutPast();
    const key = newApiKey();
    const call = async () =>
      (await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } })).status;
    for (let i = 0; i < 5; i += 1) expect(await call()).toBe(200);
    expect(asked('api-keys/check')).toHaveLength(1);
    says.keyId = null;
    await publish(gateway.natsUrl, apiKeyEvent, 1, 2, null);
    await eventually(async () => expect(await call()).toBe(401));
  });
});

it('only what concerns living tokens is kept in memory', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const day = 86_400_000;
  const revocations = createRevocations(() => now);
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
  const revoked = [{ sessionId: 'token-7', expiresAt: new Date(now + day).toISOString() }];
  revocations.learn(event('7', 2, { ...alive, revoked }));
  revocations.learn(event('8', 1, null));
  expect(revocations.isRevoked(claims)).toBe(true);
  revocations.learn(event('7', 1, alive));
  expect(revocations.isRevoked(claims)).toBe(true);

  now += 2 * day;
  revocations.forgetExpired();
  expect([revocations.isRevoked(claims), revocations.size()]).toEqual([false, 2]);
  now += 30 * day;
  revocations.forgetExpired();
  expect(revocations.size()).toBe(0);
  now -= 32 * day;
  const old = event('9', 1, { ...alive, epoch: 9 });
  now += 32 * day;
  revocations.learn(old);
  expect(revocations.size()).toBe(0);
});

async function untilNotLive(gateway: RunningGateway): Promise<void> {
  const answer = (await (await gateway.call('/readyz')).json()) as { checks: Record<string, boolean> };
  expect(answer.checks.identity).toBe(false);
}
