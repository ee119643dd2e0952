import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, mongo } from 'mongoose';

/** After so long without a sign of life somebody else goes on with the work. */
const leaseDurationMs = 7_000;

/** What a row of work has that goes on after its request was answered; a new one needs none of it but the id. */
export interface JobRow {
  _id: number | string;
  /** Who works on it, and until when nobody else may. */
  holder?: string | null;
  heldUntil?: Date;
  /** How often in a row work on it has failed, or ended with its holder. */
  failures?: number;
}

/** Somebody else works on the row, or it is gone. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The right to work on a row, alone. Every write by it says so, and fails once the right has gone to another. */
export interface Lease<R extends JobRow> {
  /** As it was when the right was taken. */
  readonly row: R;
  /**
   * Changes the row, and keeps the right for longer.
   *
   * @param where what must still be so
   * @returns the row as it is now
   * @throws LeaseLost
   */
  update(
    mutation: { $set?: Partial<R>; $inc?: Readonly<Record<string, number>> },
    where?: Partial<R>,
    session?: ClientSession,
  ): Promise<R>;
  /** Lets others have it, at once or after so many milliseconds. */
  release(afterMs?: number): Promise<void>;
}

const fromNow = (ms: number) => new Date(Date.now() + ms);

/**
 * Takes the right to work on one of a collection's rows, of which nobody has it: the one that has waited longest. One
 * whose holder ended without releasing it has failed once more.
 *
 * @param dueFilter which rows have work left
 * @returns undefined when there is none
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
