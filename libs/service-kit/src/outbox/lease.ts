import { randomUUID } from 'node:crypto';
import type { ClientSession, mongo } from 'mongoose';
import { type TransactDeps, transact } from './transact.ts';

/** The `heldUntil` of a dead job: no version of the service takes its row. */
export const neverDue = new Date('9999-12-31T00:00:00Z');
const maxErrorLength = 1_000;

/** Fields of a job's row. A new row needs only the id. */
export interface JobRow {
  _id: number | string;
  /** Holder and expiry of the lease. Without a holder, `heldUntil` is the time of the next attempt. */
  holder?: string | null;
  heldUntil?: Date;
  /** Failures since the last progress, including crashes of the holder. */
  failures?: number;
  /** The last failure. */
  error?: string;
  failedAt?: Date;
}

/** Another instance holds the row, or the row was deleted. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** An exclusive lease on a row. Every write checks it and fails once another instance holds the lease. */
export type Lease<R extends JobRow> = NonNullable<Awaited<ReturnType<typeof acquireLease<R>>>>;

/** The point in time some milliseconds from now. */
export const fromNow = (ms: number) => new Date(Date.now() + ms);

const failureFields = (error: string) => ({ error: error.slice(0, maxErrorLength), failedAt: new Date() });

/** Selects the due rows of a job that nobody holds at a time. */
export const dueAt = (dueFilter: mongo.Filter<JobRow>, at: Date): mongo.Filter<JobRow> => ({
  ...dueFilter,
  heldUntil: { $not: { $gt: at } },
});

/**
 * Acquires the lease of the due row that has waited longest. When the previous holder crashed without releasing it,
 * `failures` is incremented.
 *
 * @param options.dueFilter selects the rows with remaining work
 * @param options.leaseMs the lease expires after this time without renewal; another instance then takes over
 * @returns undefined when no row is due
 */
export async function acquireLease<R extends JobRow>(
  deps: TransactDeps,
  options: {
    readonly collection: string;
    readonly dueFilter: mongo.Filter<JobRow>;
    readonly leaseMs: number;
  },
) {
  const { collection, dueFilter, leaseMs } = options;
  const rows = deps.connection.collection<JobRow>(collection);
  const candidate = await rows.findOne(dueAt(dueFilter, new Date()), {
    sort: { heldUntil: 1 },
    projection: { holder: 1, heldUntil: 1 },
  });
  if (!candidate) return undefined;
  const { _id } = candidate;
  const holder = randomUUID();
  const failure = candidate.holder ? failureFields('The process ended while it ran this job') : {};
  // A killed holder may have left a transaction open that has written the row. `transact` aborts it; outside a
  // transaction, the write would wait for it for a minute.
  const { result: found } = await transact(deps, { actor: null, requestId: null }, ({ session }) =>
    rows.findOneAndUpdate(
      { ...dueAt(dueFilter, new Date()), _id, holder: candidate.holder ?? null },
      {
        $set: { holder, heldUntil: fromNow(leaseMs), ...failure },
        ...(candidate.holder ? { $inc: { failures: 1 } } : {}),
      },
      { returnDocument: 'after', session },
    ),
  );
  if (!found) return undefined;

  async function update(
    { $set, $inc }: { $set?: Partial<R>; $inc?: Readonly<Record<string, number>> },
    where: Partial<R> = {},
    session?: ClientSession,
  ): Promise<R> {
    const mutation = { $set: { ...$set, heldUntil: fromNow(leaseMs) }, ...($inc ? { $inc } : {}) };
    const updated = await rows.findOneAndUpdate(
      { ...(where as mongo.Filter<JobRow>), _id, holder },
      mutation as object,
      { returnDocument: 'after', ...(session ? { session } : {}) },
    );
    if (!updated) throw new LeaseLostError();
    return updated as unknown as R;
  }

  return {
    /** The row when the lease was acquired. */
    row: found as unknown as R,

    /**
     * Changes the row and renews the lease.
     *
     * @param where additional conditions
     * @returns the updated row
     * @throws LeaseLostError when the lease is lost or a condition is not met
     */
    update,

    /** Counts a failure and renews the lease. @returns the number of failures. @throws LeaseLostError */
    async recordFailure(error: unknown): Promise<number> {
      const $set = failureFields(String(error)) as Partial<R>;
      const { failures = 1 } = await update({ $inc: { failures: 1 }, $set });
      return failures;
    },

    /** Releases the lease. @param changes the time of the next attempt, by default now; the new number of failures */
    async release(changes?: Pick<JobRow, 'heldUntil' | 'failures'>): Promise<void> {
      await rows.updateOne({ _id, holder }, { $set: { holder: null, heldUntil: new Date(0), ...changes } });
    },
  };
}
