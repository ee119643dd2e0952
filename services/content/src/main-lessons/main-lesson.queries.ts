import type { ContentStatus, mainLessonOrders } from '@khmer-learning/contracts';
import {
  notFound,
  type Page,
  type SearchCondition,
  type SearchFields,
  type ServiceContext,
  searchCondition,
} from '@khmer-learning/service-kit';
import type { IndexDefinition } from 'mongoose';
import { mainLessonIndexes, mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';

/** A main lesson as it is read for an answer. */
export type MainLessonRow = Omit<StoredMainLesson, keyof SearchFields>;

export const mainLessonRowProjection = { searchKeys: 0, searchText: 0 } as const;

/** The texts by which a main lesson is found, the most telling first. */
export function mainLessonSearchTexts({
  title,
  description,
}: Pick<MainLessonRow, 'title' | 'description'>): string[] {
  return [title, description];
}

/** Which main lessons a list is about. What is absent does not narrow. */
export interface MainLessonFilter {
  readonly status?: ContentStatus | undefined;
  readonly search?: string | undefined;
}

/** How main lessons are listed: the newest first, or as they stand in the catalogue. */
export type MainLessonOrder = (typeof mainLessonOrders)[number];

const sorts = { newest: { _id: -1 }, catalogue: { position: 1, _id: 1 } } as const;

/** The main lessons of a page, or all. */
export async function findMainLessons(
  store: ServiceContext,
  filter: MainLessonFilter,
  page: Page | undefined,
  order: MainLessonOrder = 'newest',
): Promise<MainLessonRow[]> {
  const { where, hint } = buildMainLessonQuery(filter, order);
  return mainLessonsOf(store.connection)
    .find(where, mainLessonRowProjection, page ? { limit: page.limit, skip: page.offset } : {})
    .sort(sorts[order])
    .hint(hint)
    .lean<MainLessonRow[]>();
}

/** @throws ApiError 404 when there is none, or only a draft */
export async function findPublishedMainLesson(store: ServiceContext, id: number): Promise<MainLessonRow> {
  const found = await mainLessonsOf(store.connection)
    .findOne({ _id: id, status: 'published' }, mainLessonRowProjection)
    .lean<MainLessonRow>();
  if (!found) throw notFound('Main lesson');
  return found;
}

/** How many main lessons match. */
export async function countMainLessons(store: ServiceContext, filter: MainLessonFilter): Promise<number> {
  const { where, hint } = buildMainLessonQuery(filter, 'newest');
  return store.counts.get(`main lessons ${JSON.stringify(where)}`, () =>
    mainLessonsOf(store.connection).countDocuments(where, { hint }).exec(),
  );
}

/** A filter as MongoDB is asked it, with the index that serves both it and the order. */
function buildMainLessonQuery(
  { status, search }: MainLessonFilter,
  order: MainLessonOrder,
): { where: SearchCondition & { status?: ContentStatus }; hint: IndexDefinition } {
  const where = { ...searchCondition(search), ...(status ? { status } : {}) };
  const indexes = mainLessonIndexes[order];
  if (where.searchKeys) return { where, hint: indexes.words };
  return { where, hint: status ? indexes.status : indexes.all };
}
