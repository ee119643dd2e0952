import { eventually, startNats } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import {
  type FakeUpstream,
  publishApiKey,
  type RunningGateway,
  registerApiKey,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
  userToken,
} from '../../gateway.fixture.ts';
import { addressGroupOf, createRateLimiter } from './rate-limiter.ts';

const minute = 60_000;

it('counts a key in the minute that begins with its first call, at whichever gateway', () => {
  let clock = 1_000_000;
  const now = () => clock;
  const [one, other] = [createRateLimiter<number>({ now }), createRateLimiter<number>({ now })];
  const exchangeDeltas = () => {
    for (const usage of one.drainDeltas()) other.applyDelta(usage);
  };
  expect(one.consume(1, 3)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
  clock += 20_000;
  expect(other.consume(1, 3)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
  exchangeDeltas();
  expect(other.consume(1, 3)).toEqual({ allowed: true, remaining: 0, resetSeconds: 40 });
  expect(other.consume(1, 3)).toEqual({ allowed: false, remaining: 0, resetSeconds: 40 });
  expect(other.consume(2, 3).remaining).toBe(2);
  exchangeDeltas();
  clock += 40_000;
  expect(other.peek(1, 3)).toEqual({ allowed: true, remaining: 3, resetSeconds: 60 });
  expect(other.consume(1, 3)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
});

it('tells what it has counted once, and takes nothing from a minute that is over or far ahead', () => {
  let clock = 1_000_000;
  const limit = createRateLimiter<number>({ now: () => clock });
  limit.consume(1, 10);
  limit.consume(1, 10);
  expect(limit.drainDeltas()).toEqual([{ id: 1, endsAt: clock + minute, used: 2 }]);
  expect(limit.drainDeltas()).toEqual([]);
  limit.applyDelta({ id: 2, endsAt: clock, used: 10 });
  limit.applyDelta({ id: 2, endsAt: clock + 3 * minute, used: 10 });
  expect(limit.consume(2, 10).remaining).toBe(9);
  clock += minute;
  expect(limit.consume(1, 10).remaining).toBe(9);
});

it('never lets through more than the limit in a minute, whichever gateways are called', () => {
  const perMinute = 4;
  const step = fc.record({
    gateway: fc.nat(2),
    caller: fc.constantFrom('a', 'b'),
    waitMs: fc.integer({ min: 0, max: 30_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let clock = 1_000_000;
      const gateways = Array.from({ length: 3 }, () => createRateLimiter<string>({ now: () => clock }));
      const windows = new Map<string, { endsAt: number; allowed: number }>();
      for (const { gateway, caller, waitMs } of steps) {
        clock += waitMs;
        const { allowed, remaining } = gateways[gateway]?.consume(caller, perMinute) ?? {};
        const known = windows.get(caller);
        const window = known && known.endsAt > clock ? known : { endsAt: clock + minute, allowed: 0 };
        windows.set(caller, window);
        expect({ allowed, remaining }).toEqual({
          allowed: window.allowed < perMinute,
          remaining: Math.max(0, perMinute - window.allowed - 1),
        });
        if (allowed) window.allowed += 1;
        for (const usage of gateways[gateway]?.drainDeltas() ?? [])
          for (const [index, other] of gateways.entries()) if (index !== gateway) other.applyDelta(usage);
      }
    }),
  );
});

it('keeps a bounded number of counts and forgets the one that was not used for longest', () => {
  const limit = createRateLimiter<string>({ max: 3 });
  for (const id of ['a', 'b', 'c', 'a', 'd']) limit.consume(id, 10);
  expect(['a', 'b', 'c', 'd'].map((id) => limit.peek(id, 10).remaining)).toEqual([8, 10, 9, 9]);
  for (let i = 0; i < 1_000; i += 1)
    limit.applyDelta({ id: `other ${i}`, endsAt: Date.now() + minute, used: 1 });
  expect(limit.peek('a', 10).remaining).toBe(10);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, group) => {
  expect(addressGroupOf(address)).toBe(group);
});

describe('two gateways', () => {
  let upstream: FakeUpstream;
  let nats: Awaited<ReturnType<typeof startNats>>;
  const opened: RunningGateway[] = [];

  beforeAll(async () => {
    nats = await startNats();
    upstream = await startFakeUpstream('users', () => ({ success: true, data: [], total: 0 }));
  });
  afterAll(async () => {
    await Promise.all([nats.stop(), upstream.close()]);
  });
  afterEach(async () => {
    nats.resume();
    await Promise.all(opened.splice(0).map((gateway) => gateway.stop()));
  });

  async function open(env: Record<string, string>): Promise<[RunningGateway, RunningGateway]> {
    const start = () => startGateway({ natsUrl: nats.url, env: { ...upstreamEnv(upstream.url), ...env } });
    const [first, second] = await Promise.all([start(), start()]);
    opened.push(first, second);
    await Promise.all(opened.map((gateway) => gateway.waitUntilReady()));
    return [first, second];
  }

  it('let a key through as often as one, but for what comes within a tenth of a second', async () => {
    const limit = 60;
    const [first, second] = await open({ API_RATE_LIMIT: String(limit) });
    const key = await registerApiKey(first, 1);
    const call = (gateway = second) => gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } });
    const left = async () => Number(/r=(\d+)/.exec((await call()).headers.get('ratelimit') ?? '')?.[1]);

    for (let i = 0; i < 20; i += 1) expect((await call(first)).status).toBe(200);
    await eventually(async () => expect(await left()).toBeLessThan(limit - 20));
    while ((await call(first)).status === 200);
    await eventually(async () => expect((await call(second)).status).toBe(429));
    const refused = await call(second);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"key";q=${limit};w=60, "address";q=1000000;w=60`);

    await nats.pause();
    expect((await call(first)).status).toBe(429);
    nats.resume();
  });

  it('share the count of a learner, and leave the quota of the key to the others', async () => {
    const [first, second] = await open({ API_RATE_LIMIT: '6000', API_CALLER_RATE_LIMIT: '30' });
    const key = await registerApiKey(first, 2);
    const callAs = (sub: string | undefined, gateway: RunningGateway) => {
      const learner = sub && { authorization: `Bearer ${userToken('learner', { sub })}` };
      return gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key, ...(learner || {}) } });
    };

    // The call counts at one gateway; the other refuses as soon as it has heard of it.
    while ((await callAs('41', first)).status === 200);
    await eventually(async () => expect((await callAs('41', second)).status).toBe(429));
    const refused = await callAs('41', second);
    expect(await refused.json()).toMatchObject({ success: false, error: 'Too many requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"key";q=6000;w=60, "learner";q=30;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+, "learner";r=0;t=\d+$/);

    const other = await callAs('42', second);
    expect(other.status).toBe(200);
    expect(other.headers.get('ratelimit')).toMatch(/"learner";r=29;t=\d+$/);
    const guest = await callAs(undefined, second);
    expect([guest.status, guest.headers.get('ratelimit-policy')]).toEqual([
      200,
      '"key";q=6000;w=60, "address";q=30;w=60',
    ]);
    // Refused calls did not spend the key's quota.
    const spent = 6_000 - Number(/"key";r=(\d+)/.exec(guest.headers.get('ratelimit') ?? '')?.[1]);
    expect(spent).toBeLessThanOrEqual(60);
  });

  it('count client addresses one by one, IPv6 by /64', async () => {
    const [gateway] = await open({ API_CALLER_RATE_LIMIT: '5', TRUST_PROXY: 'loopback' });
    const key = await registerApiKey(gateway, 3);
    const callFrom = async (address: string) =>
      (await gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key, 'x-forwarded-for': address } }))
        .status;
    for (let i = 1; i <= 5; i += 1) expect(await callFrom(`2001:db8:0:1::${i}`)).toBe(200);
    expect(await callFrom('2001:db8:0:1:ffff::1')).toBe(429);
    expect(await callFrom('2001:db8:0:2::1')).toBe(200);
    expect(await callFrom('203.0.113.7')).toBe(200);
  });

  it('apply the quota of the key itself, also when it changes', async () => {
    const [gateway] = await open({});
    const key = await registerApiKey(gateway, 4, { quotaPerMinute: 2 });
    const call = () => gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } });
    await eventually(async () => expect((await call()).status).toBe(429));
    expect((await call()).headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+, "address";r=\d+;t=\d+$/);
    await publishApiKey(gateway, 4, key, 2, { quotaPerMinute: 1_000 });
    await eventually(async () => expect((await call()).status).toBe(200));
  });
});
