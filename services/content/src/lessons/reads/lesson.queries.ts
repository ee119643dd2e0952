import { type ListTotal, lessonLevels } from '@khmer-learning/contracts';
import { limitToIds } from '@khmer-learning/item-kit';
import {
  coalesceReads,
  type FoundPage,
  findPage,
  type ListOrder,
  type ListQuery,
  type Page,
  readPage,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { lessonTypeCollection, type ParentLessonType, readParentLessonTypes } from '../../parents/parents.ts';
import {
  type LessonSummaryRow,
  lessonIndexes,
  lessonRowProjection,
  lessonSummaryProjection,
  lessonsOf,
  type StoredLesson,
} from '../model/lesson.model.ts';
import { lessonCascadesOf, sharedNotOrphanedCondition } from '../model/lesson-cascade.model.ts';
import { sharedSettledCondition } from '../model/lesson-visibility.model.ts';
import { buildLessonQuery, type LessonFilter, type LessonOrder } from './lesson.filters.ts';

export interface LessonWithType<L extends LessonSummaryRow = LessonSummaryRow> {
  readonly lesson: L;
  readonly lessonType: ParentLessonType;
}

/** A lesson as read for a response, without its search fields. */
export type LessonRow = LessonSummaryRow & Pick<StoredLesson, 'sections'>;

/** Reads a page of lessons without sections; the first `maxUnpagedRows` when `page` is undefined. */
export async function readLessonSummaries(
  store: ServiceContext,
  filter: LessonFilter,
  page: Page | undefined,
  order: LessonOrder = 'newest',
): Promise<LessonWithType[]> {
  const { connection } = store;
  const query = await buildSettledLessonQuery(connection, filter, order);
  const model = lessonsOf(connection);
  const { rows } = await findPage<StoredLesson, LessonSummaryRow>(
    store,
    model,
    query,
    page,
    lessonSummaryProjection,
  );
  return withLessonTypes(connection, rows);
}

/** The ids of the newest lessons that match a search, without those of deleted parents. */
export async function findLessonIds(
  store: ServiceContext,
  search: string,
  limit: number,
): Promise<readonly number[]> {
  const { connection } = store;
  const query = await buildSettledLessonQuery(connection, { search }, 'newest');
  const page = { limit, offset: 0 };
  const { rows } = await findPage<StoredLesson, { _id: number }>(store, lessonsOf(connection), query, page, {
    _id: 1,
  });
  return rows.map(({ _id }) => _id);
}

export type LessonPage<L extends LessonSummaryRow = LessonSummaryRow> = FoundPage<LessonWithType<L>> &
  ListTotal;

/** `readLessonSummaries`, in another order if `sorted`, with the number of all that match; it may come from the cache. */
export async function readLessonPage(
  store: ServiceContext,
  filter: LessonFilter,
  page: Page | undefined,
  order: LessonOrder = 'newest',
  sorted?: ListOrder,
): Promise<LessonPage> {
  return readListedLessons<LessonSummaryRow>(store, filter, page, lessonSummaryProjection, order, sorted);
}

/** `readLessonPage`, newest first or in another order, with sections. */
export async function readLessonPageWithSections(
  store: ServiceContext,
  filter: LessonFilter,
  page: Page,
  sorted?: ListOrder,
): Promise<LessonPage<LessonRow>> {
  return readListedLessons<LessonRow>(store, filter, page, lessonRowProjection, 'newest', sorted);
}

/** Reads the titles of lessons by their ids; ids without a lesson are left out. */
export async function readLessonTitles(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const lessons = await lessonsOf(connection)
    .find({ _id: { $in: ids } }, { title: 1 })
    .lean();
  return new Map(lessons.map(({ _id, title }) => [_id, title]));
}

export async function readMainLessonIdsOf(
  connection: Connection,
  lessonIds: readonly number[],
): Promise<number[]> {
  const rows = await lessonsOf(connection)
    .find({ _id: { $in: lessonIds } }, { mainLessonId: 1 })
    .lean<Pick<StoredLesson, 'mainLessonId'>[]>();
  return rows.map(({ mainLessonId }) => mainLessonId);
}

/** Most lessons that `readLessonsOfCourses` reads. */
const maxCourseLessons = 3_000;

/** The titles of the lessons of main lessons that learners can see, in order, by the id of the main lesson. */
export async function readLessonsOfCourses(
  connection: Connection,
  mainLessonIds: readonly number[],
): Promise<Map<number, { id: number; title: string }[]>> {
  const rows = await lessonsOf(connection)
    .find(
      { mainLessonId: { $in: mainLessonIds }, visibility: 'public', level: { $in: lessonLevels } },
      { mainLessonId: 1, title: 1, position: 1 },
    )
    .hint(lessonIndexes.position)
    .limit(maxCourseLessons)
    .lean<Pick<StoredLesson, '_id' | 'mainLessonId' | 'title' | 'position'>[]>();
  rows.sort((one, other) => one.position - other.position || one._id - other._id);
  const lessons = new Map<number, { id: number; title: string }[]>();
  for (const { _id: id, mainLessonId, title } of rows)
    lessons.set(mainLessonId, [...(lessons.get(mainLessonId) ?? []), { id, title }]);
  return lessons;
}

/** Reads lessons that learners may see, with their sections, by id; others are left out. */
export async function readPublicLessons(
  connection: Connection,
  ids: readonly number[],
): Promise<LessonWithType<LessonRow>[]> {
  const settled = await sharedSettledCondition(connection);
  const lessons = await lessonsOf(connection)
    .find({ _id: { $in: ids }, visibility: 'public', ...settled }, lessonRowProjection)
    .lean<LessonRow[]>();
  return withLessonTypes(connection, lessons);
}

/** Reads one lesson, with its type, by one command; null when it does not exist or a parent has been deleted. */
export async function readLesson(
  connection: Connection,
  id: number,
  session: ClientSession | null,
): Promise<LessonWithType<LessonRow> | null> {
  const isOfLesson = [
    { $eq: ['$mainLessonId', '$$mainLessonId'] },
    { $eq: ['$lessonTypeId', '$$lessonTypeId'] },
  ];
  const [found] = await lessonsOf(connection)
    .aggregate<LessonRow & { cascades: unknown[]; lessonTypes: ParentLessonType[] }>([
      { $match: { _id: id } },
      { $project: lessonRowProjection },
      {
        $lookup: {
          from: lessonCascadesOf(connection).collection.collectionName,
          let: { mainLessonId: '$mainLessonId', lessonTypeId: '$lessonTypeId' },
          pipeline: [{ $match: { $expr: { $or: isOfLesson } } }, { $limit: 1 }],
          as: 'cascades',
        },
      },
      {
        $lookup: {
          from: lessonTypeCollection,
          localField: 'lessonTypeId',
          foreignField: '_id',
          as: 'lessonTypes',
        },
      },
    ])
    .session(session);
  if (!found) return null;
  const { cascades, lessonTypes, ...lesson } = found;
  const [lessonType] = lessonTypes;
  return lessonType && cascades.length === 0 ? { lesson, lessonType } : null;
}

/** The number of public lessons of each of the main lessons, by id, in one covered query; 0 is left out. */
export async function countPublicLessons(
  { connection }: ServiceContext,
  mainLessonIds: readonly number[],
): Promise<Map<number, number>> {
  if (mainLessonIds.length === 0) return new Map();
  const settled = await sharedSettledCondition(connection);
  const counts = await lessonsOf(connection)
    .aggregate<{ _id: number; lessons: number }>([
      {
        $match: {
          mainLessonId: { $in: mainLessonIds },
          visibility: 'public',
          level: { $in: lessonLevels },
          ...settled,
        },
      },
      { $group: { _id: '$mainLessonId', lessons: { $sum: 1 } } },
    ])
    .hint(lessonIndexes.mainLesson);
  return new Map(counts.map(({ _id, lessons }) => [_id, lessons]));
}

/** Builds the query of a filter, without lessons of deleted parents and what learners may not see yet. */
async function buildSettledLessonQuery(
  connection: Connection,
  filter: LessonFilter,
  order: LessonOrder,
): Promise<ListQuery> {
  const { where, ...query } = limitToIds(buildLessonQuery(filter, order), filter.ids);
  const isForLearners = filter.visibility?.every((visibility) => visibility === 'public') ?? false;
  const readExcluded = isForLearners ? sharedSettledCondition : sharedNotOrphanedCondition;
  return { ...query, where: { ...where, ...(await readExcluded(connection)) } };
}

async function readListedLessons<L extends LessonSummaryRow>(
  store: ServiceContext,
  filter: LessonFilter,
  page: Page | undefined,
  projection: typeof lessonRowProjection | typeof lessonSummaryProjection,
  order: LessonOrder,
  sorted?: ListOrder,
): Promise<LessonPage<L>> {
  const { connection } = store;
  const query = await buildSettledLessonQuery(connection, filter, order);
  const after = filter.after && afterCondition(filter.after, order);
  const start = page && { ...page, after };
  const model = lessonsOf(connection);
  const found = await readPage<StoredLesson, L>(store, model, query, start, projection, sorted);
  return { ...found, rows: await withLessonTypes(connection, found.rows) };
}

/** The condition of the rows after those with these sort values. It reads only their part of the index. */
function afterCondition([first, id]: readonly number[], order: LessonOrder) {
  if (order === 'newest') return { _id: { $lt: first } };
  return { position: { $gte: first }, $or: [{ position: { $gt: first } }, { _id: { $gt: id } }] };
}

const loadTypes = coalesceReads((connection, requested: readonly (readonly number[])[]) =>
  readParentLessonTypes(connection, [...new Set(requested.flat())]),
);

/** Adds the lesson types. A lesson whose type was deleted between the two reads is left out: it is deleted too. */
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
