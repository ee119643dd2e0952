import {
  type BodyOf,
  type LessonSummary,
  lessonEvent,
  type lessonsMove,
  levels,
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
import { readLessonTypes } from '../lesson-types/lesson-type.parents.ts';
import { takeOrderLane } from '../store/parent-lanes.ts';
import { type FindSiblings, type Place, type Placing, placeAfter } from '../store/places.ts';
import { lessonState, toLessonSummary } from './lesson.answers.ts';
import { parentMissing } from './lesson.creation.ts';
import { byPlace } from './lesson.filters.ts';
import { fullProjection, lessonIndexes, lessonsOf, visibilities } from './lesson.model.ts';
import type { FullLesson } from './lesson.queries.ts';

/** Most old lessons given a place by one command. */
const placedAtOnce = 1_000;

/** A place after all lessons of any main lesson there are: no lesson that is created later comes before it. */
export function lastPosition(connection: Connection, session: ClientSession): Promise<number> {
  return nextIdWithin(connection, 'lesson', session);
}

/**
 * Where a lesson goes in a main lesson. Call it with the main lesson's order lane taken, so that nobody else places one.
 *
 * @param placed the lesson's id; it need not be stored yet
 */
export async function placeLesson(
  connection: Connection,
  mainLessonId: number,
  placed: number,
  previous: Place | null,
  session: ClientSession,
): Promise<Placing> {
  const inMainLesson = { mainLessonId, visibility: { $in: visibilities }, level: { $in: levels } };
  const find: FindSiblings = (query, limit) =>
    lessonsOf(connection)
      .find({ ...inMainLesson, ...query }, { position: 1 }, { session, limit })
      .sort(byPlace)
      .hint(lessonIndexes.place)
      .lean();
  return placeAfter(placed, previous, find, () => lastPosition(connection, session));
}

/** Moves those lessons that made room for another. */
export async function shiftLessons(
  connection: Connection,
  shifted: readonly Place[],
  tx: Transaction,
): Promise<void> {
  const { session } = tx;
  const updatedAt = new Date();
  for (const { id, position } of shifted) {
    const lesson = await lessonsOf(connection)
      .findOneAndUpdate(
        { _id: id },
        { $set: { position, updatedAt }, $inc: { version: 1 } },
        { session, new: true, projection: fullProjection },
      )
      .lean<FullLesson>();
    if (lesson) tx.changed(lessonEvent, { id, version: lesson.version, state: lessonState(lesson) });
  }
}

/** Gives lessons that were stored before there was an order the place that a new one gets. */
export async function placeOldLessons(connection: Connection): Promise<void> {
  const unplaced = {
    mainLessonId: { $gt: 0 },
    visibility: { $in: visibilities },
    level: { $in: levels },
    position: { $exists: false },
  };
  for (;;) {
    const old = await lessonsOf(connection)
      .find(unplaced, { _id: 1 }, { limit: placedAtOnce })
      .hint(lessonIndexes.place)
      .lean();
    if (old.length === 0) return;
    await lessonsOf(connection).bulkWrite(
      old.map(({ _id }) => ({
        updateOne: { filter: { _id, position: { $exists: false } }, update: { $set: { position: _id } } },
      })),
    );
  }
}

/** Moves lessons within their main lesson. */
export function createLessonMoves(store: EntityStore) {
  const { connection } = store;
  // Those of one main lesson would only refuse each other.
  const oneByOne = inTurn(1);

  async function previousOf(lesson: FullLesson, afterId: number, session: ClientSession): Promise<Place> {
    const previous = await lessonsOf(connection)
      .findOne({ _id: afterId, mainLessonId: lesson.mainLessonId }, { position: 1 }, { session })
      .lean();
    if (!previous || afterId === lesson._id) throw notASibling();
    return { id: afterId, position: previous.position };
  }

  /** @param ifMatch the version the caller has seen; any when undefined */
  async function move(
    id: number,
    { afterId }: BodyOf<typeof lessonsMove>,
    ifMatch: number | undefined,
    context: ChangeContext,
  ): Promise<LessonSummary> {
    return change(store, context, async (tx) => {
      const { session } = tx;
      const current = await lessonsOf(connection)
        .findById(id, fullProjection, { session })
        .lean<FullLesson>();
      if (!current) throw notFound('Lesson');
      if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('lesson');
      const { mainLessonId, lessonTypeId } = current;
      await takeOrderLane(connection, mainLessonId, session);
      const previous = afterId === null ? null : await previousOf(current, afterId, session);
      const { position, shifted } = await placeLesson(connection, mainLessonId, id, previous, session);

      const moved = { position, version: current.version + 1, updatedAt: new Date() };
      const next: FullLesson = { ...current, ...moved };
      await lessonsOf(connection).updateOne({ _id: id }, { $set: moved }, { session });
      tx.changed(lessonEvent, { id, version: next.version, state: lessonState(next) });
      await shiftLessons(connection, shifted, tx);
      tx.audit(lessonEvent, { action: 'moved', id, title: next.title });

      const lessonType = (await readLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
      if (!lessonType) throw parentMissing('lessonTypeId');
      return toLessonSummary(next, lessonType);
    });
  }

  return (...args: Parameters<typeof move>) => oneByOne(() => move(...args));
}

function notASibling(): ApiError {
  const message = 'A lesson can only stand after another one of its main lesson';
  return new ApiError(400, message, { issues: [{ path: 'afterId', message }] });
}
