import { type Lesson, lessonEvent, lessonLevels } from '@khmer-learning/contracts';
import {
  commit,
  nextId,
  nextIds,
  notFound,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lockLessonTypes } from '../parents/lesson-type.parents.ts';
import { lockMainLessons } from '../parents/main-lesson.parents.ts';
import { duplicateTitle } from '../store/duplicate-title.ts';
import { acquireLessonOrderLock } from '../store/parent-locks.ts';
import { estimateWriteBytes, lessonSearchFields } from './lesson.creation.ts';
import { toLesson, toLessonState } from './lesson.mappers.ts';
import { lessonIndexes, lessonsOf, type StoredLesson, visibilities } from './lesson.model.ts';
import { computeLessonPosition, storeShiftedLessons } from './lesson.ordering.ts';
import { lessonChangeKeys } from './lesson.surrogate-keys.ts';
import { readNotOrphanedCondition } from './lesson-cascade.model.ts';

/** Most bytes of copies in one transaction: each copy is in its oplog entry twice, with its search keys. */
const maxDuplicatedBytesPerTransaction = 2 * 1024 * 1024;
const maxDuplicatedPerTransaction = 100;

/** Creates the function that copies a lesson as a draft, right after the original. It throws ApiError 404. */
export function createLessonDuplicator(store: ServiceContext) {
  const { connection } = store;

  return async (id: number, context: RequestContext): Promise<Lesson> => {
    const duplicateId = await nextId(connection, 'lesson');
    return commit(store, context, async (tx) => {
      const { session } = tx;
      const notOrphaned = await readNotOrphanedCondition(connection, session);
      const original = await lessonsOf(connection)
        .findOne({ _id: id, ...notOrphaned }, {}, { session })
        .lean<StoredLesson>();
      if (!original) throw notFound('Lesson');
      const { mainLessonId, lessonTypeId } = original;
      await acquireLessonOrderLock(connection, mainLessonId, session);
      const lessonType = (await lockLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
      const mainLesson = (await lockMainLessons(connection, [mainLessonId], session)).get(mainLessonId);
      if (!lessonType || !mainLesson) throw notFound('Lesson');

      const previous = { id, position: original.position };
      const { position, shifted } = await computeLessonPosition(
        connection,
        mainLessonId,
        { id: duplicateId },
        previous,
        session,
      );
      const renamed = { ...original, title: duplicateTitle(original.title) };
      const duplicate = { ...toDuplicate(renamed, duplicateId), position, ...lessonSearchFields(renamed) };
      await insertDuplicates(connection, [duplicate], tx);
      await storeShiftedLessons(connection, shifted, tx);
      tx.audit(lessonEvent, {
        action: 'created',
        id: duplicateId,
        title: duplicate.title,
        detail: `copy of lesson ${id}`,
      });
      return toLesson(duplicate, lessonType);
    });
  };
}

/** Progress of copying the lessons of a main lesson. */
export interface DuplicationProgress {
  /** The main lesson whose lessons are copied. */
  readonly from: number;
  /** The main lesson that gets the copies. The caller holds its lock. */
  readonly to: number;
  /** Lessons up to this id have been copied. */
  readonly after: number;
}

/** Allocates ids for the next batch of copies, at most 100. Call it before the transaction. */
export async function reserveDuplicateIds(
  connection: Connection,
  { from, after }: Pick<DuplicationProgress, 'from' | 'after'>,
): Promise<number[]> {
  const count = await lessonsOf(connection).countDocuments(remainingLessonsFilter(from, after), {
    limit: maxDuplicatedPerTransaction,
    hint: lessonIndexes.mainLesson,
  });
  return count === 0 ? [] : nextIds(connection, 'lesson', count);
}

function remainingLessonsFilter(from: number, after: number) {
  return {
    mainLessonId: from,
    visibility: { $in: visibilities },
    level: { $in: lessonLevels },
    _id: { $gt: after },
  };
}

/**
 * Copies lessons into the duplicate of their main lesson, as many as fit into one transaction.
 *
 * The copies keep their positions, so their order does not depend on the order in which they are made.
 *
 * @param ids the ids of the copies, from `reserveDuplicateIds`
 * @returns the id of the last lesson that has been copied; undefined when none is left
 */
export async function duplicateLessons(
  connection: Connection,
  { from, to, after }: DuplicationProgress,
  ids: readonly number[],
  tx: Transaction,
): Promise<number | undefined> {
  if (ids.length === 0) return undefined;
  const { session } = tx;
  const found = lessonsOf(connection)
    .find(remainingLessonsFilter(from, after), {}, { session, limit: ids.length, batchSize: 50 })
    .sort({ _id: 1 })
    .hint(lessonIndexes.mainLesson)
    .lean<StoredLesson>()
    .cursor();
  const originals: StoredLesson[] = [];
  let bytes = 0;
  for await (const original of found) {
    originals.push(original);
    bytes += estimateWriteBytes({ body: original, search: original });
    if (bytes > maxDuplicatedBytesPerTransaction) break;
  }
  const mayHaveMore =
    bytes > maxDuplicatedBytesPerTransaction || originals.length === maxDuplicatedPerTransaction;

  const types = [...new Set(originals.map(({ lessonTypeId }) => lessonTypeId))];
  const lessonTypes = await lockLessonTypes(connection, types, session);
  // A lesson whose type has been deleted is about to be deleted too.
  const withExistingType = originals.filter(({ lessonTypeId }) => lessonTypes.has(lessonTypeId));
  if (withExistingType.length > 0) {
    const duplicates = withExistingType.map((original, index) => ({
      ...toDuplicate(original, ids[index] ?? 0),
      mainLessonId: to,
    }));
    await insertDuplicates(connection, duplicates, tx);
  }
  return mayHaveMore ? originals.at(-1)?._id : undefined;
}

function toDuplicate(original: StoredLesson, id: number): StoredLesson {
  const now = new Date();
  return { ...original, _id: id, visibility: 'draft', version: 1, createdAt: now, updatedAt: now };
}

async function insertDuplicates(
  connection: Connection,
  duplicates: readonly StoredLesson[],
  { session, emitChanged }: Transaction,
): Promise<void> {
  await lessonsOf(connection).insertMany([...duplicates], { session, lean: true });
  for (const duplicate of duplicates)
    emitChanged(lessonEvent, {
      id: duplicate._id,
      version: duplicate.version,
      before: null,
      state: toLessonState(duplicate),
      surrogateKeys: lessonChangeKeys(null, duplicate),
    });
}
