import { type MainLesson, mainLessonEvent } from '@khmer-learning/contracts';
import {
  type RequestContext,
  commit,
  type ServiceContext,
  type JobDefinition,
  nextId,
  notFound,
  searchFields,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { copyLessons, idsForCopies } from '../lessons/lesson.copies.ts';
import { copyTitle } from '../store/copy-title.ts';
import { openLanes, takeCatalogueLane } from '../store/parent-lanes.ts';
import { type LessonCopying, lessonCopyingOf } from './lesson-copying.model.ts';
import { mainLessonState, toMainLesson } from './main-lesson.answers.ts';
import { mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';
import { holdMainLessons } from './main-lesson.parents.ts';
import { placeMainLesson, shiftMainLessons } from './main-lesson.places.ts';
import { mainLessonTexts } from './main-lesson.queries.ts';

/** Copies of main lessons with their lessons. */
export interface MainLessonCopies {
  /**
   * Makes a draft from a main lesson, right after it. Some hundred lessons come with it at once; the rest of a larger
   * one follows by `copyJob`.
   */
  duplicate(id: number, context: RequestContext): Promise<MainLesson>;
}

/** @param wakeCopies tells `copyJob` of work */
export function createMainLessonCopies(store: ServiceContext, wakeCopies: () => void): MainLessonCopies {
  const { connection } = store;

  return {
    async duplicate(id, context) {
      const { actor, requestId } = context;
      const copyId = await nextId(connection, 'main-lesson');
      const lessonIds = await idsForCopies(connection, { from: id, after: 0 });
      const { copy, isWhole } = await commit(store, context, async (tx) => {
        const { session } = tx;
        const original = await mainLessonsOf(connection)
          .findById(id, {}, { session })
          .lean<StoredMainLesson>();
        if (!original) throw notFound('Main lesson');
        await takeCatalogueLane(connection, session);
        const previous = { id, position: original.position };
        const { position, shifted } = await placeMainLesson(connection, { id: copyId }, previous, session);

        const now = new Date();
        const title = copyTitle(original.title);
        const stored: StoredMainLesson = {
          ...original,
          _id: copyId,
          title,
          status: 'draft',
          position,
          version: 1,
          createdAt: now,
          updatedAt: now,
          ...searchFields(mainLessonTexts({ ...original, title })),
        };
        await mainLessonsOf(connection).insertMany([stored], { session, lean: true });
        await openLanes(connection, 'main-lesson', copyId, session);
        const { searchKeys: _keys, searchText: _text, ...row } = stored;
        tx.emitChanged(mainLessonEvent, { id: copyId, version: 1, state: mainLessonState(row) });
        tx.audit(mainLessonEvent, {
          action: 'created',
          id: copyId,
          title,
          detail: `copy of main lesson ${id}`,
        });
        await shiftMainLessons(connection, shifted, tx);

        const progress = { from: id, to: copyId, after: 0 };
        const after = await copyLessons(connection, progress, lessonIds, tx);
        if (after !== undefined)
          await lessonCopyingOf(connection).insertMany([{ _id: copyId, from: id, after, actor, requestId }], {
            session,
            lean: true,
          });
        return { copy: row, isWhole: after === undefined };
      });
      if (!isWhole) wakeCopies();
      return toMainLesson(copy);
    },
  };
}

/** Copies what is left of the lessons of main lessons that were duplicated. */
export function copyJob(store: ServiceContext): JobDefinition<LessonCopying> {
  const { connection } = store;
  return {
    name: 'copies of lessons',
    collection: 'lesson_copying',
    dueFilter: () => ({}),
    async run({ row: { _id, actor, requestId } }, { signal, runBatch }) {
      for (let done = false; !done && !signal.aborted; )
        done = await runBatch(async () => {
          const copying = await lessonCopyingOf(connection).findById(_id).lean();
          if (!copying) return true;
          const ids = await idsForCopies(connection, copying);
          return commit(store, { actor, requestId }, (tx) => copyMore(connection, _id, ids, tx));
        });
    },
  };
}

/** @returns whether no lesson is left to copy, or nothing to copy it into */
async function copyMore(
  connection: Connection,
  id: number,
  ids: readonly number[],
  tx: Transaction,
): Promise<boolean> {
  const { session } = tx;
  const copying = await lessonCopyingOf(connection).findById(id, {}, { session }).lean();
  if (!copying) return true;
  const { from, after } = copying;
  const target = (await holdMainLessons(connection, [id], session)).get(id);
  const copied = target && (await copyLessons(connection, { from, to: id, after }, ids, tx));
  if (copied === undefined) await lessonCopyingOf(connection).deleteOne({ _id: id }, { session });
  else await lessonCopyingOf(connection).updateOne({ _id: id }, { after: copied }, { session });
  return copied === undefined;
}
