import type { EntityEvent, EventDefinition } from '@khmer-learning/contracts';
import {
  asDerived,
  emitItem,
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
import { readParentLessonTypes, readParentMainLessons } from '../../parents/parents.ts';
import { lessonRowProjection, lessonsOf } from '../model/lesson.model.ts';
import { type LessonCascade, lessonCascadesOf } from '../model/lesson-cascade.model.ts';
import type { LessonRow } from '../reads/lesson.queries.ts';
import { lessonFeed } from '../writes/lesson.kind.ts';

/** Most lessons changed in one transaction: limits its oplog entry and how long it blocks other writes. */
const maxChangedPerTransaction = 100;
/** Most lessons deleted by one command: a long lesson has thousands of index keys to remove. */
const maxDeletedPerCommand = 25;
/** Most bytes of lessons changed in one transaction, whose events or versions hold their whole state. */
const maxChangedBytesPerTransaction = 2 * 1024 * 1024;

/** Selects the lessons of one parent. */
type ParentFilter = { readonly mainLessonId: number } | { readonly lessonTypeId: number };

/** Wakes the jobs that finish the deletion and the restoration of large parents. */
export interface ParentJobs {
  readonly cascadeJob: () => void;
  readonly restorationJob: () => void;
}

/** What the deletion and restoration of a kind of parent need of its items. */
interface ParentItems<Item extends object> {
  readonly event: EventDefinition;
  readonly contract: { readonly label: string; readonly messages: { readonly deleted: string } };
  readonly history: History;
  readonly filterOf: (id: number) => ParentFilter;
  /** Deletes a parent. @returns its title */
  readonly remove: (tx: Transaction, id: number) => Promise<{ readonly title: string }>;
  /** Inserts a deleted parent again. @returns its response */
  readonly revive: (tx: Transaction, item: RestorableItem) => Promise<Item>;
}

/**
 * Creates the deletion and the restoration of a kind of parent.
 *
 * - `delete` deletes a parent and its lessons in one transaction, with a tombstone event for each. Of a large parent's
 *   lessons the transaction deletes a first batch and hides the others, which `lessonCascadeJob` then deletes. The answer has
 *   the number of both
 * - `deleted.restore` restores a parent; `lessonRestorationJob` then restores the lessons that were deleted with it. 404 when
 *   it cannot be restored, 409 while its lessons are still being deleted
 */
export function createParentOfLessons<Item extends object>(
  store: ServiceContext,
  { event, contract, history, filterOf, remove, revive }: ParentItems<Item>,
  wake: ParentJobs,
) {
  const { connection } = store;
  const { label, messages } = contract;

  async function deleteWithLessons(id: number, context: RequestContext) {
    const { actor, requestId, address = null, rights } = context;
    const parent = filterOf(id);
    // The parent's event is the last one, and becomes `X-Event`.
    const onCommitted = (events: readonly EntityEvent[]) => context.onCommitted?.(events.slice(-1));
    const { lessons, done } = await commit(
      store,
      { actor, requestId, address, rights, onCommitted },
      async (tx) => {
        const { session } = tx;
        const lessons = await lessonsOf(connection).countDocuments(parent, { session });
        const parentTitle = await readParentTitle(connection, parent, session);
        const { done } = await deleteLessons(connection, parent, parentTitle, asDerived(tx));
        if (!done)
          await lessonCascadesOf(connection).insertMany(
            [{ _id: cascadeIdOf(parent), ...parent, title: parentTitle, actor, requestId }],
            { session, lean: true },
          );
        const { title } = await remove(tx, id);
        const detail = lessons === 1 ? '1 lesson deleted with it' : `${lessons} lessons deleted with it`;
        tx.audit(event, { action: 'deleted', id, title, ...(lessons > 0 && { detail }) });
        return { lessons, done };
      },
    );
    if (!done) wake.cascadeJob();
    return { message: messages.deleted, deleted: { lessons } };
  }

  async function restoreWithLessons(id: number, context: RequestContext) {
    const { actor, requestId } = context;
    const parent = filterOf(id);
    const restored = await commit(store, context, async (tx) => {
      const { session } = tx;
      const deleted = await history.readDeleted(id, session);
      const { title } = deleted;
      const isBeingDeleted = await lessonCascadesOf(connection)
        .exists({ _id: cascadeIdOf(parent) })
        .session(session);
      if (isBeingDeleted) throw conflict(`${label} "${title}" is still being deleted. Try again in a moment`);
      const item = await revive(tx, deleted);
      await forgetDeletedItems(connection, event, [id], session);
      const { type } = parentOf(parent);
      const lessons = await requestRestorations(connection, type, [{ id, actor, requestId }], session);
      const detail = lessons === 1 ? '1 lesson restored with it' : `${lessons} lessons restored with it`;
      tx.audit(event, { action: 'restored', id, title, ...(lessons > 0 && { detail }) });
      return { ...item, restored: { lessons } };
    });
    wake.restorationJob();
    return restored;
  }

  return {
    delete: deleteWithLessons,
    deleted: { list: history.listDeleted, restore: restoreWithLessons },
  };
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
  tx: Transaction,
): Promise<{ done: boolean }> {
  const { session } = tx;
  const { lessons, done } = await readLessonBatch(connection, parent, session);
  for (let start = 0; start < lessons.length; start += maxDeletedPerCommand) {
    const ids = lessons.slice(start, start + maxDeletedPerCommand).map((lesson) => lesson._id);
    await lessonsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  }
  const deletedWith = { ...parentOf(parent), title };
  for (const before of lessons) emitItem(tx, lessonFeed, { before, after: null }, { deletedWith });
  return { done };
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
): Promise<{ done: boolean }> {
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
    const after = { ...before, image: image.now, version: before.version + 1, updatedAt };
    emitItem(tx, lessonFeed, { before, after });
  }
  return { done };
}
