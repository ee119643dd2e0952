import { type Lesson, lessonEvent, lessonLevels } from '@khmer-learning/contracts';
import {
  type RequestContext,
  commit,
  type ServiceContext,
  nextId,
  nextIds,
  notFound,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { holdLessonTypes } from '../lesson-types/lesson-type.parents.ts';
import { holdMainLessons } from '../main-lessons/main-lesson.parents.ts';
import { copyTitle } from '../store/copy-title.ts';
import { takeOrderLane } from '../store/parent-lanes.ts';
import { lessonState, toLesson } from './lesson.answers.ts';
import { lessonSearch, weightOf } from './lesson.creation.ts';
import { lessonIndexes, lessonsOf, type StoredLesson, visibilities } from './lesson.model.ts';
import { placeLesson, shiftLessons } from './lesson.places.ts';
import { readNotSwept } from './lesson-sweep.model.ts';

/** Most work of copies in one transaction, in bytes: each is in its oplog entry twice, with its keys. */
const copiedBytesAtOnce = 2 * 1024 * 1024;
const copiedAtOnce = 100;

/** Makes a draft of its own from a lesson, right after it. */
export function createLessonCopies(store: ServiceContext) {
  const { connection } = store;

  return async (id: number, context: RequestContext): Promise<Lesson> => {
    const copyId = await nextId(connection, 'lesson');
    return commit(store, context, async (tx) => {
      const { session } = tx;
      const present = await readNotSwept(connection, session);
      const original = await lessonsOf(connection)
        .findOne({ _id: id, ...present }, {}, { session })
        .lean<StoredLesson>();
      if (!original) throw notFound('Lesson');
      const { mainLessonId, lessonTypeId } = original;
      await takeOrderLane(connection, mainLessonId, session);
      const lessonType = (await holdLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
      const mainLesson = (await holdMainLessons(connection, [mainLessonId], session)).get(mainLessonId);
      if (!lessonType || !mainLesson) throw notFound('Lesson');

      const previous = { id, position: original.position };
      const { position, shifted } = await placeLesson(
        connection,
        mainLessonId,
        { id: copyId },
        previous,
        session,
      );
      const renamed = { ...original, title: copyTitle(original.title) };
      const copy = { ...asCopy(renamed, copyId), position, ...lessonSearch(renamed) };
      await storeCopies(connection, [copy], tx);
      await shiftLessons(connection, shifted, tx);
      tx.audit(lessonEvent, {
        action: 'created',
        id: copyId,
        title: copy.title,
        detail: `copy of lesson ${id}`,
      });
      return toLesson(copy, lessonType);
    });
  };
}

/** How far the lessons of a main lesson have been copied. */
export interface CopyProgress {
  /** The main lesson whose lessons are copied. */
  readonly from: number;
  /** The main lesson that gets the copies. Held by who calls. */
  readonly to: number;
  /** Lessons up to this id are there already. */
  readonly after: number;
}

/** Ids for the lessons that are copied next; take them before the transaction. */
export async function idsForCopies(
  connection: Connection,
  { from, after }: Pick<CopyProgress, 'from' | 'after'>,
): Promise<number[]> {
  const count = await lessonsOf(connection).countDocuments(notYetCopied(from, after), {
    limit: copiedAtOnce,
    hint: lessonIndexes.mainLesson,
  });
  return count === 0 ? [] : nextIds(connection, 'lesson', count);
}

function notYetCopied(from: number, after: number) {
  return {
    mainLessonId: from,
    visibility: { $in: visibilities },
    level: { $in: lessonLevels },
    _id: { $gt: after },
  };
}

/**
 * Copies lessons of a main lesson into another that has none but copies: as many as go into one transaction.
 *
 * The copies keep their positions, so they stand in the same order, in whatever order they are made.
 *
 * @param ids those of the copies, at least as many as lessons are copied
 * @returns the id up to which lessons are copied now; undefined when all are
 */
export async function copyLessons(
  connection: Connection,
  { from, to, after }: CopyProgress,
  ids: readonly number[],
  tx: Transaction,
): Promise<number | undefined> {
  if (ids.length === 0) return undefined;
  const { session } = tx;
  const found = lessonsOf(connection)
    .find(notYetCopied(from, after), {}, { session, limit: ids.length, batchSize: 50 })
    .sort({ _id: 1 })
    .hint(lessonIndexes.mainLesson)
    .lean<StoredLesson>()
    .cursor();
  const originals: StoredLesson[] = [];
  let bytes = 0;
  for await (const original of found) {
    originals.push(original);
    bytes += weightOf({ body: original, search: original });
    if (bytes > copiedBytesAtOnce) break;
  }
  const mayBeMore = bytes > copiedBytesAtOnce || originals.length === copiedAtOnce;

  const types = [...new Set(originals.map(({ lessonTypeId }) => lessonTypeId))];
  const lessonTypes = await holdLessonTypes(connection, types, session);
  // A lesson whose type is being deleted goes with it.
  const lasting = originals.filter(({ lessonTypeId }) => lessonTypes.has(lessonTypeId));
  if (lasting.length > 0) {
    const copies = lasting.map((original, index) => ({
      ...asCopy(original, ids[index] ?? 0),
      mainLessonId: to,
    }));
    await storeCopies(connection, copies, tx);
  }
  return mayBeMore ? originals.at(-1)?._id : undefined;
}

function asCopy(original: StoredLesson, id: number): StoredLesson {
  const now = new Date();
  return { ...original, _id: id, visibility: 'draft', version: 1, createdAt: now, updatedAt: now };
}

async function storeCopies(
  connection: Connection,
  copies: readonly StoredLesson[],
  { session, emitChanged: changed }: Transaction,
): Promise<void> {
  await lessonsOf(connection).insertMany([...copies], { session, lean: true });
  for (const copy of copies)
    emitChanged(lessonEvent, { id: copy._id, version: copy.version, state: lessonState(copy) });
}
