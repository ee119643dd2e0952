import { type LessonType, uploadUrl } from '@khmer-learning/contracts';
import { foldText, trimInvisible } from '@khmer-learning/khmer-text';
import type { ClientSession, Connection } from 'mongoose';
import { acquireSharedParentLocks } from '../store/parent-locks.ts';
import { readParents } from './read-parents.ts';

/** The fields of a lesson type that its lessons need. */
export interface ParentLessonType extends Pick<LessonType, 'title' | 'icon' | 'iconMode'> {
  readonly _id: number;
}

/** Lesson types as far as lessons depend on them; their own folder has the model. */
export const lessonTypeCollection = 'lesson_types';
const projection = { title: 1, icon: 1, iconMode: 1 } as const;

/** The key by which titles are compared: what `foldText` folds and repeated white space make no difference. */
export function normaliseTitle(title: string): string {
  return trimInvisible(foldText(title)).replace(/\s+/g, ' ');
}

/** The default `image` of a lesson: its type's title in lower case. */
export function defaultLessonImage(lessonType: Pick<ParentLessonType, 'title'>): string {
  return lessonType.title.toLowerCase();
}

/** The URL of the icon file; null when the icon is text. */
export function resolveIconUrl(lessonType: Pick<ParentLessonType, 'icon' | 'iconMode'>): string | null {
  return lessonType.iconMode === 'file' ? uploadUrl(lessonType.icon) : null;
}

/**
 * Takes a shared lock on lesson types and reads them. Until the transaction ends, no other transaction can delete
 * or rename them.
 *
 * @returns those that exist, by id
 */
export async function lockLessonTypes(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession,
): Promise<Map<number, ParentLessonType>> {
  await acquireSharedParentLocks(connection, 'lesson-type', ids, session);
  return readParentLessonTypes(connection, ids, session);
}

/** Reads lesson types by id, in one query; ids that do not exist are left out. */
export function readParentLessonTypes(
  connection: Connection,
  ids: readonly number[],
  session?: ClientSession,
): Promise<Map<number, ParentLessonType>> {
  return readParents(connection, lessonTypeCollection, ids, { projection, session });
}

/**
 * Combines a list's two filters by lesson type into one id. Titles are compared as `normaliseTitle` does.
 *
 * @returns undefined when neither filter is set, `none` when no lesson type matches both
 */
export async function resolveLessonTypeId(
  connection: Connection,
  title: string | undefined,
  id?: number,
): Promise<number | 'none' | undefined> {
  if (title === undefined) return id;
  const found = await connection
    .collection<{ _id: number; titleKey: string }>(lessonTypeCollection)
    .findOne({ titleKey: normaliseTitle(title) }, { projection: { _id: 1 } });
  if (!found || (id !== undefined && id !== found._id)) return 'none';
  return found._id;
}
