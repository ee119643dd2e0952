import { randomInt } from 'node:crypto';
import { isDuplicateKey } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';

/** What lessons hang on. */
export type ParentKind = 'main-lesson' | 'lesson-type';

/** How many writes may rely on one parent at the same time without meeting. */
const stripeCount = 8;
const catalogueLockId = 'catalogue';

interface LockStripe {
  /** `main-lesson.7.3` */
  _id: string;
  /** `main-lesson.7` */
  parent: string;
  /** How many writes have passed. */
  passed: number;
}

const schema = new Schema<LockStripe>(
  { _id: String, parent: String, passed: Number },
  { versionKey: false, collection: 'parent_lanes' },
);
schema.index({ parent: 1 });

/**
 * The lanes of parents. MongoDB refuses the second of two transactions that write one document, but lets one
 * delete a parent while another stores a lesson that has just read it. So who relies on a parent takes one of its
 * lanes, and who deletes it, or changes what lessons take from it, takes all: these two exclude one another,
 * and the later one starts again and sees the other's work. Lessons created side by side seldom meet.
 */
export function parentLocksOf(connection: Connection): Model<LockStripe> {
  return connection.models.Lane ?? connection.model<LockStripe>('Lane', schema);
}

/** Gives a new parent its lanes. */
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

/** Relies on parents: until this transaction ends, nobody else's can take all lanes of any of them. */
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
 * Changes the order of a parent's lessons: until this transaction ends, nobody else's can, nor take all lanes. Lessons
 * are created side by side in the other lanes; a new one is the last in any case.
 */
export async function acquireLessonOrderLock(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<void> {
  await acquireStripes(connection, [`main-lesson.${id}.0`], session);
}

/** Changes the order of main lessons: until this transaction ends, nobody else's can. */
export async function acquireCatalogueLock(connection: Connection, session: ClientSession): Promise<void> {
  await acquireStripes(connection, [catalogueLockId], session);
}

/** Makes the one lane of the catalogue, where there is none yet. */
export async function createCatalogueLock(connection: Connection): Promise<void> {
  const stripe = { _id: catalogueLockId, parent: catalogueLockId, passed: 0 };
  await parentLocksOf(connection)
    .insertMany([stripe], { lean: true })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
}

/** Changes what lessons take from a parent: until this transaction ends, nobody else's can rely on it. */
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

/** Takes all lanes of a parent that goes, and them with it. */
export async function deleteParentLocks(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  await parentLocksOf(connection).deleteMany({ parent: `${kind}.${id}` }, { session });
}
