import { type ContentStatus, type EntityEvent, lessonEvent } from '@khmer-learning/contracts';
import { type ChangeContext, change, type EntityStore, type Transaction } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonState } from './lesson.answers.ts';
import { fullProjection, lessonsOf, visibilityOf } from './lesson.model.ts';
import type { FullLesson } from './lesson.queries.ts';

/** Most lessons deleted in one transaction: few enough for its oplog entry and for a short stop of others. */
const deletedAtOnce = 250;
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
 * Deletes a parent and its lessons, each with its tombstone: in one transaction, or for a large parent in
 * several, of which the last takes the parent. Stopped in between, the parent is still there to be deleted.
 *
 * @param remove deletes the parent and tells of it; `X-Event` will be its event, the last of all
 * @returns how many lessons went
 */
export async function deleteWithLessons(
  store: EntityStore,
  { actor, requestId, emitted }: ChangeContext,
  parent: LessonsOfParent,
  remove: (tx: Transaction) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let done = false; !done; ) {
    const last = { done: false };
    const emittedLast = (events: readonly EntityEvent[]) => {
      if (last.done) emitted?.(events.slice(-1));
    };
    const step = await change(store, { actor, requestId, emitted: emittedLast }, async (tx) => {
      const deleted = await deleteLessons(store.connection, parent, tx);
      if (deleted.done) await remove(tx);
      last.done = deleted.done;
      return deleted;
    });
    count += step.lessons;
    done = step.done;
  }
  return count;
}

async function deleteLessons(
  connection: Connection,
  parent: LessonsOfParent,
  { session, deleted }: Transaction,
): Promise<Step> {
  const lessons = await lessonsOf(connection)
    .find(parent, { version: 1 }, { session, limit: deletedAtOnce })
    .lean();
  for (let start = 0; start < lessons.length; start += deletedByCommand) {
    const ids = lessons.slice(start, start + deletedByCommand).map((lesson) => lesson._id);
    await lessonsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  }
  for (const lesson of lessons) deleted(lessonEvent, { id: lesson._id, version: lesson.version + 1 });
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
    tx.changed(lessonEvent, { id, version, state: lessonState(lesson) });
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
