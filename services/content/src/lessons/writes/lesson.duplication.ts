import {
  type Lesson,
  type LessonContents,
  lessonEvent,
  lessonLevels,
  lessons,
} from '@khmer-learning/contracts';
import { emitItem, findWorkingCopyIds, readWorkingCopy } from '@khmer-learning/item-kit';
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
import { lockLessonTypes, lockMainLessons } from '../../parents/parents.ts';
import { duplicateTitle } from '../../store/duplicate-title.ts';
import { acquireLessonOrderLock } from '../../store/parent-locks.ts';
import {
  lessonIndexes,
  lessonsOf,
  quizKeys,
  type StoredLesson,
  visibilities,
} from '../model/lesson.model.ts';
import { readNotOrphanedCondition } from '../model/lesson-cascade.model.ts';
import {
  estimateWriteBytes,
  lessonFeed,
  lessonTextFields,
  toLesson,
  withWorkingCopy,
} from './lesson.kind.ts';
import { lessonOrderOf } from './lesson.ordering.ts';

/** Most bytes of copies in one transaction: each copy is in its oplog entry twice, with its search keys. */
const maxDuplicatedBytesPerTransaction = 2 * 1024 * 1024;
const maxDuplicatedPerTransaction = 100;

/** Creates the function that copies a lesson, or its working copy, as a draft after the original. It throws ApiError 404. */
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
      const copy = await readWorkingCopy<LessonContents>(connection, lessons, id, session);
      const contents = copy?.contents ?? null;
      const types = [...new Set([lessonTypeId, contents?.lessonTypeId ?? lessonTypeId])];
      const lessonTypes = await lockLessonTypes(connection, types, session);
      const shown = withWorkingCopy(original, contents, (one) => lessonTypes.has(one));
      const lessonType = lessonTypes.get(shown.lessonTypeId);
      const mainLesson = (await lockMainLessons(connection, [mainLessonId], session)).get(mainLessonId);
      if (!lessonType || !mainLesson) throw notFound('Lesson');

      const order = lessonOrderOf(connection);
      const { position, shifted } = await order.placeAfter(original, duplicateId, session);
      const renamed = { ...shown, title: duplicateTitle(shown.title) };
      const made = toDuplicate(renamed, duplicateId);
      const duplicate = { ...made, position, ...lessonTextFields(made) };
      await insertDuplicates(connection, [duplicate], tx);
      await order.storeShifted(shifted, tx);
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

/** Allocates ids for the next batch of copies, at most 100. Call it before the transaction. */
export async function reserveDuplicateIds(
  connection: Connection,
  { from, after }: { readonly from: number; readonly after: number },
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
 * A lesson with a working copy is copied with its contents. The copies keep their positions, so their order does not depend on the order in which they are made.
 *
 * @param progress.from the main lesson whose lessons are copied
 * @param progress.to the main lesson that gets the copies; the caller holds its lock
 * @param progress.after lessons up to this id have been copied
 * @param ids the ids of the copies, from `reserveDuplicateIds`
 * @returns the id of the last lesson that has been copied; undefined when none is left
 */
export async function duplicateLessons(
  connection: Connection,
  { from, to, after }: { readonly from: number; readonly to: number; readonly after: number },
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
    bytes += estimateWriteBytes(original, original);
    if (bytes > maxDuplicatedBytesPerTransaction) break;
  }
  const originalIds = originals.map(({ _id }) => _id);
  const reworked = await findWorkingCopyIds(connection, lessons, originalIds, session);
  const shown: { lesson: StoredLesson; contents: LessonContents | null }[] = [];
  let shownBytes = 0;
  for (const lesson of originals) {
    if (shownBytes > maxDuplicatedBytesPerTransaction) break;
    const copy = reworked.has(lesson._id)
      ? await readWorkingCopy<LessonContents>(connection, lessons, lesson._id, session)
      : null;
    const contents = copy?.contents ?? null;
    shownBytes += estimateWriteBytes(contents ?? lesson, lesson);
    shown.push({ lesson, contents });
  }
  const mayHaveMore =
    originals.length === maxDuplicatedPerTransaction ||
    shown.length < originals.length ||
    bytes > maxDuplicatedBytesPerTransaction;

  const types = shown.flatMap(({ lesson, contents }) => [
    lesson.lessonTypeId,
    contents?.lessonTypeId ?? lesson.lessonTypeId,
  ]);
  const lessonTypes = await lockLessonTypes(connection, [...new Set(types)], session);
  // A lesson whose type has been deleted is about to be deleted too.
  const withExistingType = shown.filter(({ lesson }) => lessonTypes.has(lesson.lessonTypeId));
  if (withExistingType.length > 0) {
    const duplicates = withExistingType.map(({ lesson, contents }, index) => {
      const copied = withWorkingCopy(lesson, contents, (id) => lessonTypes.has(id));
      const search = contents ? lessonTextFields(copied) : {};
      return { ...toDuplicate({ ...copied, ...search }, ids[index] ?? 0), mainLessonId: to };
    });
    await insertDuplicates(connection, duplicates, tx);
  }
  return mayHaveMore ? shown.at(-1)?.lesson._id : undefined;
}

/** A copy is a draft without quizzes. */
function toDuplicate({ quizStatus, ...original }: StoredLesson, id: number): StoredLesson {
  const now = new Date();
  const searchKeys = original.searchKeys.map((key) =>
    quizStatus && key === quizKeys[quizStatus] ? quizKeys.none : key,
  );
  return {
    ...original,
    searchKeys,
    _id: id,
    visibility: 'draft',
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

async function insertDuplicates(
  connection: Connection,
  duplicates: readonly StoredLesson[],
  tx: Transaction,
): Promise<void> {
  await lessonsOf(connection).insertMany([...duplicates], { session: tx.session, lean: true });
  for (const duplicate of duplicates) emitItem(tx, lessonFeed, { before: null, after: duplicate });
}
