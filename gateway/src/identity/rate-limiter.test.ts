import { eventually, startNats } from '@khmer-learning/test-kit';
import { registerApiKey, startFakeUpstream, startGateway, upstreamEnv } from '../gateway.fixture.ts';
import { createRateLimiter } from './rate-limiter.ts';

const minute = 60_000;

it('counts a key in the minute that begins with its first call, at whichever gateway', () => {
  let now = 1_000_000;
  const [one, other] = [createRateLimiter(3, () => now), createRateLimiter(3, () => now)];
  const exchangeDeltas = () => {
    for (const usage of one.drainDeltas()) other.applyDelta(usage);
  };
  expect(one.consume(1)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
  now += 20_000;
  expect(other.consume(1)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
  exchangeDeltas();
  expect(other.consume(1)).toEqual({ allowed: true, remaining: 0, resetSeconds: 40 });
  expect(other.consume(1)).toEqual({ allowed: false, remaining: 0, resetSeconds: 40 });
  expect(other.consume(2).remaining).toBe(2);
  exchangeDeltas();
  now += 40_000;
  expect(other.consume(1)).toEqual({ allowed: true, remaining: 2, resetSeconds: 60 });
});

it('tells what it has counted once, and takes nothing from a minute that is over or far ahead', () => {
  let now = 1_000_000;
  const limit = createRateLimiter(10, () => now);
  limit.consume(1);
  limit.consume(1);
  expect(limit.drainDeltas()).toEqual([{ id: 1, endsAt: now + minute, used: 2 }]);
  expect(limit.drainDeltas()).toEqual([]);
  limit.applyDelta({ id: 2, endsAt: now, used: 10 });
  limit.applyDelta({ id: 2, endsAt: now + 3 * minute, used: 10 });
  expect(limit.consume(2).remaining).toBe(9);
  now += minute;
  expect(limit.consume(1).remaining).toBe(9);
});

it('two gateways let a key through as often as one, but for what comes within a tenth of a second', async () => {
  const limit = 60;
  const nats = await startNats();
  const upstream = await startFakeUpstream('users', () => ({ success: true, data: [], total: 0 }));
  const open = () =>
    startGateway({ natsUrl: nats.url, env: { ...upstreamEnv(upstream.url), API_RATE_LIMIT: String(limit) } });
  const gateways = await Promise.all([open(), open()]);
  try {
    const [first, second] = gateways;
    if (!first || !second) throw new Error('No gateways');
    await Promise.all(gateways.map((gateway) => gateway.waitUntilReady()));
    const key = await registerApiKey(first, 1);
    const call = (gateway = second) => gateway.call('/api/v1/lessons', { headers: { 'x-api-key': key } });
    const left = async () => Number(/r=(\d+)/.exec((await call()).headers.get('ratelimit') ?? '')?.[1]);

    for (let i = 0; i < 20; i += 1) expect((await call(first)).status).toBe(200);
    await eventually(async () => expect(await left()).toBeLessThan(limit - 20));
    while ((await call(first)).status === 200);
    await eventually(async () => expect((await call(second)).status).toBe(429));
    const refused = await call(second);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"key";q=${limit};w=60`);

    await nats.pause();
    expect((await call(first)).status).toBe(429);
    nats.resume();
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await Promise.all([nats.stop(), upstream.close()]);
  }
});
