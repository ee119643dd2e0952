import { type LessonSummary, lessonEvent, lessonLevels } from '@khmer-learning/contracts';
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
import { readParentLessonTypes } from '../../parents/parents.ts';
import { acquireLessonOrderLock } from '../../store/parent-locks.ts';
import { lessonIndexes, lessonRowProjection, lessonsOf, visibilities } from '../model/lesson.model.ts';
import { byPosition } from '../reads/lesson.filters.ts';

import { type LessonRow, readLesson } from '../reads/lesson.queries.ts';
import { lessonFeed, parentNotFound, toLessonSummary } from './lesson.kind.ts';

/**
 * Computes the position of a lesson right after `previous`, or first when `previous` is null. The caller holds the
 * lock on the main lesson's order.
 *
 * @param item the lesson; without a position when it is not stored yet
 */
export async function computeLessonPosition(
  connection: Connection,
  mainLessonId: number,
  item: { readonly id: number; readonly position?: number },
  previous: SiblingPosition | null,
  session: ClientSession,
): Promise<Placement> {
  const inMainLesson = { mainLessonId, visibility: { $in: visibilities }, level: { $in: lessonLevels } };
  const find: FindSiblings = (query, limit) =>
    lessonsOf(connection)
      .find({ ...inMainLesson, ...query }, { position: 1 }, { session, limit })
      .sort(byPosition)
      .hint(lessonIndexes.position)
      .lean();
  return computePositionAfter(item, previous, find, () => nextIdInTransaction(connection, 'lesson', session));
}

/** Reads and writes the order of lessons within their main lessons. */
function lessonSiblingRepository(connection: Connection): SiblingRepository<LessonRow> {
  const lessons = lessonsOf(connection);
  return {
    entityLabel: 'Lesson',
    event: lessonEvent,
    notASiblingMessage: 'A lesson can only be placed after another lesson of the same main lesson',
    read: async (id, session) => (await readLesson(connection, id, session))?.lesson ?? null,
    async readSibling({ mainLessonId }, id, session) {
      const sibling = (await readLesson(connection, id, session))?.lesson;
      return sibling?.mainLessonId === mainLessonId ? sibling : null;
    },
    acquireLock: ({ mainLessonId }, session) => acquireLessonOrderLock(connection, mainLessonId, session),
    computePosition: ({ _id: id, mainLessonId, position }, previous, session) =>
      computeLessonPosition(connection, mainLessonId, { id, position }, previous, session),
    storePosition: ({ id, position }, updatedAt, session) =>
      lessons
        .findOneAndUpdate(
          { _id: id },
          { $set: { position, updatedAt }, $inc: { version: 1 } },
          { session, projection: lessonRowProjection },
        )
        .lean<LessonRow>(),
    emitChanged: (before, after, tx) => emitItem(tx, lessonFeed, { before, after }),
  };
}

/** Stores the new positions of lessons that were shifted to make room, each with a new version and an event. */
export function storeShiftedLessons(
  connection: Connection,
  shifted: readonly SiblingPosition[],
  tx: Transaction,
): Promise<void> {
  return storeShiftedSiblings(lessonSiblingRepository(connection), shifted, tx);
}

/** Creates the function that moves a lesson within its main lesson; see `createSiblingMover`. */
export function createLessonMover(store: ServiceContext) {
  const { connection } = store;
  return createSiblingMover(
    store,
    lessonSiblingRepository(connection),
    async (lesson, session): Promise<LessonSummary> => {
      const { lessonTypeId } = lesson;
      const lessonType = (await readParentLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
      if (!lessonType) throw parentNotFound('lessonTypeId');
      return toLessonSummary(lesson, lessonType);
    },
  );
}
