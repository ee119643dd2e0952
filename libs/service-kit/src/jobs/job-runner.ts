import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { mongo } from 'mongoose';
import { createConcurrencyLimiter } from '../concurrency/concurrency.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import type { Service } from '../process/open-service.ts';
import { acquireLease, type JobRow, type Lease, LeaseLostError } from './lease.ts';

const renewIntervalMs = 2_000;
/** Polling interval for due jobs; random, so that instances do not poll at the same time. */
const pollIntervalMs = { min: 1_000, max: 2_000 };
const minRetryMs = 250;
const maxRetryMs = 60_000;
/** A job is given up after this many consecutive failures, if its definition has `giveUp`. */
const maxFailures = 6;
/** Maximum pause after a batch; the pause is as long as the batch took. */
const maxPauseMs = 1_000;

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
}

/** A background job that continues after its request was answered. Rows of a collection describe the remaining work. */
export interface JobDefinition<R extends JobRow> {
  /** Name in log lines. */
  readonly name: string;
  readonly collection: string;
  /** Selects the rows with remaining work. */
  dueFilter(): mongo.Filter<JobRow>;
  /** Does the remaining work, from wherever it was interrupted. Afterwards the row is no longer due. */
  run(lease: Lease<R>, jobContext: JobContext): Promise<void>;
  /** Reports the permanent failure to the user. A job without it is retried forever, once a minute. */
  giveUp?(lease: Lease<R>): Promise<void>;
}

/** Runs background jobs: one instance per row at a time, for the lifetime of the app. */
export interface JobRunner {
  /**
   * Starts processing the rows of a job, including rows that crashed instances left behind, at most ten seconds after
   * the crash.
   *
   * @returns a function to call after storing a row, so that it is processed immediately
   */
  register<R extends JobRow>(definition: JobDefinition<R>): () => void;
}

/** Creates a job runner that starts when the app is ready and stops with it, after the current batches. */
export function createJobRunner(
  app: Pick<FastifyInstance, 'addHook'>,
  { connection, logger }: Pick<Service, 'connection' | 'logger'>,
): JobRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  const exclusively = createConcurrencyLimiter(1);
  const loops: (() => Promise<void>)[] = [];
  let running: Promise<unknown> = Promise.resolve();
  app.addHook('onReady', async () => {
    running = Promise.all(loops.map((loop) => loop()));
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    await running;
  });

  const pause = (ms: number, until = signal) =>
    delay(ms, undefined, { signal: until }).catch(() => undefined);

  async function runJob<R extends JobRow>(definition: JobDefinition<R>, lease: Lease<R>): Promise<void> {
    const { _id } = lease.row;
    // Not during a batch, whose transaction may write the same row.
    let isBatch = false;
    const renewTimer = setInterval(() => {
      if (!isBatch) lease.update({}).catch(() => undefined);
    }, renewIntervalMs);
    const runBatch: JobContext['runBatch'] = (work) =>
      exclusively(async () => {
        isBatch = true;
        const started = performance.now();
        try {
          await lease.update({});
          return await work();
        } finally {
          isBatch = false;
          await pause(Math.min(performance.now() - started, maxPauseMs));
        }
      });
    try {
      if (definition.giveUp && (lease.row.failures ?? 0) >= maxFailures) await definition.giveUp(lease);
      else await definition.run(lease, { signal, runBatch });
      clearInterval(renewTimer);
      await lease.release();
    } catch (error) {
      clearInterval(renewTimer);
      if (error instanceof LeaseLostError) return;
      if (isMongoUnavailable(error)) throw error;
      const { failures = 1 } = await lease.update({ $inc: { failures: 1 } });
      logger.error({ err: error, job: definition.name, id: _id, failures }, 'Background job failed');
      if (definition.giveUp && failures >= maxFailures) await definition.giveUp(lease);
      await lease.release(retryDelayMs(failures));
    }
  }

  return {
    register<R extends JobRow>(definition: JobDefinition<R>) {
      let wakeController = new AbortController();

      async function loop(): Promise<void> {
        while (!signal.aborted) {
          wakeController = new AbortController();
          try {
            const lease = await acquireLease<R>(connection, definition.collection, definition.dueFilter());
            if (lease) {
              await runJob(definition, lease);
              continue;
            }
          } catch (error) {
            if (!isMongoUnavailable(error) && !(error instanceof LeaseLostError))
              logger.warn({ err: error, job: definition.name }, 'Could not look for due background jobs');
          }
          const { min, max } = pollIntervalMs;
          await pause(min + Math.random() * (max - min), AbortSignal.any([signal, wakeController.signal]));
        }
      }

      loops.push(loop);
      return () => wakeController.abort();
    },
  };
}

/** Exponential back-off with jitter. */
function retryDelayMs(failures: number): number {
  return Math.min(minRetryMs * 2 ** failures, maxRetryMs) * (0.5 + Math.random() / 2);
}
