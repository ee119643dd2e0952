import { createHash } from 'node:crypto';
import type { MainLesson } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { acquireSharedParentLocks } from '../store/parent-locks.ts';
import { normaliseTitle } from './lesson-type.parents.ts';
import { readParents } from './read-parents.ts';

/** The fields of a main lesson that its lessons need. */
export interface ParentMainLesson extends Pick<MainLesson, 'title' | 'status' | 'free'> {
  readonly _id: number;
}

const projection = { title: 1, status: 1, free: 1 } as const;

/** The key by which imports find main lessons. A hash: MongoDB 4.0 indexes 1 KB, and titles have up to 500 characters. */
export function mainLessonTitleKey(title: string): string {
  return createHash('sha256').update(normaliseTitle(title)).digest('base64');
}

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
