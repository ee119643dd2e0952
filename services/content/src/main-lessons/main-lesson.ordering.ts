import { mainLessonEvent } from '@khmer-learning/contracts';
import {
  computePositionAfter,
  createSiblingMover,
  emitItem,
  type FindSiblings,
  type Placement,
  type SiblingPosition,
  type SiblingRepository,
  storeShiftedSiblings,
} from '@khmer-learning/item-kit';
import { nextIdInTransaction, type ServiceContext, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { acquireCatalogueLock } from '../store/parent-locks.ts';
import { mainLessonFeed, toMainLesson } from './main-lesson.kind.ts';
import { mainLessonIndexes, mainLessonsOf } from './main-lesson.model.ts';

import { type MainLessonRow, mainLessonRowProjection } from './main-lesson.queries.ts';

/**
 * Computes the position of a main lesson right after `previous`, or first when `previous` is null. The caller holds
 * the lock on the catalogue.
 *
 * @param item the main lesson; without a position when it is not stored yet
 */
export async function computeMainLessonPosition(
  connection: Connection,
  item: { readonly id: number; readonly position?: number },
  previous: SiblingPosition | null,
  session: ClientSession,
): Promise<Placement> {
  const order = mainLessonIndexes.catalogue.all;
  const find: FindSiblings = (query, limit) =>
    mainLessonsOf(connection)
      .find({ ...query }, { position: 1 }, { session, limit })
      .sort(order)
      .hint(order)
      .lean();
  return computePositionAfter(item, previous, find, () =>
    nextIdInTransaction(connection, 'main-lesson', session),
  );
}

/** Reads and writes the order of main lessons in the catalogue. */
function mainLessonSiblingRepository(connection: Connection): SiblingRepository<MainLessonRow> {
  const mainLessons = mainLessonsOf(connection);
  return {
    entityLabel: 'Main lesson',
    event: mainLessonEvent,
    notASiblingMessage: 'A main lesson can only be placed after another main lesson',
    read: (id, session) =>
      mainLessons.findById(id, mainLessonRowProjection, { session }).lean<MainLessonRow>(),
    readSibling: (_row, id, session) => mainLessons.findById(id, { position: 1 }, { session }).lean(),
    acquireLock: (_row, session) => acquireCatalogueLock(connection, session),
    computePosition: ({ _id: id, position }, previous, session) =>
      computeMainLessonPosition(connection, { id, position }, previous, session),
    storePosition: ({ id, position }, updatedAt, session) =>
      mainLessons
        .findOneAndUpdate(
          { _id: id },
          { $set: { position, updatedAt }, $inc: { version: 1 } },
          { session, projection: mainLessonRowProjection },
        )
        .lean<MainLessonRow>(),
    emitChanged: (before, after, tx) => emitItem(tx, mainLessonFeed, { before, after }),
  };
}

/** Stores the new positions of main lessons shifted to make room, each with a new version and an event. */
export function storeShiftedMainLessons(
  connection: Connection,
  shifted: readonly SiblingPosition[],
  tx: Transaction,
): Promise<void> {
  return storeShiftedSiblings(mainLessonSiblingRepository(connection), shifted, tx);
}

/** Creates the function that moves a main lesson within the catalogue; see `createSiblingMover`. */
export function createMainLessonMover(store: ServiceContext) {
  return createSiblingMover(store, mainLessonSiblingRepository(store.connection), toMainLesson);
}
