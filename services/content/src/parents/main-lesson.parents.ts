import type { MainLesson } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { acquireSharedParentLocks } from '../store/parent-locks.ts';
import { readParents } from './read-parents.ts';

/** The fields of a main lesson that its lessons need. */
export interface ParentMainLesson extends Pick<MainLesson, 'title' | 'status' | 'free'> {
  readonly _id: number;
}

const projection = { title: 1, status: 1, free: 1 } as const;

/**
 * Takes a shared lock on main lessons and reads them. Until the transaction ends, no other transaction can delete
 * them or change their status.
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

/** Reads main lessons by id, in one query; ids that do not exist are left out. */
export function readParentMainLessons(
  connection: Connection,
  ids: readonly number[],
  session?: ClientSession,
): Promise<Map<number, ParentMainLesson>> {
  // Main lessons as far as lessons depend on them; their own folder has the model.
  return readParents(connection, 'main_lessons', ids, { projection, session });
}
