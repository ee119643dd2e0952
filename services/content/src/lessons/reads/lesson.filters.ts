import { type ContentStatus, type LessonLevel, lessonLevels } from '@khmer-learning/contracts';
import {
  type ListQuery,
  type ReadableFilter,
  searchCondition,
  titleCondition,
} from '@khmer-learning/service-kit';
import { lessonIndexes, lessonSortIndexes, type Visibility, visibilities } from '../model/lesson.model.ts';

/** The filter of a list of lessons. Absent fields do not filter. */
export interface LessonFilter {
  readonly visibility?: readonly Visibility[] | undefined;
  readonly level?: LessonLevel | undefined;
  readonly mainLessonId?: number | undefined;
  readonly lessonTypeId?: number | undefined;
  readonly search?: string | undefined;
  /** Only some of these lessons. */
  readonly ids?: readonly number[] | undefined;
  /** Only lessons with these of `recordingsKeys` and `quizKeys`. */
  readonly marks?: readonly string[];
  /** Selects the main lessons whose section texts are searched; lessons of others match by title and description only. */
  readonly filterReadable?: ReadableFilter | undefined;
  /** Only lessons after the one with these sort values: its id, or its position and id in the order `place`. */
  readonly after?: readonly number[] | undefined;
}

/** The sort order of lessons: newest first, or by position in their main lesson (`place`). */
export type LessonOrder = 'newest' | 'place';

const newestFirst = { _id: -1 } as const;
const byPosition = { position: 1, _id: 1 } as const;

/** The visibilities that match the console's `status` filter; undefined without a filter. */
export function visibilitiesForStatus(status: ContentStatus | undefined): readonly Visibility[] | undefined {
  if (status === undefined) return undefined;
  return status === 'draft' ? ['draft'] : ['hidden', 'public'];
}

/**
 * Builds the query of a filter so that MongoDB neither scans the collection nor sorts in memory.
 *
 * The index is hinted, because the planner's cached choice for one value is bad for another. Where an index has
 * `visibility` and `level` before the sort fields, an absent filter is replaced by all its values: MongoDB then
 * merges a few sorted ranges of that index.
 *
 * @param order `place` is for the lessons of one main lesson, without a search
 */
export function buildLessonQuery(filter: LessonFilter, order: LessonOrder): ListQuery {
  const { mainLessonId, lessonTypeId } = filter;
  const parents = {
    ...(mainLessonId === undefined ? {} : { mainLessonId }),
    ...(lessonTypeId === undefined ? {} : { lessonTypeId }),
  };
  const searchWhere = searchCondition(filter.search, filter.marks);
  if (searchWhere.searchKeys) {
    const unsearched = buildLessonQuery({ ...filter, search: undefined, marks: [] }, 'newest');
    return {
      where: {
        ...searchWhere,
        ...parents,
        ...(filter.visibility ? { visibility: { $in: filter.visibility } } : {}),
        ...(filter.level ? { level: { $in: [filter.level] } } : {}),
      },
      hint: lessonIndexes.words,
      changes: lessonSortIndexes.updatedAt,
      sort: newestFirst,
      unsearched: Object.keys(unsearched.where).length > 0 ? unsearched : undefined,
      restriction: filter.filterReadable && {
        filterReadable: filter.filterReadable,
        parentField: 'mainLessonId',
        byTitle: titleCondition(filter.search),
      },
    };
  }

  const ranges = {
    visibility: { $in: filter.visibility ?? visibilities },
    level: { $in: filter.level ? [filter.level] : lessonLevels },
  };
  const inParents = { ...parents, ...ranges };
  const sort = newestFirst;
  if (order === 'place') return { where: inParents, hint: lessonIndexes.position, sort: byPosition };
  if (mainLessonId !== undefined) return { where: inParents, hint: lessonIndexes.mainLesson, sort };
  if (lessonTypeId !== undefined) return { where: inParents, hint: lessonIndexes.lessonType, sort };
  if (filter.visibility || filter.level) return { where: ranges, hint: lessonIndexes.visibility, sort };
  return { where: {}, hint: lessonIndexes.newest, sort };
}
