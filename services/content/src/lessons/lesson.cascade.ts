import { type ContentStatus, type EntityEvent, lessonEvent } from '@khmer-learning/contracts';
import {
  type RequestContext,
  commit,
  type ServiceContext,
  type JobDefinition,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonState } from './lesson.answers.ts';
import { fullProjection, lessonsOf, visibilityOf } from './lesson.model.ts';
import type { FullLesson } from './lesson.queries.ts';
import { type LessonSweep, lessonSweepsOf } from './lesson-sweep.model.ts';

/** Most lessons deleted in one transaction: few enough for its oplog entry and for a short stop of others. */
const deletedAtOnce = 100;
/** Most lessons deleted by one command: a long lesson has thousands of words to take out of the index. */
const deletedByCommand = 25;
/** Most bytes of lessons whose whole new state goes into one transaction's events. */
const changedBytesAtOnce = 2 * 1024 * 1024;
/** Most lessons shown or hidden by one command, so that none takes long. */
const shownAtOnce = 500;

/** The lessons of a parent that is being changed or deleted. */
type LessonsOfParent = { readonly mainLessonId: number } | { readonly lessonTypeId: number };

/** How far a cascade got in one transaction. */
interface Step {
  readonly lessons: number;
  /** Whether none is left. */
  readonly done: boolean;
}

/**
 * Deletes a parent and its lessons in one transaction, each with its tombstone. Of a large parent's lessons, one
 * transaction deletes some and hides the others; those are deleted by `sweepJob`.
 *
 * @param wakeSweeps tells `sweepJob` of work
 * @param remove deletes the parent and tells of it and of how many lessons go; `X-Event` will be its event
 * @returns how many lessons go
 */
export async function deleteWithLessons(
  { store, wakeSweeps }: { readonly store: ServiceContext; readonly wakeSweeps: () => void },
  context: RequestContext,
  parent: LessonsOfParent,
  remove: (tx: Transaction, lessons: number) => Promise<void>,
): Promise<number> {
  const { connection } = store;
  const { actor, requestId, address = null } = context;
  const sweepId = sweepOf(parent);
  const emitted = (events: readonly EntityEvent[]) => context.onCommitted?.(events.slice(-1));
  const { count, done } = await commit(store, { actor, requestId, address, onCommitted: emitted }, async (tx) => {
    const { session } = tx;
    const count = await lessonsOf(connection).countDocuments(parent, { session });
    const { done } = await deleteLessons(connection, parent, tx);
    if (!done)
      await lessonSweepsOf(connection).insertMany([{ _id: sweepId, ...parent, actor, requestId }], {
        session,
        lean: true,
      });
    await remove(tx, count);
    return { count, done };
  });
  if (!done) wakeSweeps();
  return count;
}

/** What the audit trail says of a cascade: one entry on the parent, with the number of lessons. */
export function cascadeDetail(lessons: number): { detail?: string } {
  if (lessons === 0) return {};
  return { detail: lessons === 1 ? '1 lesson deleted with it' : `${lessons} lessons deleted with it` };
}

/** Deletes what is left of the lessons of parents that are gone. */
export function sweepJob(store: ServiceContext): JobDefinition<LessonSweep> {
  const { connection } = store;
  return {
    name: 'deletion of lessons',
    collection: 'lesson_sweeps',
    dueFilter: () => ({}),
    async run({ row: { _id, actor, requestId, ...sweep } }, { signal, runBatch }) {
      const parent = lessonsOfParent({ _id, ...sweep });
      for (let done = false; !done && !signal.aborted; )
        done = await runBatch(() =>
          commit(store, { actor, requestId }, async (tx) => {
            const step = await deleteLessons(connection, parent, tx);
            if (step.done) await lessonSweepsOf(connection).deleteOne({ _id }, { session: tx.session });
            return step.done;
          }),
        );
    },
  };
}

function sweepOf(parent: LessonsOfParent): string {
  return 'mainLessonId' in parent
    ? `main-lesson.${parent.mainLessonId}`
    : `lesson-type.${parent.lessonTypeId}`;
}

function lessonsOfParent({
  _id,
  mainLessonId,
  lessonTypeId,
}: Pick<LessonSweep, '_id' | 'mainLessonId' | 'lessonTypeId'>): LessonsOfParent {
  if (mainLessonId !== undefined) return { mainLessonId };
  if (lessonTypeId !== undefined) return { lessonTypeId };
  throw new Error(`No parent in the sweep ${_id}`);
}

async function deleteLessons(
  connection: Connection,
  parent: LessonsOfParent,
  { session, emitDeleted: deleted }: Transaction,
): Promise<Step> {
  const lessons = await lessonsOf(connection)
    .find(parent, { version: 1 }, { session, limit: deletedAtOnce })
    .lean();
  for (let start = 0; start < lessons.length; start += deletedByCommand) {
    const ids = lessons.slice(start, start + deletedByCommand).map((lesson) => lesson._id);
    await lessonsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  }
  for (const lesson of lessons) emitDeleted(lessonEvent, { id: lesson._id, version: lesson.version + 1 });
  return { lessons: lessons.length, done: lessons.length < deletedAtOnce };
}

/** Gives lessons of a type another image, where they have the former one; the rest is for the next transaction. */
export async function renameImages(
  connection: Connection,
  lessonTypeId: number,
  image: { readonly former: string; readonly now: string },
  tx: Transaction,
): Promise<Step> {
  const { session } = tx;
  const updatedAt = new Date();
  const renamed: FullLesson[] = [];
  let bytes = 0;
  const found = lessonsOf(connection)
    .find({ lessonTypeId, image: image.former }, fullProjection, { session, batchSize: 50 })
    .lean<FullLesson>()
    .cursor();
  let done = true;
  for await (const lesson of found) {
    if (bytes > changedBytesAtOnce) {
      done = false;
      break;
    }
    bytes += Buffer.byteLength(JSON.stringify(lesson.sections));
    renamed.push({ ...lesson, image: image.now, version: lesson.version + 1, updatedAt });
  }
  await lessonsOf(connection).updateMany(
    { _id: { $in: renamed.map((lesson) => lesson._id) } },
    { $set: { image: image.now, updatedAt }, $inc: { version: 1 } },
    { session },
  );
  for (const lesson of renamed) {
    const { _id: id, version } = lesson;
    tx.emitChanged(lessonEvent, { id, version, state: lessonState(lesson) });
  }
  return { lessons: renamed.length, done };
}

/**
 * Shows or hides the published lessons of a main lesson whose status changes. Who may see a lesson is no part
 * of its state: neither version nor event.
 */
export async function followMainLesson(
  connection: Connection,
  mainLessonId: number,
  status: ContentStatus,
  tx: Transaction,
): Promise<void> {
  const { session } = tx;
  const visibility = visibilityOf('published', status);
  const before = visibilityOf('published', status === 'published' ? 'draft' : 'published');
  for (;;) {
    const lessons = await lessonsOf(connection)
      .find({ mainLessonId, visibility: before }, { _id: 1 }, { session, limit: shownAtOnce })
      .lean();
    if (lessons.length === 0) return;
    const ids = lessons.map((lesson) => lesson._id);
    await lessonsOf(connection).updateMany({ _id: { $in: ids } }, { $set: { visibility } }, { session });
  }
}
