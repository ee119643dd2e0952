import { randomInt } from 'node:crypto';
import { isDuplicateKey } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';

/** What lessons hang on. */
export type ParentKind = 'main-lesson' | 'lesson-type';

/** How many writes may rely on one parent at the same time without meeting. */
const laneCount = 8;
const catalogueLane = 'catalogue';

interface Lane {
  /** `main-lesson.7.3` */
  _id: string;
  /** `main-lesson.7` */
  parent: string;
  /** How many writes have passed. */
  passed: number;
}

const schema = new Schema<Lane>(
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
export function lanesOf(connection: Connection): Model<Lane> {
  return connection.models.Lane ?? connection.model<Lane>('Lane', schema);
}

/** Gives a new parent its lanes. */
export async function openLanes(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  const parent = `${kind}.${id}`;
  const lanes = Array.from({ length: laneCount }, (_, lane) => ({
    _id: `${parent}.${lane}`,
    parent,
    passed: 0,
  }));
  await lanesOf(connection).insertMany(lanes, { session, lean: true });
}

/** Relies on parents: until this transaction ends, nobody else's can take all lanes of any of them. */
export async function takeLane(
  connection: Connection,
  kind: ParentKind,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  const lane = randomInt(laneCount);
  await takeLanes(
    connection,
    ids.map((id) => `${kind}.${id}.${lane}`),
    session,
  );
}

async function takeLanes(
  connection: Connection,
  lanes: readonly string[],
  session: ClientSession,
): Promise<void> {
  await lanesOf(connection).updateMany({ _id: { $in: lanes } }, { $inc: { passed: 1 } }, { session });
}

/**
 * Changes the order of a parent's lessons: until this transaction ends, nobody else's can, nor take all lanes. Lessons
 * are created side by side in the other lanes; a new one is the last in any case.
 */
export async function takeOrderLane(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<void> {
  await takeLanes(connection, [`main-lesson.${id}.0`], session);
}

/** Changes the order of main lessons: until this transaction ends, nobody else's can. */
export async function takeCatalogueLane(connection: Connection, session: ClientSession): Promise<void> {
  await takeLanes(connection, [catalogueLane], session);
}

/** Makes the one lane of the catalogue, where there is none yet. */
export async function openCatalogueLane(connection: Connection): Promise<void> {
  const lane = { _id: catalogueLane, parent: catalogueLane, passed: 0 };
  await lanesOf(connection)
    .insertMany([lane], { lean: true })
    .catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
}

/** Changes what lessons take from a parent: until this transaction ends, nobody else's can rely on it. */
export async function takeAllLanes(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  await lanesOf(connection).updateMany({ parent: `${kind}.${id}` }, { $inc: { passed: 1 } }, { session });
}

/** Takes all lanes of a parent that goes, and them with it. */
export async function closeLanes(
  connection: Connection,
  kind: ParentKind,
  id: number,
  session: ClientSession,
): Promise<void> {
  await lanesOf(connection).deleteMany({ parent: `${kind}.${id}` }, { session });
}
