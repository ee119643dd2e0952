import { createHash } from 'node:crypto';
import {
  type LessonType,
  type lessonTypeRefSchema,
  type MainLesson,
  uploadUrl,
} from '@khmer-learning/contracts';
import { foldText, trimInvisible } from '@khmer-learning/khmer-text';
import type { ClientSession, Connection } from 'mongoose';
import type { z } from 'zod';
import { acquireSharedParentLocks } from '../store/parent-locks.ts';

/** The fields of a lesson type that its lessons need. */
export interface ParentLessonType extends Pick<LessonType, 'title' | 'icon' | 'iconMode'> {
  readonly _id: number;
}

/** Lesson types as far as lessons depend on them; their own folder has the model. */
export const lessonTypeCollection = 'lesson_types';
const lessonTypeProjection = { title: 1, icon: 1, iconMode: 1 } as const;

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

export function toLessonTypeRef(lessonType: ParentLessonType): z.output<typeof lessonTypeRefSchema> {
  const { _id, title, icon, iconMode } = lessonType;
  return { id: _id, title, icon, iconMode, iconUrl: resolveIconUrl(lessonType) };
}

/** Locks lesson types (shared) against deletion and renaming until the transaction ends. @returns those that exist, by id */
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
  return readParents(connection, lessonTypeCollection, ids, { projection: lessonTypeProjection, session });
}

/** One id for a list's two filters by lesson type: undefined without them, `none` when no type matches both. */
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

/** The fields of a main lesson that its lessons need. */
export interface ParentMainLesson extends Pick<MainLesson, 'title' | 'status' | 'free'> {
  readonly _id: number;
}

const mainLessonProjection = { title: 1, status: 1, free: 1 } as const;

/** The key by which imports find main lessons. A hash: MongoDB 4.0 indexes 1 KB, and titles have up to 500 characters. */
export function mainLessonTitleKey(title: string): string {
  return createHash('sha256').update(normaliseTitle(title)).digest('base64');
}

/** Locks main lessons (shared) against deletion and a change of status until the transaction ends. @returns as above */
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
  return readParents(connection, 'main_lessons', ids, { projection: mainLessonProjection, session });
}

/** Reads rows of a collection by id, in one query; ids that do not exist are left out. */
async function readParents<Row extends { readonly _id: number }>(
  connection: Connection,
  collection: string,
  ids: readonly number[],
  { projection, session }: { projection: Readonly<Record<string, 1>>; session: ClientSession | undefined },
): Promise<Map<number, Row>> {
  const found = await connection
    .collection<{ _id: number }>(collection)
    .find({ _id: { $in: [...ids] } }, { projection, ...(session ? { session } : {}) })
    .toArray();
  return new Map(found.map((row) => [row._id, row as unknown as Row]));
}
