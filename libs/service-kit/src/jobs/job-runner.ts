import type { DeadJobEndpoints } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import type { mongo } from 'mongoose';
import pLimit from 'p-limit';
import { pause } from '../concurrency/pause.ts';
import { measureDeadJobs } from '../http/metrics.ts';
import { mountEndpoint } from '../http/mount-endpoint.ts';
import type { Logger } from '../logging/logger.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import {
  acquireLease,
  dueAt,
  fromNow,
  type JobRow,
  type Lease,
  LeaseLostError,
  neverDue,
} from '../outbox/lease.ts';
import type { TransactDeps } from '../outbox/transact.ts';
import { watchRows } from '../outbox/watch-rows.ts';
import { createDeadJobs, type JobKind } from './dead-jobs.ts';

/**
 * A lease expires after its time without renewal; another instance then takes over. Due jobs are looked for in the poll's interval
 * after a commit of the process, otherwise half as often. Twenty failures take about ten minutes.
 */
const defaultSettings = { leaseMs: 7_000, pollMs: 1_000, maxRetryMs: 60_000, maxFailures: 20 };
const renewalsPerLease = 3.5;
/** Without a sign of a due row, each kind is looked for after this time. */
const unpromptedPollMs = 60_000;
const minRetryMs = 250;
/** A job whose definition has `giveUp` is given up after this many failures without progress. */
const giveUpAfter = 6;
/** Maximum pause after a batch; the pause is as long as the batch took, also on a machine that is slow. */
const maxPauseMs = 5_000;

/** Context of a running job. */
export interface JobContext {
  /** Aborted when the service stops: the job ends after the current batch, and another instance continues it. */
  readonly signal: AbortSignal;
  /**
   * Runs one batch of at most a few hundred writes in one transaction. A process runs one batch at a time across all
   * jobs, then pauses for as long as the batch took, so that requests get at least half of the database's capacity.
   *
   * @throws LeaseLostError before the batch starts, when another instance holds the row
   */
  runBatch<T>(work: () => Promise<T>): Promise<T>;
  /** Runs batches until one returns true, for done, or the service stops. */
  runBatches(work: () => Promise<boolean>): Promise<void>;
  /** Makes this process look for due rows after a time: the row will be due again then. */
  wakeAfter(ms: number): void;
}

/** A background job that continues after its request was answered. Rows of a collection describe the remaining work. */
export interface JobDefinition<R extends JobRow> {
  /** Name in log lines. */
  readonly name: string;
  readonly collection: string;
  /** Another instance takes over this long after a crash. By default seven seconds. */
  readonly leaseMs?: number;
  /** Longest delay of a retry. By default a minute. */
  readonly maxRetryMs?: number;
  /** A job is dead after this many failures without progress. By default 20. */
  readonly maxFailures?: number;
  /** Most rows that one instance processes at the same time. By default one. */
  readonly concurrency?: number;
  /** Stores what must be there before rows are looked for. It runs once, or until it does not fail. */
  prepare?(): Promise<void>;
  /** Selects the rows with remaining work at a time. */
  dueFilter(at: Date): mongo.Filter<JobRow>;
  /**
   * Whether rows are looked for before they are due. Otherwise a run begins up to eight seconds late, unless the process knows the
   * time by `wakeAfter`.
   */
  readonly looksAhead?: boolean;
  /** Does the remaining work, from wherever it was interrupted. Afterwards the row is no longer due. */
  run(lease: Lease<R>, jobContext: JobContext): Promise<void>;
  /** Ends the job after six failures in a row and reports that to the user. Without it, or when it fails, it dies later. */
  giveUp?(lease: Lease<R>): Promise<void>;
}

/** Runs background jobs: one instance per row at a time, for the lifetime of the app. */
export type JobRunner = ReturnType<typeof createJobRunner>;

/**
 * Creates a job runner that starts when the app is ready and stops with it, after the current batches.
 *
 * @param settings only for tests
 */
