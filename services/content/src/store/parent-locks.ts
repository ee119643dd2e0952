import { randomInt } from 'node:crypto';
import { lockRows, modelOf } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';

export type ParentKind = 'main-lesson' | 'lesson-type';

/** Lock stripes per parent: about how many transactions can hold a shared lock at the same time. */
const stripeCount = 8;
const catalogueLockId = 'catalogue';

interface LockStripe {
  /** `main-lesson.7.3` */
  _id: string;
  /** `main-lesson.7` */
  parent: string;
}

// Its name in the database is that of the first release: instances of two releases must lock the same rows.
const schema = new Schema<LockStripe>(
  { _id: String, parent: String },
  { versionKey: false, collection: 'parent_lanes' },
);
schema.index({ parent: 1 });

/**
 * The model of the lock stripes of parents. A transaction that relies on a parent locks one of its stripes (shared
 * lock), and one that deletes the parent, or changes what lessons take from it, locks all of them (exclusive lock).
 * The two conflict, see `lockRows`. Concurrent shared locks seldom use the same stripe.
 */
export const parentLocksOf = modelOf('ParentLock', schema);

function allStripesOf(kind: ParentKind, id: number): string[] {
  return Array.from({ length: stripeCount }, (_, stripe) => `${kind}.${id}.${stripe}`);
}

export async function createParentLocks(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  const stripes = allStripesOf(kind, id).map((_id) => ({ _id, parent: `${kind}.${id}` }));
  await parentLocksOf(connection).insertMany(stripes, { session, lean: true });
}

/** Takes a shared lock on parents: until this transaction ends, no other can lock any of them exclusively. */
export async function acquireSharedParentLocks(
  connection: Connection,
  kind: ParentKind,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  const stripe = randomInt(stripeCount);
  await lockRows(
    parentLocksOf(connection),
    ids.map((id) => `${kind}.${id}.${stripe}`),
    session,
  );
}

/** Locks the order of a main lesson's lessons until this transaction ends. New lessons can still be created: they are last. */
export async function acquireLessonOrderLock(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<void> {
  await lockRows(parentLocksOf(connection), [`main-lesson.${id}.0`], session);
}

/** Locks the order of the catalogue: until this transaction ends, no other can change the order of main lessons. */
export async function acquireCatalogueLock(connection: Connection, session: ClientSession): Promise<void> {
  await lockRows(parentLocksOf(connection), [catalogueLockId], session, {
    insert: () => ({ parent: catalogueLockId }),
  });
}

/** Takes the exclusive lock on a parent: until this transaction ends, no other can take a shared lock on it. */
export async function acquireExclusiveParentLock(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  await lockRows(parentLocksOf(connection), allStripesOf(kind, id), session);
}

/** Deletes the lock stripes of a deleted parent. This conflicts with shared locks, like an exclusive lock. */
export async function deleteParentLocks(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  await parentLocksOf(connection).deleteMany({ parent: `${kind}.${id}` }, { session });
}
