import { uploadUrl } from '@khmer-learning/contracts';
import { normaliseKhmer, trimInvisible } from '@khmer-learning/khmer-text';
import type { ClientSession, Connection } from 'mongoose';
import { acquireSharedParentLocks } from '../store/parent-locks.ts';
import { lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

/** What a lesson takes from its type. */
export type ParentLessonType = Pick<StoredLessonType, '_id' | 'title' | 'icon' | 'iconMode'>;

const projection = { title: 1, icon: 1, iconMode: 1 } as const;

/** Titles with the same key are the same to a reader, whatever their case and Khmer spelling order. */
export function normaliseTitle(title: string): string {
  return trimInvisible(normaliseKhmer(title)).replace(/\s+/g, ' ');
}

/** The image of a lesson that has not been given one (spec 4). */
export function defaultLessonImage(lessonType: Pick<StoredLessonType, 'title'>): string {
  return lessonType.title.toLowerCase();
}

/** Where the icon is served; null when the icon is text. */
export function resolveIconUrl(lessonType: Pick<StoredLessonType, 'icon' | 'iconMode'>): string | null {
  return lessonType.iconMode === 'file' ? uploadUrl(lessonType.icon) : null;
}

/**
 * Reads lesson types on which a write relies: none of them can be deleted or change its title before that
 * write's transaction ends.
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

/** What lessons take from their types, in one look-up. */
export async function readParentLessonTypes(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, ParentLessonType>> {
  const found = await lessonTypesOf(connection)
    .find({ _id: { $in: ids } }, projection)
    .session(session)
    .lean();
  return new Map(found.map((lessonType) => [lessonType._id, lessonType]));
}

/**
 * The one id that a list's filters by type leave: `title` in any case and spelling order, and `id`.
 *
 * @returns undefined when neither is there, `none` when nothing can match both
 */
export async function resolveLessonTypeId(
  connection: Connection,
  title: string | undefined,
  id?: number,
): Promise<number | 'none' | undefined> {
  if (title === undefined) return id;
  const found = await lessonTypesOf(connection)
    .findOne({ titleKey: normaliseTitle(title) }, { _id: 1 })
    .lean();
  if (!found || (id !== undefined && id !== found._id)) return 'none';
  return found._id;
}
