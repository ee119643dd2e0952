import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { mongo } from 'mongoose';
import { createConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import type { Service } from '../process/open-service.ts';
import { acquireLease, type JobRow, type Lease, LeaseLostError } from './lease.ts';

const renewIntervalMs = 2_000;
/** Every instance looks for work of which nobody takes care, at moments of its own. */
const pollIntervalMs = { min: 1_000, max: 2_000 };
const minRetryMs = 250;
const maxRetryMs = 60_000;
/** Work that fails so often in a row is given up, where its kind can be. */
const maxFailures = 6;
/** After a batch nothing is done for as long as it took, but no longer. */
const maxPauseMs = 1_000;

/** What work on a row is done with. */
export interface JobContext {
  /** Says that the service stops: work ends after the batch under way, and another instance goes on. */
  readonly signal: AbortSignal;
  /**
   * Does one bounded piece, at most some hundred writes in one transaction. Of all kinds of work one piece is done at
   * a time in a process, and after it nothing for as long as it took: calls have at least half of the database.
   *
   * @throws LeaseLost before it begins, when somebody else works on the row
   */
  runBatch<T>(work: () => Promise<T>): Promise<T>;
}

/** A kind of work that goes on after its request was answered, in the rows of a collection that say what is left. */
export interface JobDefinition<R extends JobRow> {
  /** What log lines call it. */
  readonly name: string;
  readonly collection: string;
  /** Which rows have work left. */
  dueFilter(): mongo.Filter<JobRow>;
  /** Does what is left; begun again wherever it was interrupted. Afterwards the row is no longer due. */
  run(lease: Lease<R>, jobContext: JobContext): Promise<void>;
  /** Tells the person that it has failed too often. Work without it is tried again for ever, once a minute. */
  giveUp?(lease: Lease<R>): Promise<void>;
}

/** Work in the background, each row of it by one instance at a time, for as long as the app is there. */
export interface JobRunner {
  /**
   * Looks after the rows of a kind from now on: those stored here and those that other instances have left behind,
   * at most ten seconds after their end.
   *
   * @returns call it when a row was stored: it is begun with at once
   */
  register<R extends JobRow>(definition: JobDefinition<R>): () => void;
}

/** Works while the app is ready, and stops with it, after the batches under way. */
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
    // Not during a batch: its transaction may write the row too.
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
      logger.error(
        { err: error, job: definition.name, id: _id, failures },
        'Work in the background has failed',
      );
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
              logger.warn(
                { err: error, job: definition.name },
                'Work in the background could not be looked for',
              );
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

/** Twice as long after each failure, and never the same for two. */
function retryDelayMs(failures: number): number {
  return Math.min(minRetryMs * 2 ** failures, maxRetryMs) * (0.5 + Math.random() / 2);
}
