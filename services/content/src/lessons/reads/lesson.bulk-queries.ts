import { lessons } from '@khmer-learning/contracts';
import { workingCopiesOf } from '@khmer-learning/item-kit';
import type { ClientSession, Connection } from 'mongoose';
import { lessonIndexes, lessonRowProjection, lessonsOf } from '../model/lesson.model.ts';
import { buildLessonQuery } from './lesson.filters.ts';
import type { LessonRow } from './lesson.queries.ts';

/** Lessons per cursor batch; few, because each may be large. */
const streamBatchSize = 50;

export function streamLessonsInMainLesson(
  connection: Connection,
  mainLessonId: number,
): AsyncIterable<LessonRow> {
  const { where, hint, sort } = buildLessonQuery({ mainLessonId }, 'place');
  return lessonsOf(connection)
    .find(where, lessonRowProjection)
    .sort(sort)
    .hint(hint)
    .batchSize(streamBatchSize)
    .lean<LessonRow>()
    .cursor();
}

/** Reads lessons by id; ids that do not exist are left out. */
export async function readLessonsById(
  connection: Connection,
  ids: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, LessonRow>> {
  const found = await lessonsOf(connection)
    .find({ _id: { $in: ids } }, lessonRowProjection)
    .session(session)
    .lean<LessonRow[]>();
  return new Map(found.map((lesson) => [lesson._id, lesson]));
}

export async function readLessonTitle(connection: Connection, id: number): Promise<string | undefined> {
  return (await lessonsOf(connection).findById(id, { title: 1 }).lean())?.title;
}

export function streamLessonTitles(
  connection: Connection,
  mainLessonIds: readonly number[],
): AsyncIterable<{ _id: number; title: string }> {
  return lessonsOf(connection)
    .find({ mainLessonId: { $in: mainLessonIds } }, { title: 1 })
    .hint(lessonIndexes.mainLesson)
    .lean()
    .cursor();
}

/** Reads the distinct lesson type ids of a main lesson's lessons: staff create lesson types one by one. */
export async function readUsedLessonTypeIds(connection: Connection, mainLessonId: number): Promise<number[]> {
  return lessonsOf(connection).distinct('lessonTypeId', { mainLessonId });
}

export async function hasLessons(
  connection: Connection,
  parent: { mainLessonId: number } | { lessonTypeId: number },
  session: ClientSession,
): Promise<boolean> {
  return (await lessonsOf(connection).exists(parent).session(session)) !== null;
}

/** Reads the distinct lesson type ids in the working copies of a main lesson's lessons. */
export async function readReworkedLessonTypeIds(
  connection: Connection,
  mainLessonId: number,
): Promise<number[]> {
  const { collectionName } = workingCopiesOf(connection, lessons).collection;
  const types = await lessonsOf(connection).aggregate<{ _id: number }>([
    { $match: { mainLessonId } },
    { $project: { _id: 1 } },
    { $lookup: { from: collectionName, localField: '_id', foreignField: '_id', as: 'copy' } },
    { $unwind: '$copy' },
    { $match: { 'copy.contents': { $ne: null } } },
    { $group: { _id: '$copy.contents.lessonTypeId' } },
  ]);
  return types.map(({ _id }) => _id);
}
