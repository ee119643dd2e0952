import { randomInt } from 'node:crypto';
import { isDuplicateKey } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';

/** The kinds of parents of a lesson. */
export type ParentKind = 'main-lesson' | 'lesson-type';

/** Lock stripes per parent: about how many transactions can hold a shared lock at the same time. */
const stripeCount = 8;
const catalogueLockId = 'catalogue';

interface LockStripe {
  /** `main-lesson.7.3` */
  _id: string;
  /** `main-lesson.7` */
  parent: string;
  /** How often the stripe has been locked. A write is what makes two transactions conflict. */
  passed: number;
}

const schema = new Schema<LockStripe>(
  { _id: String, parent: String, passed: Number },
  { versionKey: false, collection: 'parent_lanes' },
);
schema.index({ parent: 1 });

/**
 * The model of the lock stripes of parents. MongoDB aborts the second of two transactions that write the same
 * document, but it lets one delete a parent while another inserts a lesson after only reading that parent. So a
 * transaction that relies on a parent writes one of its stripes (shared lock), and one that deletes the parent, or
 * changes what lessons take from it, writes all of them (exclusive lock). The two conflict, and the later one is
 * retried and sees the other's writes. Concurrent shared locks seldom use the same stripe.
 */
export function parentLocksOf(connection: Connection): Model<LockStripe> {
  return connection.models.Lane ?? connection.model<LockStripe>('Lane', schema);
}

/** Creates the lock stripes of a new parent. */
export async function createParentLocks(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  const parent = `${kind}.${id}`;
  const stripes = Array.from({ length: stripeCount }, (_, stripe) => ({
    _id: `${parent}.${stripe}`,
    parent,
    passed: 0,
  }));
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
  await acquireStripes(
    connection,
    ids.map((id) => `${kind}.${id}.${stripe}`),
    session,
  );
}

async function acquireStripes(
  connection: Connection,
  stripes: readonly string[],
  session: ClientSession,
): Promise<void> {
  await parentLocksOf(connection).updateMany({ _id: { $in: stripes } }, { $inc: { passed: 1 } }, { session });
}

/**
 * Locks the order of a main lesson's lessons: until this transaction ends, no other can change the order or lock the
 * main lesson exclusively. Lessons can still be created through the other stripes; a new lesson is last anyway.
 */
export async function acquireLessonOrderLock(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<void> {
  await acquireStripes(connection, [`main-lesson.${id}.0`], session);
}

/** Locks the order of the catalogue: until this transaction ends, no other can change the order of main lessons. */
export async function acquireCatalogueLock(connection: Connection, session: ClientSession): Promise<void> {
  await acquireStripes(connection, [catalogueLockId], session);
}

/** Creates the lock of the catalogue, unless it exists. */
export async function createCatalogueLock(connection: Connection): Promise<void> {
  const stripe = { _id: catalogueLockId, parent: catalogueLockId, passed: 0 };
  await parentLocksOf(connection)
    .insertMany([stripe], { lean: true })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
}

/** Takes the exclusive lock on a parent: until this transaction ends, no other can take a shared lock on it. */
export async function acquireExclusiveParentLock(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  await parentLocksOf(connection).updateMany(
    { parent: `${kind}.${id}` },
    { $inc: { passed: 1 } },
    { session },
  );
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
