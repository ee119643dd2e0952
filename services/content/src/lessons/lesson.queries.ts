import type { ServiceContext, Page } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type ParentLessonType, readLessonTypes } from '../lesson-types/lesson-type.parents.ts';
import { sharedLookUp } from '../store/shared-look-up.ts';
import { type LessonFilter, type LessonOrder, type LessonQuery, lessonQuery } from './lesson.filters.ts';
import {
  fullProjection,
  type LightLesson,
  lessonsOf,
  lightProjection,
  type StoredLesson,
} from './lesson.model.ts';
import { readNotSwept, withoutSwept } from './lesson-sweep.model.ts';

/** A lesson as it was read, with its type. */
export interface ReadLesson<L extends LightLesson = LightLesson> {
  readonly lesson: L;
  readonly lessonType: ParentLessonType;
}

/** Rows of a whole list fetched by one command, so that none takes long. */
const rowsAtOnce = 1_000;

export type FullLesson = LightLesson & Pick<StoredLesson, 'sections'>;

/** The lessons of a page, or all, without sections. */
export async function readLightLessons(
  store: ServiceContext,
  filter: LessonFilter,
  page: Page | undefined,
  order: LessonOrder = 'newest',
): Promise<ReadLesson[]> {
  const read = () => findLessons<LightLesson>(store.connection, filter, page, lightProjection, order);
  return withTypes(store.connection, await (page ? read() : store.unpagedLimiter(read)));
}

/** The lessons of a page, newest first, with their sections. */
export async function readFullLessons(
  connection: Connection,
  filter: LessonFilter,
  page: Page,
): Promise<ReadLesson<FullLesson>[]> {
  const lessons = await findLessons<FullLesson>(connection, filter, page, fullProjection, 'newest');
  return withTypes(connection, lessons);
}

/** One lesson, undefined when there is none. */
export async function readLesson(
  connection: Connection,
  id: number,
): Promise<ReadLesson<FullLesson> | undefined> {
  const lesson = await lessonsOf(connection)
    .findOne({ _id: id, ...(await withoutSwept(connection)) }, fullProjection)
    .lean<FullLesson>();
  const [found] = await withTypes(connection, lesson ? [lesson] : []);
  return found;
}

/** One lesson as a transaction that changes it sees it; null when there is none, which it is once its parent is gone. */
export async function readToChange(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<FullLesson | null> {
  const present = await readNotSwept(connection, session);
  return lessonsOf(connection)
    .findOne({ _id: id, ...present }, fullProjection, { session })
    .lean<FullLesson>();
}

/** How many lessons match. */
export async function countLessons(store: ServiceContext, filter: LessonFilter): Promise<number> {
  const { where, hint } = await presentLessons(store.connection, filter, 'newest');
  return store.counts.get(`lessons ${JSON.stringify(where)}`, () =>
    lessonsOf(store.connection).countDocuments(where, { hint }).exec(),
  );
}

/** The query of a filter, without the lessons whose parent is gone. */
async function presentLessons(
  connection: Connection,
  filter: LessonFilter,
  order: LessonOrder,
): Promise<LessonQuery> {
  const { where, ...query } = lessonQuery(filter, order);
  return { ...query, where: { ...where, ...(await withoutSwept(connection)) } };
}

async function findLessons<L extends LightLesson>(
  connection: Connection,
  filter: LessonFilter,
  page: Page | undefined,
  projection: typeof fullProjection | typeof lightProjection,
  order: LessonOrder,
): Promise<L[]> {
  const { where, hint, sort } = await presentLessons(connection, filter, order);
  return lessonsOf(connection)
    .find(where, projection, page ? { limit: page.limit, skip: page.offset } : { batchSize: rowsAtOnce })
    .sort(sort)
    .hint(hint)
    .lean<L[]>();
}

const typesOf = sharedLookUp((connection, asked: readonly (readonly number[])[]) =>
  readLessonTypes(connection, [...new Set(asked.flat())]),
);

/** A lesson whose type went between the two reads went with it: it is left out. */
async function withTypes<L extends LightLesson>(
  connection: Connection,
  lessons: readonly L[],
): Promise<ReadLesson<L>[]> {
  if (lessons.length === 0) return [];
  const lessonTypes = await typesOf(
    connection,
    lessons.map((row) => row.lessonTypeId),
  );
  return lessons.flatMap((lesson) => {
    const lessonType = lessonTypes.get(lesson.lessonTypeId);
    return lessonType ? [{ lesson, lessonType }] : [];
  });
}
