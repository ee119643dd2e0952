import type { Page, ServiceContext } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type ParentLessonType, readParentLessonTypes } from '../lesson-types/lesson-type.parents.ts';
import { coalesceReads } from '../store/coalesce-reads.ts';
import { buildLessonQuery, type LessonFilter, type LessonOrder, type LessonQuery } from './lesson.filters.ts';
import {
  type LessonSummaryRow,
  lessonRowProjection,
  lessonSummaryProjection,
  lessonsOf,
  type StoredLesson,
} from './lesson.model.ts';
import { readNotOrphanedCondition, sharedNotOrphanedCondition } from './lesson-cascade.model.ts';

/** A lesson as it was read, with its type. */
export interface LessonWithType<L extends LessonSummaryRow = LessonSummaryRow> {
  readonly lesson: L;
  readonly lessonType: ParentLessonType;
}

/** Rows of a whole list fetched by one command, so that none takes long. */
const listBatchSize = 1_000;

export type LessonRow = LessonSummaryRow & Pick<StoredLesson, 'sections'>;

/** The lessons of a page, or all, without sections. */
export async function readLessonSummaries(
  store: ServiceContext,
  filter: LessonFilter,
  page: Page | undefined,
  order: LessonOrder = 'newest',
): Promise<LessonWithType[]> {
  const read = () =>
    findLessons<LessonSummaryRow>(store.connection, filter, page, lessonSummaryProjection, order);
  return withLessonTypes(store.connection, await (page ? read() : store.unpagedLimiter(read)));
}

/** The lessons of a page, newest first, with their sections. */
export async function readLessonsWithSections(
  connection: Connection,
  filter: LessonFilter,
  page: Page,
): Promise<LessonWithType<LessonRow>[]> {
  const lessons = await findLessons<LessonRow>(connection, filter, page, lessonRowProjection, 'newest');
  return withLessonTypes(connection, lessons);
}

/** One lesson, undefined when there is none. */
export async function readLesson(
  connection: Connection,
  id: number,
): Promise<LessonWithType<LessonRow> | undefined> {
  const lesson = await lessonsOf(connection)
    .findOne({ _id: id, ...(await sharedNotOrphanedCondition(connection)) }, lessonRowProjection)
    .lean<LessonRow>();
  const [found] = await withLessonTypes(connection, lesson ? [lesson] : []);
  return found;
}

/** One lesson as a transaction that changes it sees it; null when there is none, which it is once its parent is gone. */
export async function readLessonForUpdate(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<LessonRow | null> {
  const notOrphaned = await readNotOrphanedCondition(connection, session);
  return lessonsOf(connection)
    .findOne({ _id: id, ...notOrphaned }, lessonRowProjection, { session })
    .lean<LessonRow>();
}

/** How many lessons match. */
export async function countLessons(store: ServiceContext, filter: LessonFilter): Promise<number> {
  const { where, hint } = await buildNotOrphanedLessonQuery(store.connection, filter, 'newest');
  return store.counts.get(`lessons ${JSON.stringify(where)}`, () =>
    lessonsOf(store.connection).countDocuments(where, { hint }).exec(),
  );
}

/** The query of a filter, without the lessons whose parent is gone. */
async function buildNotOrphanedLessonQuery(
  connection: Connection,
  filter: LessonFilter,
  order: LessonOrder,
): Promise<LessonQuery> {
  const { where, ...query } = buildLessonQuery(filter, order);
  return { ...query, where: { ...where, ...(await sharedNotOrphanedCondition(connection)) } };
}

async function findLessons<L extends LessonSummaryRow>(
  connection: Connection,
  filter: LessonFilter,
  page: Page | undefined,
  projection: typeof lessonRowProjection | typeof lessonSummaryProjection,
  order: LessonOrder,
): Promise<L[]> {
  const { where, hint, sort } = await buildNotOrphanedLessonQuery(connection, filter, order);
  return lessonsOf(connection)
    .find(where, projection, page ? { limit: page.limit, skip: page.offset } : { batchSize: listBatchSize })
    .sort(sort)
    .hint(hint)
    .lean<L[]>();
}

const loadTypes = coalesceReads((connection, requested: readonly (readonly number[])[]) =>
  readParentLessonTypes(connection, [...new Set(requested.flat())]),
);

/** A lesson whose type went between the two reads went with it: it is left out. */
async function withLessonTypes<L extends LessonSummaryRow>(
  connection: Connection,
  lessons: readonly L[],
): Promise<LessonWithType<L>[]> {
  if (lessons.length === 0) return [];
  const lessonTypes = await loadTypes(
    connection,
    lessons.map((row) => row.lessonTypeId),
  );
  return lessons.flatMap((lesson) => {
    const lessonType = lessonTypes.get(lesson.lessonTypeId);
    return lessonType ? [{ lesson, lessonType }] : [];
  });
}
