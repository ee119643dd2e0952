import type { Connection } from 'mongoose';
import { fromNow, type JobRow, type Lease, LeaseLostError } from '../outbox/lease.ts';
import type { JobContext, JobDefinition } from './job-runner.ts';

const collection = 'periodic_jobs';

/** The row of a periodic job. It may have further fields, which stay from run to run. */
export interface PeriodicJobRow extends JobRow {
  /** The name of the job. */
  _id: string;
  /** When the next run begins. */
  dueAt: Date;
}

/** The rows of the periodic jobs of a service. */
export const periodicJobsOf = (connection: Connection) => connection.collection<PeriodicJobRow>(collection);

/**
 * Defines a job that runs again and again, in one instance at a time, and for the first time when a service starts. A run that
 * was interrupted starts anew, so it must be able to continue what an earlier one has done.
 *
 * @param options.everyMs the pause between the end of a run and the next
 * @param options.run may end early, without an error, when the signal is aborted
 */
export function periodicJob<R extends PeriodicJobRow>(
  connection: Connection,
  options: {
    readonly name: string;
    readonly everyMs: number;
    run(lease: Lease<R>, jobContext: JobContext): Promise<void>;
  },
): JobDefinition<R> {
  const { name, everyMs, run } = options;
  return {
    name,
    collection,
    dueFilter: (at) => ({ _id: name, dueAt: { $lte: at } }) as object,
    looksAhead: false,
    async prepare() {
      const $setOnInsert = { dueAt: new Date() };
      await periodicJobsOf(connection).updateOne({ _id: name }, { $setOnInsert }, { upsert: true });
    },
    async run(lease, jobContext) {
      const { dueAt } = lease.row;
      await run(lease, jobContext);
      if (jobContext.signal.aborted) return;
      const next = { $set: { dueAt: fromNow(everyMs) } as Partial<R> };
      // If somebody made it due meanwhile, it stays due.
      await lease.update(next, { dueAt } as Partial<R>).catch(ignoreLostLease);
      jobContext.wakeAfter(everyMs);
    },
  };
}

function ignoreLostLease(error: unknown): void {
  if (!(error instanceof LeaseLostError)) throw error;
}
