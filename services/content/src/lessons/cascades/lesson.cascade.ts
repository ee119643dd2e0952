import {
  type EntityEvent,
  lessonEvent,
  type lessonTypeEvent,
  type mainLessonEvent,
} from '@khmer-learning/contracts';
import {
  forgetDeletedItems,
  type History,
  type RestorableItem,
  requestRestorations,
} from '@khmer-learning/item-kit';
import {
  commit,
  conflict,
  type JobDefinition,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { readParentLessonTypes } from '../../parents/lesson-type.parents.ts';
import { readParentMainLessons } from '../../parents/main-lesson.parents.ts';
import { toLessonState } from '../model/lesson.mappers.ts';
import { lessonRowProjection, lessonsOf } from '../model/lesson.model.ts';
import { lessonChangeKeys, lessonDeletionKeys } from '../model/lesson.surrogate-keys.ts';
import { type LessonCascade, lessonCascadesOf } from '../model/lesson-cascade.model.ts';
import type { LessonRow } from '../reads/lesson.queries.ts';

/** Most lessons changed in one transaction: limits its oplog entry and how long it blocks other writes. */
const maxChangedPerTransaction = 100;
/** Most lessons deleted by one command: a long lesson has thousands of index keys to remove. */
const maxDeletedPerCommand = 25;
/** Most bytes of lessons changed in one transaction, whose events or versions hold their whole state. */
const maxChangedBytesPerTransaction = 2 * 1024 * 1024;

/** Selects the lessons of one parent. */
type ParentFilter = { readonly mainLessonId: number } | { readonly lessonTypeId: number };

/** The result of one transaction of a cascade. */
interface CascadeProgress {
  readonly lessons: number;
  /** Whether no lesson is left. */
  readonly done: boolean;
}

/**
 * Deletes a parent and its lessons in one transaction, with a tombstone event for each. Of a large parent's lessons
 * the transaction deletes a first batch and hides the others, which `lessonCascadeJob` then deletes.
 *
 * @param wakeCascadeJob wakes `lessonCascadeJob`
 * @param deleteParent deletes the parent, with its audit record and, last, its event, which becomes `X-Event`
 * @returns the number of lessons deleted or still to be deleted
 */
export async function deleteParentWithLessons(
  { store, wakeCascadeJob }: { readonly store: ServiceContext; readonly wakeCascadeJob: () => void },
  context: RequestContext,
  parent: ParentFilter,
  deleteParent: (tx: Transaction, lessons: number) => Promise<void>,
): Promise<number> {
  const { connection } = store;
  const { actor, requestId, address = null } = context;
  const cascadeId = cascadeIdOf(parent);
  const emitted = (events: readonly EntityEvent[]) => context.onCommitted?.(events.slice(-1));
  const { count, done } = await commit(
    store,
    { actor, requestId, address, onCommitted: emitted },
    async (tx) => {
      const { session } = tx;
      const count = await lessonsOf(connection).countDocuments(parent, { session });
      const title = await readParentTitle(connection, parent, session);
      const { done } = await deleteLessons(connection, parent, title, tx);
      if (!done)
        await lessonCascadesOf(connection).insertMany(
          [{ _id: cascadeId, ...parent, title, actor, requestId }],
          {
            session,
            lean: true,
          },
        );
      await deleteParent(tx, count);
      return { count, done };
    },
  );
  if (!done) wakeCascadeJob();
  return count;
}

/** The detail of the audit record on a deleted parent: how many lessons were deleted with it; empty for none. */
export function cascadeAuditDetail(lessons: number): { detail?: string } {
  if (lessons === 0) return {};
  return { detail: lessons === 1 ? '1 lesson deleted with it' : `${lessons} lessons deleted with it` };
}

/**
 * Restores a deleted parent in one transaction, with its audit record. `lessonRestorationJob` then restores the lessons that
 * were deleted with it.
 *
 * @param wakeRestorationJob wakes `lessonRestorationJob`
 * @param options.insert inserts the parent again and emits its event
 * @returns the parent, and the number of lessons to be restored
 * @throws ApiError 404 when it cannot be restored, 409 while its lessons are still being deleted
 */
export async function restoreParentWithLessons<Row extends { readonly title: string }>(
  { store, wakeRestorationJob }: { readonly store: ServiceContext; readonly wakeRestorationJob: () => void },
  context: RequestContext,
  parent: ParentFilter,
  options: {
    readonly definition: typeof mainLessonEvent | typeof lessonTypeEvent;
    readonly label: string;
    readonly history: History;
    readonly insert: (connection: Connection, item: RestorableItem, tx: Transaction) => Promise<Row>;
  },
): Promise<{ row: Row; lessons: number }> {
  const { connection } = store;
  const { definition, label, history, insert } = options;
  const { type, id } = parentOf(parent);
  const restored = await commit(store, context, async (tx) => {
    const { session } = tx;
    const item = await history.readDeleted(id, session);
    if (
      await lessonCascadesOf(connection)
        .exists({ _id: cascadeIdOf(parent) })
        .session(session)
    )
      throw conflict(`${label} "${item.title}" is still being deleted. Try again in a moment`);
    const row = await insert(connection, item, tx);
    await forgetDeletedItems(connection, definition, [id], session);
    const { actor, requestId } = context;
    const lessons = await requestRestorations(connection, type, [{ id, actor, requestId }], session);
    const detail = lessons === 1 ? '1 lesson restored with it' : `${lessons} lessons restored with it`;
    tx.audit(definition, {
      action: 'restored',
      id,
      title: row.title,
      ...(lessons === 0 ? {} : { detail }),
    });
    return { row, lessons };
  });
  wakeRestorationJob();
  return restored;
}

/** Deletes the remaining lessons of deleted parents, in batches. */
export function lessonCascadeJob(store: ServiceContext): JobDefinition<LessonCascade> {
  const { connection } = store;
  return {
    name: 'deletion of lessons',
    collection: 'lesson_sweeps',
    dueFilter: () => ({}),
    async run({ row: { _id, actor, requestId, title = '', ...cascade } }, { runBatches }) {
      const parent = parentFilterOf({ _id, ...cascade });
      await runBatches(() =>
        commit(store, { actor, requestId }, async (tx) => {
          const progress = await deleteLessons(connection, parent, title, tx);
          if (progress.done) await lessonCascadesOf(connection).deleteOne({ _id }, { session: tx.session });
          return progress.done;
        }),
      );
    },
  };
}

function parentOf(parent: ParentFilter): { type: 'main-lesson' | 'lesson-type'; id: number } {
  return 'mainLessonId' in parent
    ? { type: 'main-lesson', id: parent.mainLessonId }
    : { type: 'lesson-type', id: parent.lessonTypeId };
}

function cascadeIdOf(parent: ParentFilter): string {
  const { type, id } = parentOf(parent);
  return `${type}.${id}`;
}

function parentFilterOf({
  _id,
  mainLessonId,
  lessonTypeId,
}: Pick<LessonCascade, '_id' | 'mainLessonId' | 'lessonTypeId'>): ParentFilter {
  if (mainLessonId !== undefined) return { mainLessonId };
  if (lessonTypeId !== undefined) return { lessonTypeId };
  throw new Error(`Lesson cascade ${_id} has no parent id`);
}

async function readParentTitle(
  connection: Connection,
  parent: ParentFilter,
  session: ClientSession,
): Promise<string> {
  const parents =
    'mainLessonId' in parent
      ? await readParentMainLessons(connection, [parent.mainLessonId], session)
      : await readParentLessonTypes(connection, [parent.lessonTypeId], session);
  const [found] = parents.values();
  return found?.title ?? '';
}

async function deleteLessons(
  connection: Connection,
  parent: ParentFilter,
  title: string,
  { session, emitDeleted }: Transaction,
): Promise<CascadeProgress> {
  const { lessons, done } = await readLessonBatch(connection, parent, session);
  for (let start = 0; start < lessons.length; start += maxDeletedPerCommand) {
    const ids = lessons.slice(start, start + maxDeletedPerCommand).map((lesson) => lesson._id);
    await lessonsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  }
  const deletedWith = { ...parentOf(parent), title };
  for (const lesson of lessons)
    emitDeleted(lessonEvent, {
      id: lesson._id,
      version: lesson.version + 1,
      before: toLessonState(lesson),
      deletedWith,
      surrogateKeys: lessonDeletionKeys(lesson),
    });
  return { lessons: lessons.length, done };
}

/** Reads as many lessons as one transaction may change. `done`: there are no others. */
async function readLessonBatch(
  connection: Connection,
  where: object,
  session: ClientSession,
): Promise<{ lessons: LessonRow[]; done: boolean }> {
  const lessons: LessonRow[] = [];
  let bytes = 0;
  const found = lessonsOf(connection)
    .find(where, lessonRowProjection, { session, batchSize: 50 })
    .lean<LessonRow>()
    .cursor();
  for await (const lesson of found) {
    if (bytes > maxChangedBytesPerTransaction || lessons.length >= maxChangedPerTransaction)
      return { lessons, done: false };
    bytes += Buffer.byteLength(JSON.stringify(lesson.sections));
    lessons.push(lesson);
  }
  return { lessons, done: true };
}

/** Replaces the former image of a type's lessons, of so many in one transaction; call it again until it is `done`. */
export async function replaceLessonImages(
  connection: Connection,
  lessonTypeId: number,
  image: { readonly former: string; readonly now: string },
  tx: Transaction,
): Promise<CascadeProgress> {
  const { session } = tx;
  const updatedAt = new Date();
  const former = { lessonTypeId, image: image.former };
  const { lessons, done } = await readLessonBatch(connection, former, session);
  await lessonsOf(connection).updateMany(
    { _id: { $in: lessons.map((lesson) => lesson._id) } },
    { $set: { image: image.now, updatedAt }, $inc: { version: 1 } },
    { session },
  );
  for (const before of lessons) {
    const lesson = { ...before, image: image.now, version: before.version + 1, updatedAt };
    const { _id: id, version } = lesson;
    // Only the image has changed, by which no list is filtered or sorted.
    const surrogateKeys = lessonChangeKeys(lesson, lesson);
    const states = { before: toLessonState(before), state: toLessonState(lesson) };
    tx.emitChanged(lessonEvent, { id, version, ...states, surrogateKeys });
  }
  return { lessons: lessons.length, done };
}
