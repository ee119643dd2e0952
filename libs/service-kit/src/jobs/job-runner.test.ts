import { once } from 'node:events';
import {
  contentDeadJobsList,
  contentDeadJobsRetry,
  type DeadJob,
  deadJobMessages,
} from '@khmer-learning/contracts';
import {
  createServiceCaller,
  eventually,
  findAuditRecords,
  type ServiceCaller,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import type { FastifyInstance } from 'fastify';
import { baseConfigSchema, loadConfig, localInternalPrivateKey } from '../config/config.ts';
import { createApp } from '../http/create-app.ts';
import { createInternalTokenSigner } from '../http/internal-token.ts';
import { type JobRow, neverDue } from '../outbox/lease.ts';
import { transact } from '../outbox/transact.ts';
import { openService, type Service } from '../process/open-service.ts';
import { createJobRunner } from './job-runner.ts';
import { periodicJob, periodicJobsOf } from './periodic-job.ts';

type PeriodicRun = Parameters<typeof periodicJob>[1]['run'];

/** A job of four steps. Each writes an effect in the transaction that advances the cursor. */
interface SteppedRow extends JobRow {
  _id: string;
  cursor?: number;
}
const steps = [0, 1, 2, 3];
const collection = 'stepped_jobs';

interface Instance {
  readonly app: FastifyInstance;
  readonly call: ServiceCaller;
  readonly wake: () => void;
}

let service: Service;
const instances = new Set<Instance>();
/** Moments relative to the transaction of a step. */
const moments = ['before', 'during', 'after'] as const;
let atStep: (instance: Instance, id: string, step: number, when: (typeof moments)[number]) => Promise<void>;
/** Lets an instance go on that a test has made hang. */
let resume: () => void;

beforeAll(async () => {
  const config = loadConfig(baseConfigSchema, {
    ...(await testServiceSettings('jobs')),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
  });
  service = openService({ name: 'content', config });
  await service.prepare(async () => {
    for (const name of [collection, 'effects']) await service.connection.createCollection(name);
  });
});
afterAll(() => service.close());
beforeEach(() => {
  atStep = async () => undefined;
  resume = () => undefined;
});
afterEach(async () => {
  resume();
  await Promise.all([...instances].map(({ app }) => app.close()));
  instances.clear();
});

const rows = () => service.connection.collection<SteppedRow>(collection);
const effectsOf = async (id: string) =>
  (await service.connection.collection('effects').find({ id }).toArray()).map(({ step }) => step).sort();

async function startInstance(
  settings: Parameters<typeof createJobRunner>[2],
  definition: { readonly concurrency?: number; readonly maxFailures?: number } = {},
): Promise<Instance> {
  const app = createApp(service);
  const jobs = createJobRunner(app, service, { pollMs: 50, ...settings });
  const wake = jobs.register<SteppedRow>({
    name: 'stepped',
    collection,
    ...definition,
    dueFilter: () => ({}),
    async run(lease, { runBatches }) {
      const { _id } = lease.row;
      let { cursor = 0 } = lease.row;
      await runBatches(async () => {
        await atStep(instance, _id, cursor, 'before');
        await transact(service, { actor: null, requestId: null }, async ({ session }) => {
          await service.connection.collection('effects').insertOne({ id: _id, step: cursor }, { session });
          await lease.update({ $set: { cursor: cursor + 1 } }, {}, session);
          await atStep(instance, _id, cursor, 'during');
          if (cursor + 1 === steps.length) await rows().deleteOne({ _id }, { session });
        });
        await atStep(instance, _id, cursor, 'after');
        cursor += 1;
        return cursor === steps.length;
      });
    },
  });
  jobs.mountDeadJobs({ list: contentDeadJobsList, retry: contentDeadJobsRetry });
  const call = createServiceCaller(app, 'content', createInternalTokenSigner(localInternalPrivateKey));
  const instance: Instance = { app, call, wake };
  instances.add(instance);
  await app.ready();
  return instance;
}

const expectDone = (id: string) =>
  eventually(async () => {
    expect(await rows().findOne({ _id: id })).toBeNull();
    expect(await effectsOf(id)).toEqual(steps);
  });

const allMoments = steps.flatMap((step) => moments.map((when) => ({ step, when })));

describe.each(allMoments)('an instance that ends $when the transaction of step $step', ({ step, when }) => {
  it('gives its lease back when it is stopped, and another instance does the rest', async () => {
    // So long that the job is only finished in time if the lease is released.
    const leaseMs = 3_600_000;
    let stopping: Promise<unknown> | undefined;
    atStep = async ({ app }, _id, ...moment) => {
      if (!stopping && moment[0] === step && moment[1] === when) stopping = app.close();
    };
    await Promise.all([startInstance({ leaseMs }), startInstance({ leaseMs })]);
    const id = `stopped ${when} ${step}`;
    await rows().insertOne({ _id: id });
    // The last transaction is visible before the instance is at the moment after it.
    await eventually(() => expect(stopping).toBeDefined());
    await expectDone(id);
    await stopping;
  });

  it('loses its lease when it hangs or is killed; what it still does later has no effect', async () => {
    const leaseMs = 1_000;
    let holder: Instance | undefined;
    atStep = async (instance, _id, ...moment) => {
      if (holder || moment[0] !== step || moment[1] !== when) return;
      holder = instance;
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    };
    await Promise.all([startInstance({ leaseMs }), startInstance({ leaseMs })]);
    const id = `killed ${when} ${step}`;
    await rows().insertOne({ _id: id });
    await eventually(() => expect(holder).toBeDefined());
    await expectDone(id);
    resume();
    await holder?.app.close();
    expect(await effectsOf(id)).toEqual(steps);
  });
});

describe('a job that always fails', () => {
  const settings = { maxFailures: 3, maxRetryMs: 50 };
  const list = async ({ call }: Instance) =>
    (await call<{ jobs: DeadJob[] }>('GET', '/api/dead-jobs/content', undefined, { as: 'admin' })).body.jobs;
  const retry = ({ call }: Instance, body: object) =>
    call('POST', '/api/dead-jobs/content/retry', { ...body }, { as: 'admin' });

  it('dies alone, is listed and counted, and is finished when an admin retries it', async () => {
    let isBroken = true;
    atStep = async (_instance, id, step) => {
      if (isBroken && id === 'broken' && step === 2) throw new Error('An index is broken');
    };
    const instance = await startInstance(settings);
    await rows().insertMany([{ _id: 'broken' }, { _id: 'sound' }]);
    await expectDone('sound');
    await eventually(async () =>
      expect(await list(instance)).toEqual([
        {
          job: 'stepped',
          id: 'broken',
          failures: 3,
          error: 'Error: An index is broken',
          failedAt: expect.any(String),
        },
      ]),
    );
    const metrics = (await instance.app.inject('/metrics')).body;
    expect(metrics).toMatch(/^dead_jobs\{job="stepped",service="content"\} 1$/m);
    await rows().insertOne({ _id: 'later' });
    await expectDone('later');
    expect(await effectsOf('broken')).toEqual([0, 1]);

    isBroken = false;
    expect(await retry(instance, { job: 'stepped', id: 'broken' })).toMatchObject({
      status: 200,
      body: { message: deadJobMessages.retried },
    });
    await expectDone('broken');
    expect(await list(instance)).toEqual([]);
    expect(await findAuditRecords(service.connection)).toContainEqual(
      expect.objectContaining({
        ...{ service: 'content', entity: 'job', entityId: 'broken', title: 'stepped', action: 'updated' },
        ...{ detail: 'Retried after 3 failures', actor: { id: 1, role: 'admin' } },
      }),
    );
  });

  it('dies as well when it ends each process that runs it', async () => {
    const past = new Date(0);
    await rows().insertOne({ _id: 'crashing', holder: 'a killed process', heldUntil: past, failures: 2 });
    const instance = await startInstance(settings);
    await eventually(async () =>
      expect(await list(instance)).toMatchObject([
        { id: 'crashing', failures: 3, error: 'The process ended while it ran this job' },
      ]),
    );
    await rows().deleteMany({});
  });

  it('does not die while it makes progress', async () => {
    const failed = new Set<number>();
    atStep = async (_instance, _id, step, when) => {
      if (when !== 'before' || failed.has(step)) return;
      failed.add(step);
      throw new Error('A failure in each step');
    };
    await startInstance(settings);
    await rows().insertOne({ _id: 'slow', failures: 1 });
    await expectDone('slow');
  });

  it('is listed and retried only by admins, and only when it is dead', async () => {
    const instance = await startInstance(settings);
    for (const as of ['teacher', 'student'] as const) {
      expect((await instance.call('GET', '/api/dead-jobs/content', undefined, { as })).status).toBe(403);
      const body = { job: 'stepped', id: 'x' };
      expect((await instance.call('POST', '/api/dead-jobs/content/retry', body, { as })).status).toBe(403);
    }
    await rows().insertOne({ _id: 'alive', heldUntil: new Date(Date.now() + 3_600_000) });
    for (const [job, id] of [
      ['stepped', 'alive'],
      ['stepped', 'none'],
      ['unknown', 'alive'],
    ])
      expect((await retry(instance, { job, id })).status).toBe(404);
    await rows().deleteMany({});
  });
});

it('runs as many rows of a kind at once as its definition allows, each of them once', async () => {
  let running = 0;
  let mostRunning = 0;
  atStep = async (_instance, _id, step, when) => {
    if (step === 0 && when === 'before') running += 1;
    mostRunning = Math.max(mostRunning, running);
    if (step === 3 && when === 'after') running -= 1;
  };
  await startInstance({}, { concurrency: 3 });
  const ids = Array.from({ length: 12 }, (_, n) => `one of many ${n}`);
  await rows().insertMany(ids.map((_id) => ({ _id })));
  for (const id of ids) await expectDone(id);
  expect(mostRunning).toBe(3);
});

it('a kind of job can die sooner than others', async () => {
  atStep = async () => {
    throw new Error('Always');
  };
  await startInstance({ maxRetryMs: 10 }, { maxFailures: 1 });
  await rows().insertOne({ _id: 'frail' });
  await eventually(async () => expect((await rows().findOne({ _id: 'frail' }))?.heldUntil).toEqual(neverDue));
  expect((await rows().findOne({ _id: 'frail' }))?.failures).toBe(1);
  await rows().deleteMany({});
});

describe('a periodic job', () => {
  const name = 'periodic';
  const row = () => periodicJobsOf(service.connection).findOne({ _id: name });

  async function startPeriodic(run: PeriodicRun, everyMs: number) {
    const app = createApp(service);
    const jobs = createJobRunner(app, service, { pollMs: 20, leaseMs: 3_600_000 });
    jobs.register(periodicJob(service.connection, { name, everyMs, run }));
    instances.add({ app, call: createServiceCaller(app, 'content', () => ''), wake: () => undefined });
    await app.ready();
    return app;
  }
  afterEach(() => periodicJobsOf(service.connection).deleteMany({}));

  it('runs at the start of a service and again after each pause, in one instance at a time', async () => {
    let running = 0;
    let mostRunning = 0;
    let runs = 0;
    const run = async () => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      runs += 1;
    };
    await Promise.all([startPeriodic(run, 10), startPeriodic(run, 10)]);
    await eventually(() => expect(runs).toBeGreaterThan(5));
    expect(mostRunning).toBe(1);
  });

  it('is run by another instance when it is interrupted, and then not before its time', async () => {
    let isRunning = false;
    const first = await startPeriodic(async (_lease, { signal }) => {
      isRunning = true;
      await once(signal, 'abort');
    }, 3_600_000);
    await eventually(() => expect(isRunning).toBe(true));
    let runs = 0;
    await startPeriodic(async () => {
      runs += 1;
    }, 3_600_000);
    await first.close();
    await eventually(async () => expect((await row())?.dueAt.getTime()).toBeGreaterThan(Date.now()));
    expect(runs).toBe(1);
  });

  it('that is made due while it runs, runs once more', async () => {
    let runs = 0;
    await startPeriodic(async () => {
      runs += 1;
      const due = { $set: { dueAt: new Date(0) } };
      if (runs === 1) await periodicJobsOf(service.connection).updateOne({ _id: name }, due);
    }, 3_600_000);
    await eventually(async () => expect((await row())?.dueAt.getTime()).toBeGreaterThan(Date.now()));
    expect(runs).toBe(2);
  });
});
