import { lessonEvent, type MainLesson } from '@khmer-learning/contracts';
import {
  createHistory,
  type History,
  parentDeleted,
  type RestorableItem,
  restorationJob,
} from '@khmer-learning/item-kit';
import { ApiError, type ServiceContext, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { lockLessonTypes, type ParentLessonType } from '../../parents/lesson-type.parents.ts';
import { lockMainLessons } from '../../parents/main-lesson.parents.ts';
import { toLessonState } from '../model/lesson.mappers.ts';
import { lessonsOf, resolveVisibility } from '../model/lesson.model.ts';
import { lessonChangeKeys } from '../model/lesson.surrogate-keys.ts';
import { type LessonRow, type LessonWithType, readLesson } from '../reads/lesson.queries.ts';
import { lessonSearchFields } from './lesson.creation.ts';

const kind = { definition: lessonEvent, label: 'Lesson' } as const;

/** Creates the history of lessons. */
export function createLessonHistory(store: ServiceContext): History {
  return createHistory(store, {
    ...kind,
    async readPresent(id) {
      const found = await readLesson(store.connection, id, null);
      return found ? { version: found.lesson.version, state: toLessonState(found.lesson) } : undefined;
    },
  });
}

/** Restores the lessons that were deleted with a restored main lesson or lesson type. */
export function lessonRestorationJob(store: ServiceContext): ReturnType<typeof restorationJob> {
  return restorationJob(store, {
    ...kind,
    async restore(tx, item) {
      try {
        await insertRestoredLesson(store.connection, item, tx);
        return true;
      } catch (error) {
        // Its other parent was deleted too.
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  });
}

/**
 * Locks the parents of a lesson to be restored.
 *
 * @throws ApiError 409 when one of them does not exist; it names the one to restore first
 */
export async function requireParents(
  connection: Connection,
  { mainLessonId, lessonTypeId }: { readonly mainLessonId: number; readonly lessonTypeId: number },
  session: ClientSession,
): Promise<{ mainLesson: Pick<MainLesson, 'status'>; lessonType: ParentLessonType }> {
  const mainLesson = (await lockMainLessons(connection, [mainLessonId], session)).get(mainLessonId);
  if (!mainLesson) {
    const parent = { entity: 'main-lesson', id: mainLessonId, label: 'main lesson' };
    throw await parentDeleted(connection, parent, session);
  }
  const lessonType = (await lockLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
  if (!lessonType) {
    const parent = { entity: 'lesson-type', id: lessonTypeId, label: 'lesson type' };
    throw await parentDeleted(connection, parent, session);
  }
  return { mainLesson, lessonType };
}

/**
 * Inserts a deleted lesson again, with the version after its deletion, at its former position.
 *
 * @throws ApiError 409, before any write, when a parent does not exist
 */
export async function insertRestoredLesson(
  connection: Connection,
  { id, version, state }: RestorableItem,
  tx: Transaction,
): Promise<LessonWithType<LessonRow>> {
  const { session } = tx;
  const { status, id: _id, createdAt, position = id, ...fields } = lessonEvent.state.parse(state);
  const { mainLesson, lessonType } = await requireParents(connection, fields, session);
  const lesson: LessonRow = {
    ...fields,
    _id,
    position,
    visibility: resolveVisibility(status, mainLesson.status),
    version: version + 1,
    createdAt: new Date(createdAt),
    updatedAt: new Date(),
  };
  await lessonsOf(connection).insertMany([{ ...lesson, ...lessonSearchFields(lesson) }], {
    session,
    lean: true,
  });
  tx.emitChanged(lessonEvent, {
    id,
    version: lesson.version,
    before: null,
    isRestored: true,
    state: toLessonState(lesson),
    surrogateKeys: lessonChangeKeys(null, lesson),
  });
  return { lesson, lessonType };
}
