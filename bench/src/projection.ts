import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EntityEvent, eventSubject, lessonEvent, streamNames } from '@khmer-learning/contracts';
import { freePort, repoRoot, startMongoServer, startNatsServer, waitFor } from '@khmer-learning/local-stack';
import { baseConfigSchema, loadConfig, openService, type Service } from '@khmer-learning/service-kit';
import mongoose from 'mongoose';
import { createLessonInput } from './create-lesson-input.ts';
import { cpuSeconds, startNodeProcess } from './measure.ts';
import { columns } from './run-with-stack.ts';

/** A new process runs code that is not compiled yet, and the instances look for shards of the counters: the first half is not measured. */
const events = 80_000;
/** Published at once. */
const batchSize = 500;
const waitOptions = { timeoutMs: 600_000, intervalMs: 50 };
/** The durable consumer of a new stats service. */
const durable = 'stats-1';

function createEvent(number: number): EntityEvent {
  const { mainLessonId, lessonTypeId, title, description, level, sections } = createLessonInput(
    number,
    1 + (number % 50),
    1 + (number % 8),
  );
  const at = new Date().toISOString();
  return {
    ...{ id: randomUUID(), service: 'content', entity: lessonEvent.entity, entityId: String(number) },
    ...{ version: 1, type: 'changed', occurredAt: at, actor: null, requestId: null },
    state: lessonEvent.state.parse({
      ...{ id: number, mainLessonId, lessonTypeId, title, description: description ?? '', level },
      ...{ image: 'vocabulary', sections, status: 'published', createdAt: at, updatedAt: at },
    }),
  };
}

async function publish({ nats }: Service): Promise<void> {
  const client = (await nats.whenConnected()).jetstream();
  for (let first = 1; first <= events; first += batchSize)
    await Promise.all(
      Array.from({ length: Math.min(batchSize, events - first + 1) }, (_, index) => {
        const event = createEvent(first + index);
        return client.publish(eventSubject(event, event.entityId), JSON.stringify(event));
      }),
    );
}

const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);

/** Measures how many events per second some instances of the stats service project together. */
async function measureInstances(count: number): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khmer-learning-bench-'));
  const mongo = await startMongoServer({ port: await freePort(), dbPath: path.join(dataDir, 'mongo') });
  const nats = await startNatsServer({ port: await freePort(), storeDir: path.join(dataDir, 'nats') });
  const env = {
    // Without a database: each service has its own.
    MONGODB_URI: mongo.url,
    NATS_URL: nats.url,
    LOCAL_DEFAULTS: 'true',
    // In production, services do not start with local defaults.
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    METRICS_PORT: '0',
    CONSUMER_MAX_UNACKNOWLEDGED: '10000',
  };
  const connection = await mongoose.createConnection(mongo.url).asPromise();
  /** What all instances have asked of MongoDB so far: requests, and transactions that it has aborted. */
  const readServerCounts = async () => {
    const status = await connection.db?.admin().serverStatus();
    return {
      requests: Number(status?.network.numRequests),
      aborted: Number(status?.transactions.totalAborted),
    };
  };
  const publisher = openService({ name: 'content', config: loadConfig(baseConfigSchema, env) });
  const instances: ReturnType<typeof startNodeProcess>[] = [];
  try {
    await publisher.nats.whenConnected();
    await publisher.nats.createMissingStreams();
    await publish(publisher);
    const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
    for (const port of ports)
      instances.push(
        startNodeProcess(path.join(repoRoot(), 'services/stats/dist/server.js'), {
          ...env,
          HOST: '127.0.0.1',
          PORT: String(port),
        }),
      );
    for (const port of ports)
      await waitFor(
        'the stats service is ready',
        async () => {
          const { checks } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as {
            checks: Record<string, boolean>;
          };
          if (!checks.mongo || !checks.prepared) throw new Error(JSON.stringify(checks));
        },
        waitOptions,
      );
    const manager = await (await publisher.nats.whenConnected()).jetstreamManager();
    const handled = async () => {
      const { num_pending, num_ack_pending } = await manager.consumers.info(streamNames.events, durable);
      return events - num_pending - num_ack_pending;
    };
    const atLeast = (wanted: number) =>
      waitFor(
        `${wanted} events are projected`,
        async () => {
          const now = await handled();
          if (now < wanted) throw new Error(`${now}`);
          return {
            now,
            at: performance.now(),
            cpu: cpuOf(instances.map(({ pid }) => pid)),
            mongoCpu: cpuOf([mongo.pid]),
            ...(await readServerCounts()),
          };
        },
        waitOptions,
      );
    // All instances are ready.
    const start = await atLeast(1);
    const first = await atLeast(events / 2);
    const last = await atLeast(events);
    const measured = last.now - first.now;
    const seconds = (last.at - first.at) / 1_000;
    const used = last.cpu - first.cpu;
    const mongoUsed = last.mongoCpu - first.mongoCpu;
    const perEvent = (cpu: number) => ((cpu / measured) * 1e6).toFixed(0);
    return [
      `${Math.round(measured / seconds)}`,
      ...[perEvent(used), perEvent(mongoUsed)],
      ((used + mongoUsed) / seconds).toFixed(2),
      ((last.requests - first.requests) / measured).toFixed(3),
      `${first.aborted - start.aborted}`,
      `${last.aborted - first.aborted}`,
    ];
  } finally {
    for (const { stop } of instances) stop();
    await connection.close();
    await publisher.close();
    await nats.stop();
    await mongo.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Measures how fast 1 and 8 instances of the stats service catch up with a stream of new lessons. */
export async function measureProjection(): Promise<void> {
  console.log(
    columns([
      'instances',
      'events/s',
      'node µs',
      'mongod µs',
      'cores',
      'requests',
      'first aborts',
      'aborted',
    ]),
  );
  for (const count of [1, 8]) console.log(columns([count, ...(await measureInstances(count))]));
}
