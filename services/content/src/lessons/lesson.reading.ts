import type { ClientSession, Connection } from 'mongoose';
import { lessonQuery } from './lesson.filters.ts';
import { fullProjection, lessonIndexes, lessonsOf } from './lesson.model.ts';
import type { FullLesson } from './lesson.queries.ts';

/** Lessons fetched at a time: each may be large. */
const lessonsAtOnce = 50;

/** Every lesson of a main lesson as they stand in it, read while they are used. */
export function streamLessons(connection: Connection, mainLessonId: number): AsyncIterable<FullLesson> {
  const { where, hint, sort } = lessonQuery({ mainLessonId }, 'place');
  return lessonsOf(connection)
    .find(where, fullProjection)
    .sort(sort)
    .hint(hint)
    .batchSize(lessonsAtOnce)
    .lean<FullLesson>()
    .cursor();
}

/** Lessons by id; those that do not exist are left out. */
export async function readLessonsById(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, FullLesson>> {
  const found = await lessonsOf(connection)
    .find({ _id: { $in: ids } }, fullProjection)
    .session(session)
    .lean<FullLesson[]>();
  return new Map(found.map((lesson) => [lesson._id, lesson]));
}

/** The ids and titles of the lessons in main lessons. */
export async function lessonTitlesIn(
  connection: Connection,
  mainLessonIds: readonly number[],
): Promise<{ _id: number; title: string }[]> {
  return lessonsOf(connection)
    .find({ mainLessonId: { $in: mainLessonIds } }, { title: 1 })
    .hint(lessonIndexes.mainLesson)
    .lean();
}

/** The lesson types that the lessons of a main lesson have. */
export async function lessonTypesIn(connection: Connection, mainLessonId: number): Promise<number[]> {
  return lessonsOf(connection).distinct('lessonTypeId', { mainLessonId });
}

/** Whether a parent has any lesson. */
export async function hasLessons(
  connection: Connection,
  parent: { mainLessonId: number } | { lessonTypeId: number },
  session: ClientSession,
): Promise<boolean> {
  return (await lessonsOf(connection).exists(parent).session(session)) !== null;
}
