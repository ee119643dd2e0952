import type { ContentStatus, ListTotal, mainLessonOrders } from '@khmer-learning/contracts';
import { limitToIds } from '@khmer-learning/item-kit';
import { buildSortKey } from '@khmer-learning/khmer-text';
import {
  type FoundPage,
  type ListOrder,
  type ListQuery,
  notFound,
  type Page,
  readPage,
  type SearchFields,
  type ServiceContext,
  searchCondition,
  searchFields,
} from '@khmer-learning/service-kit';
import { mainLessonTitleKey } from '../parents/parents.ts';
import { mainLessonIndexes, mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';

/** A main lesson as read for a response, without its search fields. */
export type MainLessonRow = Omit<StoredMainLesson, keyof SearchFields | 'titleKey' | 'titleSort'>;

/** The projection for responses: everything but the search fields. */
export const mainLessonRowProjection = { searchKeys: 0, searchText: 0, titleKey: 0, titleSort: 0 } as const;

/** The fields by which a main lesson is found. Every write of its texts must store them too. */
export function mainLessonSearchFields({
  title,
  description,
}: Pick<MainLessonRow, 'title' | 'description'>): SearchFields &
  Pick<StoredMainLesson, 'titleKey' | 'titleSort'> {
  return {
    ...searchFields([title, description]),
    titleKey: mainLessonTitleKey(title),
    titleSort: buildSortKey(title),
  };
}

/** The filter of a list of main lessons. Absent fields do not filter. */
export interface MainLessonFilter {
  readonly status?: ContentStatus | undefined;
  readonly search?: string | undefined;
  /** Only some of these main lessons. */
  readonly ids?: readonly number[] | undefined;
  /** In the order of the catalogue: only main lessons after the one with this position and id. */
  readonly after?: readonly number[] | undefined;
}

/** The sort order of main lessons: newest first, or by position in the catalogue. */
export type MainLessonOrder = (typeof mainLessonOrders)[number];

const sorts = { newest: { _id: -1 }, catalogue: { position: 1, _id: 1 } } as const;

/** Reads a page of main lessons, or the first `maxUnpagedRows`, and counts all that match, possibly from the cache. */
export async function readMainLessonPage(
  store: ServiceContext,
  filter: MainLessonFilter,
  page: Page | undefined,
  order: MainLessonOrder = 'newest',
  sorted?: ListOrder,
): Promise<FoundPage<MainLessonRow> & ListTotal> {
  return readPage<StoredMainLesson, MainLessonRow>(
    store,
    mainLessonsOf(store.connection),
    limitToIds(buildMainLessonQuery(filter, order), filter.ids),
    page && { ...page, after: filter.after && afterCondition(filter.after) },
    mainLessonRowProjection,
    sorted,
  );
}

function afterCondition([position, id]: readonly number[]) {
  return { position: { $gte: position }, $or: [{ position: { $gt: position } }, { _id: { $gt: id } }] };
}

/** Reads a published main lesson. @throws ApiError 404 when it does not exist or is a draft */
export async function findPublishedMainLesson(store: ServiceContext, id: number): Promise<MainLessonRow> {
  const found = await mainLessonsOf(store.connection)
    .findOne({ _id: id, status: 'published' }, mainLessonRowProjection)
    .lean<MainLessonRow>();
  if (!found) throw notFound('Main lesson');
  return found;
}

/** Builds the MongoDB query of a filter, with the index that covers both filter and sort. */
function buildMainLessonQuery({ status, search }: MainLessonFilter, order: MainLessonOrder): ListQuery {
  const where = { ...searchCondition(search), ...(status ? { status } : {}) };
  const indexes = mainLessonIndexes[order];
  const sort = sorts[order];
  if (!where.searchKeys) return { where, hint: status ? indexes.status : indexes.all, sort };
  const unsearched = status && { where: { status }, hint: indexes.status };
  return { where, hint: indexes.words, sort, unsearched };
}
