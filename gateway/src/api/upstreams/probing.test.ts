import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { baseConfigSchema, createApp, loadConfig, openService } from '@khmer-learning/service-kit';
import { dropDatabase, eventually, testServiceSettings } from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { type ServiceInstance, type Wait, watchInstance } from './service-instance.ts';

const gateways = 4;
const processes = 10;

/** MongoDB commands sent by the service's processes, without the driver's own heartbeats. */
let commands = 0;
/** Probes that the service's processes have received. */
let probes = 0;
let isHealthy: boolean;
let service: ReturnType<typeof openService>;
let apps: FastifyInstance[];
let watchers: ServiceInstance[];

beforeAll(async () => {
  const settings = await testServiceSettings('probes');
  const uri = new URL(settings.MONGODB_URI);
  uri.searchParams.set('monitorCommands', 'true');
  const config = loadConfig(baseConfigSchema, { ...settings, MONGODB_URI: uri.href });
  service = openService({ name: 'content', config });
  await eventually(() => expect(service.connection.readyState).toBe(1));
  service.connection.getClient().on('commandStarted', () => {
    commands += 1;
  });
});
afterAll(async () => {
  await dropDatabase(service.config.MONGODB_URI);
  await service.close();
});
afterEach(async () => {
  await Promise.all(watchers.map((watcher) => watcher.close()));
  await Promise.all(apps.map((app) => app.close()));
});

/** Starts processes of a service, and for each gateway a watcher of each process. */
async function open(count: { processes: number; gateways: number }, wait: Wait): Promise<void> {
  const { name, logger, config, connection } = service;
  isHealthy = true;
  apps = Array.from({ length: count.processes }, () =>
    createApp({ name, logger, config, connection }, { ready: { healthy: () => isHealthy } }),
  );
  watchers = [];
  for (const app of apps) {
    app.addHook('onRequest', async () => {
      probes += 1;
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    for (let gateway = 0; gateway < count.gateways; gateway += 1)
      watchers.push(watchInstance(origin, { address: '127.0.0.1', family: 4 }, wait));
  }
}

const conditions = () => new Set(watchers.map((watcher) => watcher.condition()));

/** A clock for the pauses of `sleeperCount` watchers. It advances only when all of them pause. */
function createVirtualClock(sleeperCount: number) {
  let now = 0;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  let onAsleep: () => void = () => undefined;
  const wait: Wait = (ms, signal) =>
    new Promise((resolve, reject) => {
      const sleeper = { at: now + ms, wake: resolve };
      signal?.addEventListener('abort', () => {
        if (sleepers.delete(sleeper)) reject(signal.reason);
      });
      sleepers.add(sleeper);
      if (sleepers.size === sleeperCount) onAsleep();
    });
  async function advanceTo(end: number): Promise<void> {
    for (;;) {
      if (sleepers.size < sleeperCount)
        await new Promise<void>((resolve) => {
          onAsleep = resolve;
        });
      const next = [...sleepers].reduce((first, one) => (one.at < first.at ? one : first));
      if (next.at > end) return;
      now = next.at;
      sleepers.delete(next);
      next.wake();
    }
  }
  return { wait, advanceTo };
}

it('costs few probes and no MongoDB command while every process stays ready', async () => {
  const clock = createVirtualClock(gateways * processes);
  await open({ gateways, processes }, clock.wait);
  const count = async (from: number, to: number) => {
    await clock.advanceTo(from);
    const before = { probes, commands };
    await clock.advanceTo(to);
    return { probes: probes - before.probes, commands: commands - before.commands };
  };
  const minute = await count(60_000, 120_000);
  expect(conditions()).toEqual(new Set(['ready']));
  // Most pauses are 11 to 15 s, by chance. 120 each, if they were probed twice a second.
  expect(minute.probes).toBeGreaterThanOrEqual(4 * gateways * processes);
  expect(minute.probes).toBeLessThanOrEqual(12 * gateways * processes);
  expect(minute.commands).toBe(0);
});

it('costs few probes, however many signs of a change there are, and while no process is ready', async () => {
  const clock = createVirtualClock(gateways * processes);
  await open({ gateways, processes }, async (ms, signal) => {
    await clock.wait(ms, signal);
    for (const watcher of watchers) watcher.probeSoon();
  });
  isHealthy = false;
  await clock.advanceTo(2_000);
  expect(conditions()).toEqual(new Set(['degraded']));
  const before = probes;
  await clock.advanceTo(7_000);
  expect(probes - before).toBeLessThanOrEqual(4 * 5 * gateways * processes);
});

describe('a process without traffic, probed only if something suggests a change', () => {
  const changes: Record<string, [(app: FastifyInstance) => unknown, string]> = {
    'that stops': [(app) => app.startDraining(), 'stopping'],
    'that is gone': [(app) => app.close(), 'away'],
    'that is no longer ready': [() => (isHealthy = false), 'degraded'],
  };

  it.each(Object.entries(changes))('%s is noticed', async (_what, [change, condition]) => {
    let pauses = 0;
    await open({ gateways, processes: 1 }, async (ms, signal) => {
      if (!signal) return delay(ms);
      pauses += 1;
      await once(signal, 'abort');
    });
    await eventually(() => expect(pauses).toBe(gateways));
    expect(conditions()).toEqual(new Set(['ready']));
    for (const app of apps) await change(app);
    await eventually(() => expect(conditions()).toEqual(new Set([condition])));
  });
});