export function createJobRunner(
  app: FastifyInstance,
  service: TransactDeps & { readonly logger: Logger },
  settings: Partial<typeof defaultSettings> = {},
) {
  const { logger } = service;
  const { pollMs, ...defaults } = { ...defaultSettings, ...settings };
  const stopping = new AbortController();
  const { signal } = stopping;
  const exclusively = pLimit(1);
  const kinds: JobKind[] = [];
  const loops: (() => Promise<void>)[] = [];
  const deadJobs = createDeadJobs(service, kinds);
  measureDeadJobs(app.metrics.registry, deadJobs.counts);
  let running: Promise<unknown> = Promise.resolve();
  app.addHook('onReady', async () => {
    running = Promise.all(loops.map((loop) => loop()));
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    await running;
  });

  /** @param wakeAfter makes this process look for due rows after a time */
  async function runJob<R extends JobRow>(
    definition: JobDefinition<R>,
    lease: Lease<R>,
    wakeAfter: JobContext['wakeAfter'],
  ): Promise<void> {
    const { _id: id, failures = 0 } = lease.row;
    const { name: job, leaseMs, maxRetryMs, maxFailures } = { ...defaults, ...definition };
    if (failures >= maxFailures) {
      logger.error({ job, id, failures }, 'Background job is dead until an admin retries it');
      await lease.release({ heldUntil: neverDue });
      return;
    }
    // Not during a batch, whose transaction may write the same row.
    let isBatch = false;
    const renewTimer = setInterval(() => {
      if (!isBatch) lease.update({}).catch(() => undefined);
    }, leaseMs / renewalsPerLease);
    let hasProgressed = false;
    const runBatch: JobContext['runBatch'] = (work) =>
      exclusively(async () => {
        isBatch = true;
        const started = performance.now();
        try {
          await lease.update(hasProgressed ? { $set: { failures: 0 } as Partial<R> } : {});
          const result = await work();
          hasProgressed = true;
          return result;
        } finally {
          isBatch = false;
          await pause(Math.min(performance.now() - started, maxPauseMs), signal);
        }
      });
    async function runBatches(work: () => Promise<boolean>): Promise<void> {
      for (let done = false; !done && !signal.aborted; ) done = await runBatch(work);
    }
    try {
      if (definition.giveUp && failures >= giveUpAfter) await definition.giveUp(lease);
      else await definition.run(lease, { signal, runBatch, runBatches, wakeAfter });
      clearInterval(renewTimer);
      await lease.release(signal.aborted ? {} : { failures: 0 });
    } catch (error) {
      clearInterval(renewTimer);
      if (error instanceof LeaseLostError) return;
      if (isMongoUnavailable(error)) throw error;
      if (error === signal.reason) return lease.release();
      const count = await lease.recordFailure(error);
      logger.error({ err: error, job, id, failures: count }, 'Background job failed');
      const isGivenUp = count >= maxFailures || (definition.giveUp && count === giveUpAfter);
      const dueInMs = isGivenUp ? 0 : retryDelayMs(count, maxRetryMs);
      await lease.release({ heldUntil: fromNow(dueInMs) });
      wakeAfter(dueInMs);
    }
  }

  /** Exponential back-off with jitter. */
  function retryDelayMs(failures: number, maxRetryMs: number): number {
    return Math.min(minRetryMs * 2 ** failures, maxRetryMs) * (0.5 + Math.random() / 2);
  }

  return {
    /**
     * Starts processing the rows of a job, including rows that crashed instances left behind, at most ten seconds after
     * the crash.
     *
     * @returns a function to call after storing a row, so that it is processed immediately
     */
    register<R extends JobRow>(definition: JobDefinition<R>): () => void {
      let wakeController = new AbortController();

      async function loop(): Promise<void> {
        const { collection, leaseMs } = { ...defaults, ...definition };
        let isPrepared = false;
        const runs = new Set<Promise<void>>();
        const stopWatching = watchRows(service.connection, {
          collection,
          filter(soon) {
            const at = definition.looksAhead === false ? new Date() : soon;
            return dueAt(definition.dueFilter(at), at);
          },
          onFound: wake,
          ...(settings.pollMs
            ? { pauses: { firstMs: settings.pollMs, longestMs: settings.pollMs * 2 } }
            : {}),
        });
        while (!signal.aborted) {
          const { signal: woken } = wakeController;
          try {
            if (!isPrepared) await definition.prepare?.();
            isPrepared = true;
            const dueFilter = definition.dueFilter(new Date());
            const lease = await acquireLease<R>(service, { collection, dueFilter, leaseMs });
            if (lease) {
              const run = runJob(definition, lease, (ms) => setTimeout(wake, ms).unref())
                .catch(logUnexpected)
                .finally(() => runs.delete(run));
              runs.add(run);
              if (runs.size >= (definition.concurrency ?? 1)) await Promise.race(runs);
              continue;
            }
          } catch (error) {
            logUnexpected(error);
          }
          await pause(isPrepared ? unpromptedPollMs : pollMs, AbortSignal.any([signal, woken]));
        }
        stopWatching();
        await Promise.all(runs);
      }

      function logUnexpected(error: unknown): void {
        if (!isMongoUnavailable(error) && !(error instanceof LeaseLostError))
          logger.warn({ err: error, job: definition.name }, 'Could not look for due background jobs');
      }

      function wake(): void {
        wakeController.abort();
        wakeController = new AbortController();
      }
      kinds.push({ ...definition, wake });
      loops.push(loop);
      return wake;
    },

    /** Serves the list of dead jobs, and the retry of one. */
    mountDeadJobs({ list, retry }: DeadJobEndpoints): void {
      mountEndpoint(app, list, () => deadJobs.list());
      mountEndpoint(app, retry, (context) => deadJobs.retry(retry.service, context.body, context));
    },
  };
}
