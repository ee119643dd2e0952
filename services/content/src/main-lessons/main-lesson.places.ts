import { mainLessonEvent } from '@khmer-learning/contracts';
import { type ServiceContext, nextIdInTransaction, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { createMoves, type Ordered, shiftSiblings } from '../store/moves.ts';
import { openCatalogueLane, takeCatalogueLane } from '../store/parent-lanes.ts';
import { type FindSiblings, type Place, type Placing, placeAfter, placeOld } from '../store/places.ts';
import { mainLessonState, toMainLesson } from './main-lesson.answers.ts';
import { mainLessonIndexes, mainLessonsOf } from './main-lesson.model.ts';
import { type MainLessonRow, rowProjection } from './main-lesson.queries.ts';

/**
 * Where a main lesson goes in the catalogue. Call it with the catalogue's lane taken, so that nobody else places one.
 *
 * @param placed the main lesson; without a position it is not stored yet
 */
export async function placeMainLesson(
  connection: Connection,
  placed: { readonly id: number; readonly position?: number },
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
  return placeAfter(placed, previous, find, () => nextIdInTransaction(connection, 'main-lesson', session));
}

/** The order of main lessons in the catalogue. */
function orderedMainLessons(connection: Connection): Ordered<MainLessonRow> {
  const mainLessons = mainLessonsOf(connection);
  return {
    thing: 'Main lesson',
    event: mainLessonEvent,
    notASibling: 'A main lesson can only stand after another one',
    read: (id, session) => mainLessons.findById(id, rowProjection, { session }).lean<MainLessonRow>(),
    readSibling: (_row, id, session) => mainLessons.findById(id, { position: 1 }, { session }).lean(),
    takeLane: (_row, session) => takeCatalogueLane(connection, session),
    place: ({ _id: id, position }, previous, session) =>
      placeMainLesson(connection, { id, position }, previous, session),
    store: ({ id, position }, session) =>
      mainLessons
        .findOneAndUpdate(
          { _id: id },
          { $set: { position, updatedAt: new Date() }, $inc: { version: 1 } },
          { session, new: true, projection: rowProjection },
        )
        .lean<MainLessonRow>(),
    tell: (row, tx) =>
      tx.emitChanged(mainLessonEvent, { id: row._id, version: row.version, state: mainLessonState(row) }),
  };
}

/** Moves those main lessons that made room for another. */
export function shiftMainLessons(
  connection: Connection,
  shifted: readonly Place[],
  tx: Transaction,
): Promise<void> {
  return shiftSiblings(orderedMainLessons(connection), shifted, tx);
}

/** Makes the catalogue, and gives main lessons that were stored before there was one the place of a new one. */
export async function prepareCatalogue(connection: Connection): Promise<void> {
  await openCatalogueLane(connection);
  await placeOld(mainLessonsOf(connection), (limit) =>
    mainLessonsOf(connection)
      .find({ position: { $exists: false } }, { _id: 1 }, { limit })
      .hint(mainLessonIndexes.catalogue.all)
      .lean(),
  );
}

/** Moves main lessons within the catalogue. */
export function createMainLessonMoves(store: ServiceContext) {
  return createMoves(store, orderedMainLessons(store.connection), toMainLesson);
}
