import type { ClientSession, Connection } from 'mongoose';
import { coalesceReads } from '../store/coalesce-reads.ts';
import { acquireSharedParentLocks } from '../store/parent-locks.ts';
import { mainLessonIndexes, mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';

/** What a lesson takes from its main lesson. */
export type ParentMainLesson = Pick<StoredMainLesson, '_id' | 'status' | 'free'>;

const projection = { status: 1, free: 1 } as const;

/**
 * Reads main lessons on which a write relies: none of them can be deleted or change its status before that
 * write's transaction ends.
 *
 * @returns those that exist, by id
 */
export async function lockMainLessons(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession,
): Promise<Map<number, ParentMainLesson>> {
  await acquireSharedParentLocks(connection, 'main-lesson', ids, session);
  return readParentMainLessons(connection, ids, session);
}

/** What lessons take from their main lessons, in one look-up. */
export async function readParentMainLessons(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, ParentMainLesson>> {
  const found = await mainLessonsOf(connection)
    .find({ _id: { $in: ids } }, projection)
    .session(session)
    .lean();
  return new Map(found.map((mainLesson) => [mainLesson._id, mainLesson]));
}

const loadFreeMainLessonIds = coalesceReads(async (connection): Promise<number[]> => {
  const found = await mainLessonsOf(connection)
    .find({ free: true }, { _id: 1 })
    .hint(mainLessonIndexes.free)
    .lean();
  return found.map(({ _id }) => _id);
});

/** The ids of all main lessons that everybody may read. */
export function readFreeMainLessonIds(connection: Connection): Promise<readonly number[]> {
  return loadFreeMainLessonIds(connection, undefined);
}
