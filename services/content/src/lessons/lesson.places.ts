import { type LessonSummary, lessonEvent, lessonLevels } from '@khmer-learning/contracts';
import { type ServiceContext, nextIdInTransaction, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { readLessonTypes } from '../lesson-types/lesson-type.parents.ts';
import { createMoves, type Ordered, shiftSiblings } from '../store/moves.ts';
import { takeOrderLane } from '../store/parent-lanes.ts';
import { type FindSiblings, type Place, type Placing, placeAfter, placeOld } from '../store/places.ts';
import { lessonState, toLessonSummary } from './lesson.answers.ts';
import { parentMissing } from './lesson.creation.ts';
import { byPlace } from './lesson.filters.ts';
import { fullProjection, lessonIndexes, lessonsOf, visibilities } from './lesson.model.ts';
import { type FullLesson, readToChange } from './lesson.queries.ts';

/** A place after all lessons of any main lesson there are: no lesson that is created later comes before it. */
export function lastPosition(connection: Connection, session: ClientSession): Promise<number> {
  return nextIdInTransaction(connection, 'lesson', session);
}

/**
 * Where a lesson goes in a main lesson. Call it with the main lesson's order lane taken, so that nobody else places one.
 *
 * @param placed the lesson; without a position it is not stored yet
 */
export async function placeLesson(
  connection: Connection,
  mainLessonId: number,
  placed: { readonly id: number; readonly position?: number },
  previous: Place | null,
  session: ClientSession,
): Promise<Placing> {
  const inMainLesson = { mainLessonId, visibility: { $in: visibilities }, level: { $in: lessonLevels } };
  const find: FindSiblings = (query, limit) =>
    lessonsOf(connection)
      .find({ ...inMainLesson, ...query }, { position: 1 }, { session, limit })
      .sort(byPlace)
      .hint(lessonIndexes.place)
      .lean();
  return placeAfter(placed, previous, find, () => lastPosition(connection, session));
}

/** The order of lessons within their main lessons. */
function orderedLessons(connection: Connection): Ordered<FullLesson> {
  const lessons = lessonsOf(connection);
  return {
    thing: 'Lesson',
    event: lessonEvent,
    notASibling: 'A lesson can only stand after another one of its main lesson',
    read: (id, session) => readToChange(connection, id, session),
    async readSibling({ mainLessonId }, id, session) {
      const sibling = await readToChange(connection, id, session);
      return sibling?.mainLessonId === mainLessonId ? sibling : null;
    },
    takeLane: ({ mainLessonId }, session) => takeOrderLane(connection, mainLessonId, session),
    place: ({ _id: id, mainLessonId, position }, previous, session) =>
      placeLesson(connection, mainLessonId, { id, position }, previous, session),
    store: ({ id, position }, session) =>
      lessons
        .findOneAndUpdate(
          { _id: id },
          { $set: { position, updatedAt: new Date() }, $inc: { version: 1 } },
          { session, new: true, projection: fullProjection },
        )
        .lean<FullLesson>(),
    tell: (lesson, tx) =>
      tx.emitChanged(lessonEvent, { id: lesson._id, version: lesson.version, state: lessonState(lesson) }),
  };
}

/** Moves those lessons that made room for another. */
export function shiftLessons(
  connection: Connection,
  shifted: readonly Place[],
  tx: Transaction,
): Promise<void> {
  return shiftSiblings(orderedLessons(connection), shifted, tx);
}

/** Gives lessons that were stored before there was an order the place that a new one gets. */
export function placeOldLessons(connection: Connection): Promise<void> {
  const unplaced = {
    mainLessonId: { $gt: 0 },
    visibility: { $in: visibilities },
    level: { $in: lessonLevels },
    position: { $exists: false },
  };
  return placeOld(lessonsOf(connection), (limit) =>
    lessonsOf(connection).find(unplaced, { _id: 1 }, { limit }).hint(lessonIndexes.place).lean(),
  );
}

/** Moves lessons within their main lesson. */
export function createLessonMoves(store: ServiceContext) {
  const { connection } = store;
  return createMoves(store, orderedLessons(connection), async (lesson, session): Promise<LessonSummary> => {
    const { lessonTypeId } = lesson;
    const lessonType = (await readLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
    if (!lessonType) throw parentMissing('lessonTypeId');
    return toLessonSummary(lesson, lessonType);
  });
}
