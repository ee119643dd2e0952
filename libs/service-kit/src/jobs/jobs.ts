import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { mongo } from 'mongoose';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { Service } from '../process/open-service.ts';
import { inTurn } from '../queues/in-turn.ts';
import { type JobRow, type Lease, LeaseLost, takeLease } from './lease.ts';

const renewEveryMs = 2_000;
/** Every instance looks for work of which nobody takes care, at moments of its own. */
const lookEveryMs = { least: 1_000, most: 2_000 };
const firstRetryMs = 250;
const longestRetryMs = 60_000;
/** Work that fails so often in a row is given up, where its kind can be. */
const maxFailures = 6;
/** After a batch nothing is done for as long as it took, but no longer. */
const longestPauseMs = 1_000;

/** What work on a row is done with. */
export interface JobRun {
  /** Says that the service stops: work ends after the batch under way, and another instance goes on. */
  readonly signal: AbortSignal;
  /**
   * Does one bounded piece, at most some hundred writes in one transaction. Of all kinds of work one piece is done at
   * a time in a process, and after it nothing for as long as it took: calls have at least half of the database.
   *
   * @throws LeaseLost before it begins, when somebody else works on the row
   */
  batch<T>(work: () => Promise<T>): Promise<T>;
}

/** A kind of work that goes on after its request was answered, in the rows of a collection that say what is left. */
export interface JobKind<R extends JobRow> {
  /** What log lines call it. */
  readonly name: string;
  readonly collection: string;
  /** Which rows have work left. */
  due(): mongo.Filter<JobRow>;
  /** Does what is left; begun again wherever it was interrupted. Afterwards the row is no longer due. */
  work(lease: Lease<R>, run: JobRun): Promise<void>;
  /** Tells the person that it has failed too often. Work without it is tried again for ever, once a minute. */
  giveUp?(lease: Lease<R>): Promise<void>;
}

/** Work in the background, each row of it by one instance at a time, for as long as the app is there. */
export interface Jobs {
  /**
   * Looks after the rows of a kind from now on: those stored here and those that other instances have left behind,
   * at most ten seconds after their end.
   *
   * @returns call it when a row was stored: it is begun with at once
   */
  add<R extends JobRow>(kind: JobKind<R>): () => void;
}

/** Works while the app is ready, and stops with it, after the batches under way. */
export function createJobs(
  app: Pick<FastifyInstance, 'addHook'>,
  { connection, logger }: Pick<Service, 'connection' | 'logger'>,
): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const alone = inTurn(1);
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

  async function workOn<R extends JobRow>(kind: JobKind<R>, lease: Lease<R>): Promise<void> {
    const { _id } = lease.row;
    // Not during a batch: its transaction may write the row too.
    let isBatch = false;
    const renewing = setInterval(() => {
      if (!isBatch) lease.update({}).catch(() => undefined);
    }, renewEveryMs);
    const batch: JobRun['batch'] = (work) =>
      alone(async () => {
        isBatch = true;
        const started = performance.now();
        try {
          await lease.update({});
          return await work();
        } finally {
          isBatch = false;
          await pause(Math.min(performance.now() - started, longestPauseMs));
        }
      });
    try {
      if (kind.giveUp && (lease.row.failures ?? 0) >= maxFailures) await kind.giveUp(lease);
      else await kind.work(lease, { signal, batch });
      clearInterval(renewing);
      await lease.release();
    } catch (error) {
      clearInterval(renewing);
      if (error instanceof LeaseLost) return;
      if (isMongoAway(error)) throw error;
      const { failures = 1 } = await lease.update({ $inc: { failures: 1 } });
      logger.error({ err: error, job: kind.name, id: _id, failures }, 'Work in the background has failed');
      if (kind.giveUp && failures >= maxFailures) await kind.giveUp(lease);
      await lease.release(retryAfter(failures));
    }
  }

  return {
    add<R extends JobRow>(kind: JobKind<R>) {
      let woken = new AbortController();

      async function loop(): Promise<void> {
        while (!signal.aborted) {
          woken = new AbortController();
          try {
            const lease = await takeLease<R>(connection, kind.collection, kind.due());
            if (lease) {
              await workOn(kind, lease);
              continue;
            }
          } catch (error) {
            if (!isMongoAway(error) && !(error instanceof LeaseLost))
              logger.warn({ err: error, job: kind.name }, 'Work in the background could not be looked for');
          }
          const { least, most } = lookEveryMs;
          await pause(least + Math.random() * (most - least), AbortSignal.any([signal, woken.signal]));
        }
      }

      loops.push(loop);
      return () => woken.abort();
    },
  };
}

/** Twice as long after each failure, and never the same for two. */
function retryAfter(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, longestRetryMs) * (0.5 + Math.random() / 2);
}
