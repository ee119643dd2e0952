import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, mongo } from 'mongoose';

/** A lease expires after this time without renewal; another instance then takes over. */
const leaseDurationMs = 7_000;

/** Fields of a job's row. A new row needs only the id. */
export interface JobRow {
  _id: number | string;
  /** Holder and expiry of the lease. */
  holder?: string | null;
  heldUntil?: Date;
  /** Consecutive failures, including crashes of the holder. */
  failures?: number;
}

/** Another instance holds the row, or the row was deleted. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** An exclusive lease on a row. Every write checks it and fails once another instance holds the lease. */
export interface Lease<R extends JobRow> {
  /** The row when the lease was acquired. */
  readonly row: R;
  /**
   * Changes the row and renews the lease.
   *
   * @param where additional conditions
   * @returns the updated row
   * @throws LeaseLostError when the lease is lost or a condition is not met
   */
  update(
    mutation: { $set?: Partial<R>; $inc?: Readonly<Record<string, number>> },
    where?: Partial<R>,
    session?: ClientSession,
  ): Promise<R>;
  /** Releases the lease, immediately or after a delay in milliseconds. */
  release(afterMs?: number): Promise<void>;
}

const fromNow = (ms: number) => new Date(Date.now() + ms);

/**
 * Acquires the lease of the due row that has waited longest. When the previous holder crashed without releasing it,
 * `failures` is incremented.
 *
 * @param dueFilter selects the rows with remaining work
 * @returns undefined when no row is due
 */
export async function acquireLease<R extends JobRow>(
  connection: Connection,
  collection: string,
  dueFilter: mongo.Filter<JobRow>,
): Promise<Lease<R> | undefined> {
  const rows = connection.collection<JobRow>(collection);
  const candidate = await rows.findOne(
    { ...dueFilter, heldUntil: { $not: { $gt: new Date() } } },
    { sort: { heldUntil: 1 }, projection: { holder: 1, heldUntil: 1 } },
  );
  if (!candidate) return undefined;
  const { _id } = candidate;
  const holder = randomUUID();
  const found = await rows.findOneAndUpdate(
    { ...dueFilter, _id, holder: candidate.holder ?? null, heldUntil: { $not: { $gt: new Date() } } },
    {
      $set: { holder, heldUntil: fromNow(leaseDurationMs) },
      ...(candidate.holder ? { $inc: { failures: 1 } } : {}),
    },
    { returnDocument: 'after' },
  );
  if (!found) return undefined;

  return {
    row: found as unknown as R,

    async update({ $set, $inc }, where = {}, session) {
      const mutation = {
        $set: { ...$set, heldUntil: fromNow(leaseDurationMs) },
        ...($inc ? { $inc } : {}),
      };
      const updated = await rows.findOneAndUpdate(
        { ...(where as mongo.Filter<JobRow>), _id, holder },
        mutation as object,
        {
          returnDocument: 'after',
          ...(session ? { session } : {}),
        },
      );
      if (!updated) throw new LeaseLostError();
      return updated as unknown as R;
    },

    async release(afterMs = 0) {
      await rows.updateOne(
        { _id, holder },
        { $set: { holder: null, heldUntil: afterMs > 0 ? fromNow(afterMs) : new Date(0) } },
      );
    },
  };
}
