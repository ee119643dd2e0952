import { type EntityEvent, lessonEvent } from '@khmer-learning/contracts';
import {
  commit,
  type JobDefinition,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { toLessonState } from './lesson.mappers.ts';
import { lessonRowProjection, lessonsOf } from './lesson.model.ts';
import type { LessonRow } from './lesson.queries.ts';
import { lessonChangeKeys, lessonDeletionKeys } from './lesson.surrogate-keys.ts';
import { type LessonCascade, lessonCascadesOf } from './lesson-cascade.model.ts';

/** Most lessons deleted in one transaction: limits its oplog entry and how long it blocks other writes. */
const maxDeletedPerTransaction = 100;
/** Most lessons deleted by one command: a long lesson has thousands of index keys to remove. */
const maxDeletedPerCommand = 25;
/** Most bytes of lessons changed in one transaction, whose events hold their whole new state. */
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
      const { done } = await deleteLessons(connection, parent, tx);
      if (!done)
        await lessonCascadesOf(connection).insertMany([{ _id: cascadeId, ...parent, actor, requestId }], {
          session,
          lean: true,
        });
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

/** Deletes the remaining lessons of deleted parents, in batches. */
export function lessonCascadeJob(store: ServiceContext): JobDefinition<LessonCascade> {
  const { connection } = store;
  return {
    name: 'deletion of lessons',
    collection: 'lesson_sweeps',
    dueFilter: () => ({}),
    async run({ row: { _id, actor, requestId, ...cascade } }, { runBatches }) {
      const parent = parentFilterOf({ _id, ...cascade });
      await runBatches(() =>
        commit(store, { actor, requestId }, async (tx) => {
          const progress = await deleteLessons(connection, parent, tx);
          if (progress.done) await lessonCascadesOf(connection).deleteOne({ _id }, { session: tx.session });
          return progress.done;
        }),
      );
    },
  };
}

function cascadeIdOf(parent: ParentFilter): string {
  return 'mainLessonId' in parent
    ? `main-lesson.${parent.mainLessonId}`
    : `lesson-type.${parent.lessonTypeId}`;
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

async function deleteLessons(
  connection: Connection,
  parent: ParentFilter,
  { session, emitDeleted }: Transaction,
): Promise<CascadeProgress> {
  const lessons = await lessonsOf(connection)
    .find(
      parent,
      { version: 1, visibility: 1, mainLessonId: 1 },
      { session, limit: maxDeletedPerTransaction },
    )
    .lean();
  for (let start = 0; start < lessons.length; start += maxDeletedPerCommand) {
    const ids = lessons.slice(start, start + maxDeletedPerCommand).map((lesson) => lesson._id);
    await lessonsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  }
  for (const lesson of lessons)
    emitDeleted(lessonEvent, {
      id: lesson._id,
      version: lesson.version + 1,
      surrogateKeys: lessonDeletionKeys(lesson),
    });
  return { lessons: lessons.length, done: lessons.length < maxDeletedPerTransaction };
}

/** Replaces the former image of a type's lessons, up to a limit of bytes; call it again until it is `done`. */
export async function replaceLessonImages(
  connection: Connection,
  lessonTypeId: number,
  image: { readonly former: string; readonly now: string },
  tx: Transaction,
): Promise<CascadeProgress> {
  const { session } = tx;
  const updatedAt = new Date();
  const updated: LessonRow[] = [];
  let bytes = 0;
  const found = lessonsOf(connection)
    .find({ lessonTypeId, image: image.former }, lessonRowProjection, { session, batchSize: 50 })
    .lean<LessonRow>()
    .cursor();
  let done = true;
  for await (const lesson of found) {
    if (bytes > maxChangedBytesPerTransaction) {
      done = false;
      break;
    }
    bytes += Buffer.byteLength(JSON.stringify(lesson.sections));
    updated.push({ ...lesson, image: image.now, version: lesson.version + 1, updatedAt });
  }
  await lessonsOf(connection).updateMany(
    { _id: { $in: updated.map((lesson) => lesson._id) } },
    { $set: { image: image.now, updatedAt }, $inc: { version: 1 } },
    { session },
  );
  for (const lesson of updated) {
    const { _id: id, version } = lesson;
    // Only the image has changed, by which no list is filtered or sorted.
    const surrogateKeys = lessonChangeKeys(lesson, lesson);
    tx.emitChanged(lessonEvent, { id, version, state: toLessonState(lesson), surrogateKeys });
  }
  return { lessons: updated.length, done };
}
