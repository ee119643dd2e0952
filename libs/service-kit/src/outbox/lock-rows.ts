import { type ClientSession, type Model, mongo } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';
import { markAsTransient } from './retry-transaction.ts';

/** The field that a lock increments. Only a write that changes a row conflicts with other writes of it. */
const lockField = 'lockCount';

/** Without options, the rows that exist are locked. */
type LockOptions<R extends { _id: number | string }> =
  /** `insert` returns the other fields of a row that does not exist, which is then inserted. */
  | { readonly insert?: (id: R['_id']) => Omit<R, '_id'>; readonly where?: never }
  /** Rows that do not match `where` are not locked. */
  | { readonly insert?: never; readonly where?: Partial<R> };

/**
 * Locks rows until the transaction ends, for a transaction that relies on them without changing them.
 *
 * MongoDB aborts the second of two transactions that write the same row, but it lets one delete or change a row while
 * another one relies on having read it (write skew). A lock is a write to the row, so it conflicts with every other
 * lock on the row and with every change of it. `transact` then runs the later transaction again, which sees the writes
 * of the other one. Read what the lock protects after locking. The counter is stored in the row's field `lockCount`.
 *
 * @param model the collection; the rows of a lock that protects nothing that is stored are rows of their own
 * @param ids in one round trip, in any order: a conflict ends at once instead of waiting, so there are no deadlocks
 * @returns how many rows existed and are locked
 */
export async function lockRows<R extends { _id: number | string }>(
  model: Model<R>,
  ids: readonly R['_id'][],
  session: ClientSession,
  { insert, where }: LockOptions<R> = {},
): Promise<number> {
  if (ids.length === 0) return 0;
  const updates = ids.map((_id) => ({
    updateOne: { filter: { ...where, _id }, update: lockUpdate(insert?.(_id)), upsert: insert !== undefined },
  }));
  const { matchedCount } = await rowsOf(model).bulkWrite(updates, { session }).catch(repeatOnInsertConflict);
  return matchedCount;
}

/**
 * Locks one row, as `lockRows` does, and returns it.
 *
 * @returns null when it does not exist
 */
export async function lockRow<R extends { _id: number | string }>(
  model: Model<R>,
  _id: R['_id'],
  session: ClientSession,
  { insert, where }: LockOptions<R> = {},
): Promise<R | null> {
  const row = await rowsOf(model)
    .findOneAndUpdate({ ...where, _id }, lockUpdate(insert?.(_id)), {
      session,
      upsert: insert !== undefined,
      returnDocument: 'after',
      projection: { [lockField]: 0 },
    })
    .catch(repeatOnInsertConflict);
  return row as R | null;
}

/** The model's collection: the field is not part of the model's schema. */
function rowsOf<R>(model: Model<R>): mongo.Collection<{ _id: number | string }> {
  return model.collection as unknown as mongo.Collection<{ _id: number | string }>;
}

function lockUpdate(insert: object = {}): object {
  // MongoDB 4.0 refuses an empty `$setOnInsert`.
  const inserts = Object.keys(insert).length > 0;
  return { $inc: { [lockField]: 1 }, ...(inserts ? { $setOnInsert: insert } : {}) };
}

/** Two transactions inserted the row at the same time. A repeated one finds it. */
function repeatOnInsertConflict(error: unknown): never {
  throw error instanceof mongo.MongoError && isDuplicateKey(error) ? markAsTransient(error) : error;
}
