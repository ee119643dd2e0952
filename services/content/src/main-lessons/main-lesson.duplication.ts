import {
  type Actor,
  type MainLesson,
  type MainLessonContents,
  mainLessonEvent,
  mainLessons,
} from '@khmer-learning/contracts';
import { emitItem, omitUndefined, readWorkingCopy } from '@khmer-learning/item-kit';
import {
  commit,
  type JobDefinition,
  modelOf,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';
import { duplicateLessons, reserveDuplicateIds } from '../lessons/writes/lesson.duplication.ts';
import { lockMainLessons } from '../parents/parents.ts';
import { duplicateTitle } from '../store/duplicate-title.ts';
import { acquireCatalogueLock, createParentLocks } from '../store/parent-locks.ts';
import { mainLessonFeed, toMainLesson } from './main-lesson.kind.ts';
import { mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';
import { mainLessonOrderOf } from './main-lesson.ordering.ts';
import { mainLessonSearchFields } from './main-lesson.queries.ts';

/** A duplicated main lesson whose lessons are still being copied. */
export interface LessonDuplication {
  /** The main lesson that gets the copies. */
  _id: number;
  from: number;
  /** Lessons up to this id have been copied. */
  after: number;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<LessonDuplication>(
  { _id: Number, from: Number, after: Number, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'lesson_copying' },
).index({ heldUntil: 1 });

export const lessonDuplicationsOf = modelOf('LessonCopying', schema);

/**
 * Copies a main lesson as a draft, right after the original, with up to 100 of its lessons; each with the contents of its
 * working copy if it has one.
 *
 * @param wakeDuplicationJob wakes `lessonDuplicationJob`, which copies the others
 * @throws ApiError 404 when the main lesson does not exist
 */
export async function duplicateMainLesson(
  store: ServiceContext,
  id: number,
  context: RequestContext,
  wakeDuplicationJob: () => void,
): Promise<MainLesson> {
  const { connection } = store;
  const { actor, requestId } = context;
  const duplicateId = await nextId(connection, 'main-lesson');
  const lessonIds = await reserveDuplicateIds(connection, { from: id, after: 0 });
  const { copy, isWhole } = await commit(store, context, async (tx) => {
    const { session } = tx;
    const stored = await mainLessonsOf(connection).findById(id, {}, { session }).lean<StoredMainLesson>();
    if (!stored) throw notFound('Main lesson');
    const workingCopy = await readWorkingCopy<MainLessonContents>(connection, mainLessons, id, session);
    const original = { ...stored, ...omitUndefined(workingCopy?.contents ?? {}) };
    await acquireCatalogueLock(connection, session);
    const order = mainLessonOrderOf(connection);
    const { position, shifted } = await order.placeAfter(original, duplicateId, session);
    const now = new Date();
    const title = duplicateTitle(original.title);
    const duplicate: StoredMainLesson = {
      ...original,
      _id: duplicateId,
      title,
      status: 'draft',
      position,
      version: 1,
      createdAt: now,
      updatedAt: now,
      ...mainLessonSearchFields({ ...original, title }),
    };
    await mainLessonsOf(connection).insertMany([duplicate], { session, lean: true });
    await createParentLocks(connection, 'main-lesson', duplicateId, session);
    emitItem(tx, mainLessonFeed, { before: null, after: duplicate });
    tx.audit(mainLessonEvent, {
      action: 'created',
      id: duplicateId,
      title,
      detail: `copy of main lesson ${id}`,
    });
    await order.storeShifted(shifted, tx);

    const progress = { from: id, to: duplicateId, after: 0 };
    const after = await duplicateLessons(connection, progress, lessonIds, tx);
    const duplication = { _id: duplicateId, from: id, actor, requestId };
    if (after !== undefined)
      await lessonDuplicationsOf(connection).insertMany([{ ...duplication, after }], {
        session,
        lean: true,
      });
    return { copy: duplicate, isWhole: after === undefined };
  });
  if (!isWhole) wakeDuplicationJob();
  return toMainLesson(copy);
}

/** Copies the remaining lessons of duplicated main lessons, in batches. */
export function lessonDuplicationJob(store: ServiceContext): JobDefinition<LessonDuplication> {
  const { connection } = store;
  return {
    name: 'copies of lessons',
    collection: 'lesson_copying',
    dueFilter: () => ({}),
    run: ({ row: { _id, actor, requestId } }, { runBatches }) =>
      runBatches(async () => {
        const duplication = await lessonDuplicationsOf(connection).findById(_id).lean();
        if (!duplication) return true;
        const ids = await reserveDuplicateIds(connection, duplication);
        return commit(store, { actor, requestId }, (tx) => duplicateNextLessons(connection, _id, ids, tx));
      }),
  };
}

/** @returns whether the job is done: no lesson is left to copy, or the duplicate has been deleted */
async function duplicateNextLessons(
  connection: Connection,
  id: number,
  ids: readonly number[],
  tx: Transaction,
): Promise<boolean> {
  const { session } = tx;
  const duplication = await lessonDuplicationsOf(connection).findById(id, {}, { session }).lean();
  if (!duplication) return true;
  const { from, after } = duplication;
  const target = (await lockMainLessons(connection, [id], session)).get(id);
  const lastDuplicatedId = target && (await duplicateLessons(connection, { from, to: id, after }, ids, tx));
  if (lastDuplicatedId === undefined)
    await lessonDuplicationsOf(connection).deleteOne({ _id: id }, { session });
  else
    await lessonDuplicationsOf(connection).updateOne({ _id: id }, { after: lastDuplicatedId }, { session });
  return lastDuplicatedId === undefined;
}
