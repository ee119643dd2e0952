import {
  type BodyOf,
  type MainLesson,
  mainLessonEvent,
  type mainLessonsMove,
} from '@khmer-learning/contracts';
import {
  ApiError,
  type ChangeContext,
  change,
  type EntityStore,
  inTurn,
  nextIdWithin,
  notFound,
  staleVersion,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { openCatalogueLane, takeCatalogueLane } from '../store/parent-lanes.ts';
import { type FindSiblings, type Place, type Placing, placeAfter } from '../store/places.ts';
import { mainLessonState, toMainLesson } from './main-lesson.answers.ts';
import { mainLessonIndexes, mainLessonsOf } from './main-lesson.model.ts';
import { type MainLessonRow, rowProjection } from './main-lesson.queries.ts';

/** Most old main lessons given a place by one command. */
const placedAtOnce = 1_000;

/**
 * Where a main lesson goes in the catalogue. Call it with the catalogue's lane taken, so that nobody else places one.
 *
 * @param placed the main lesson's id; it need not be stored yet
 */
export async function placeMainLesson(
  connection: Connection,
  placed: number,
  previous: Place | null,
  session: ClientSession,
): Promise<Placing> {
  const order = mainLessonIndexes.catalogue.all;
  const find: FindSiblings = (query, limit) =>
    mainLessonsOf(connection)
      .find({ ...query }, { position: 1 }, { session, limit })
      .sort(order)
      .hint(order)
      .lean();
  return placeAfter(placed, previous, find, () => nextIdWithin(connection, 'main-lesson', session));
}

/** Moves those main lessons that made room for another. */
export async function shiftMainLessons(
  connection: Connection,
  shifted: readonly Place[],
  tx: Transaction,
): Promise<void> {
  const { session } = tx;
  const updatedAt = new Date();
  for (const { id, position } of shifted) {
    const row = await mainLessonsOf(connection)
      .findOneAndUpdate(
        { _id: id },
        { $set: { position, updatedAt }, $inc: { version: 1 } },
        { session, new: true, projection: rowProjection },
      )
      .lean<MainLessonRow>();
    if (row) tx.changed(mainLessonEvent, { id, version: row.version, state: mainLessonState(row) });
  }
}

/** Makes the catalogue, and gives main lessons that were stored before there was one the place of a new one. */
export async function prepareCatalogue(connection: Connection): Promise<void> {
  await openCatalogueLane(connection);
  for (;;) {
    const old = await mainLessonsOf(connection)
      .find({ position: { $exists: false } }, { _id: 1 }, { limit: placedAtOnce })
      .hint(mainLessonIndexes.catalogue.all)
      .lean();
    if (old.length === 0) return;
    await mainLessonsOf(connection).bulkWrite(
      old.map(({ _id }) => ({
        updateOne: { filter: { _id, position: { $exists: false } }, update: { $set: { position: _id } } },
      })),
    );
  }
}

/** Moves main lessons within the catalogue. */
export function createMainLessonMoves(store: EntityStore) {
  const { connection } = store;
  // Side by side they would only refuse each other.
  const oneByOne = inTurn(1);

  async function previousOf(id: number, afterId: number, session: ClientSession): Promise<Place> {
    const previous = await mainLessonsOf(connection).findById(afterId, { position: 1 }, { session }).lean();
    if (!previous || afterId === id) throw notASibling();
    return { id: afterId, position: previous.position };
  }

  async function move(
    id: number,
    { afterId }: BodyOf<typeof mainLessonsMove>,
    ifMatch: number | undefined,
    context: ChangeContext,
  ): Promise<MainLesson> {
    return change(store, context, async (tx) => {
      const { session } = tx;
      const current = await mainLessonsOf(connection)
        .findById(id, rowProjection, { session })
        .lean<MainLessonRow>();
      if (!current) throw notFound('Main lesson');
      if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('main lesson');
      await takeCatalogueLane(connection, session);
      const previous = afterId === null ? null : await previousOf(id, afterId, session);
      const { position, shifted } = await placeMainLesson(connection, id, previous, session);

      const moved = { position, version: current.version + 1, updatedAt: new Date() };
      const next: MainLessonRow = { ...current, ...moved };
      await mainLessonsOf(connection).updateOne({ _id: id }, { $set: moved }, { session });
      tx.changed(mainLessonEvent, { id, version: next.version, state: mainLessonState(next) });
      tx.audit(mainLessonEvent, { action: 'moved', id, title: next.title });
      await shiftMainLessons(connection, shifted, tx);
      return toMainLesson(next);
    });
  }

  return (...args: Parameters<typeof move>) => oneByOne(() => move(...args));
}

function notASibling(): ApiError {
  const message = 'A main lesson can only stand after another one';
  return new ApiError(400, message, { issues: [{ path: 'afterId', message }] });
}
