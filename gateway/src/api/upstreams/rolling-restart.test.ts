import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@khmer-learning/test-kit';
import {
  countInstances,
  type FakeUpstream,
  type RunningGateway,
  sessionHeaders,
  startFakeUpstream,
  startGateway,
} from '../../gateway.fixture.ts';

/** Records every call that took effect, across all restarts. */
const effects: string[] = [];
/** Calls without an answer so far. */
const pending = new Set<string>();

const start = (port?: number) =>
  startFakeUpstream(
    'content',
    async (request) => {
      await delay(5);
      effects.push(`${request.method} ${(request.query as { n: string }).n}`);
      return { ok: true };
    },
    { graceful: true, ...(port === undefined ? {} : { port }) },
  );

/**
 * Shuts down as after SIGTERM: not ready and `Connection: close` while the gateway may still call it, then closed after the
 * calls in flight. A process drains for a fixed time; on a busy machine that says nothing, so the test waits for the calls
 * that the gateway may have sent before it knew.
 */
async function restart(upstream: FakeUpstream): Promise<FakeUpstream> {
  upstream.state = 'stopping';
  await eventually(async () => expect(await countInstances(gateway, 'stopping')).toBe(1));
  const sentBefore = [...pending];
  await eventually(() => expect(sentBefore.filter((call) => pending.has(call))).toEqual([]));
  await upstream.close();
  await eventually(async () => expect(await countInstances(gateway, 'away')).toBe(1));
  return start(upstream.port);
}

let gateway: RunningGateway;

afterEach(() => gateway.stop());

it('restarting two processes one after the other, twice, loses no call and doubles no write', async () => {
  const upstreams = await Promise.all([start(), start()]);
  gateway = await startGateway({
    env: {
      UPSTREAM_CONTENT: upstreams.map(({ url }) => url).join(','),
      // A slow answer is not a lost one.
      UPSTREAM_TIMEOUT_MS: '60000',
    },
  });
  await gateway.waitUntilReady();

  let running = true;
  let count = 0;
  const failures: string[] = [];
  const done: string[] = [];
  const headers = { ...sessionHeaders(), 'content-type': 'application/json' };
  const client = async () => {
    while (running) {
      count += 1;
      const [method, path] = count % 2 ? ['GET', '/api/lessons'] : ['POST', '/api/lessons'];
      const call = `${method} ${count}`;
      const body = method === 'POST' ? { body: '{}' } : {};
      pending.add(call);
      const answer = await gateway.call(`${path}?n=${count}`, { method, headers, ...body }).catch(String);
      pending.delete(call);
      if (typeof answer === 'string' || answer.status !== 200)
        failures.push(`${call}: ${typeof answer === 'string' ? answer : answer.status}`);
      else {
        await answer.text();
        done.push(call);
      }
    }
  };
  const clients = Array.from({ length: 8 }, client);
  try {
    for (const round of [0, 1, 0, 1]) {
      const before = done.length;
      const upstream = upstreams[round];
      if (upstream) upstreams[round] = await restart(upstream);
      // A rolling restart waits until each process is ready again.
      await eventually(async () => expect(await countInstances(gateway, 'ready')).toBe(2));
      await eventually(() => expect(done.length).toBeGreaterThan(before + clients.length));
    }
  } finally {
    running = false;
    await Promise.all(clients);
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  }

  expect(failures).toEqual([]);
  const writes = effects.filter((effect) => effect.startsWith('POST'));
  expect(new Set(writes).size).toBe(writes.length);
  expect(new Set(effects)).toEqual(new Set(done));
});
