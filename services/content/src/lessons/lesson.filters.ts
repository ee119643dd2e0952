import { type ContentStatus, type LessonLevel, lessonLevels } from '@khmer-learning/contracts';
import {
  type SearchCondition,
  searchCondition,
  type TitleCondition,
  titleCondition,
} from '@khmer-learning/service-kit';
import type { IndexDefinition } from 'mongoose';
import { lessonIndexes, type Visibility, visibilities } from './lesson.model.ts';
import type { NotOrphanedCondition } from './lesson-cascade.model.ts';

/** Which lessons a list is about. What is absent does not narrow. */
export interface LessonFilter {
  readonly visibility?: readonly Visibility[] | undefined;
  readonly level?: LessonLevel | undefined;
  readonly mainLessonId?: number | undefined;
  readonly lessonTypeId?: number | undefined;
  readonly search?: string | undefined;
  /** The main lessons in whose contents is searched; lessons of others are found by title and description alone. */
  readonly contentsOf?: readonly number[] | undefined;
}

/** A filter as MongoDB is asked it, with the index that serves both it and the order. */
export interface LessonQuery {
  readonly where: NotOrphanedCondition &
    SearchCondition & {
      visibility?: { $in: readonly Visibility[] };
      level?: { $in: readonly LessonLevel[] };
      mainLessonId?: number;
      lessonTypeId?: number;
      $or?: [{ mainLessonId: { $in: readonly number[] } }, TitleCondition];
    };
  readonly hint: IndexDefinition;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** How lessons are listed: the newest first, or as they stand in their main lesson. */
export type LessonOrder = 'newest' | 'place';

const newestFirst = { _id: -1 } as const;
export const byPosition = { position: 1, _id: 1 } as const;

/** The visibilities that the console's `status` filter means. */
export function visibilitiesForStatus(status: ContentStatus | undefined): readonly Visibility[] | undefined {
  if (status === undefined) return undefined;
  return status === 'draft' ? ['draft'] : ['hidden', 'public'];
}

/**
 * How to ask for the lessons of a filter, in order, without a scan of the collection or a sort.
 *
 * The index is named, not left to the planner, whose remembered choice for one value is bad for another.
 * Where an index has `visibility` and `level` before the order's fields, an absent one is asked for by all its
 * values: MongoDB then merges a few ordered ranges of that index.
 *
 * @param order `place` is for the lessons of one main lesson, without a search
 */
export function buildLessonQuery(filter: LessonFilter, order: LessonOrder): LessonQuery {
  const { mainLessonId, lessonTypeId } = filter;
  const parents = {
    ...(mainLessonId === undefined ? {} : { mainLessonId }),
    ...(lessonTypeId === undefined ? {} : { lessonTypeId }),
  };
  const searchWhere = searchCondition(filter.search);
  if (searchWhere.searchKeys) {
    return {
      where: {
        ...searchWhere,
        ...(filter.contentsOf
          ? { $or: [{ mainLessonId: { $in: filter.contentsOf } }, titleCondition(filter.search)] }
          : {}),
        ...parents,
        ...(filter.visibility ? { visibility: { $in: filter.visibility } } : {}),
        ...(filter.level ? { level: { $in: [filter.level] } } : {}),
      },
      hint: lessonIndexes.words,
      sort: newestFirst,
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
