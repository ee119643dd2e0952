import {
  type BoundedCount,
  type ListTotal,
  maxExactTotal,
  type QuizStatus,
  quizStatuses,
  type quizzes,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { limitToIds } from '@khmer-learning/item-kit';
import {
  type FoundPage,
  findPage,
  type ListOrder,
  type ListQuery,
  type Page,
  type ReadableFilter,
  readPage,
  type ServiceContext,
  searchCondition,
  staleRecordingsKey,
  type TitledSearchFields,
  titleCondition,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import {
  curriculumOrder,
  quizIndexes,
  quizRowProjection,
  quizSortIndexes,
  quizSummaryProjection,
  quizzesOf,
  type StoredQuiz,
} from './quiz.model.ts';
import { type ExcludedQuizzes, readSettledCondition } from './quiz-place-update.model.ts';

/** A quiz as read for a response, without its search fields. */
export type QuizRow = Omit<StoredQuiz, keyof TitledSearchFields>;
/** A quiz as read for a public list, without questions. */
export type QuizSummaryRow = Omit<QuizRow, 'questions'>;

export interface QuizFilter {
  readonly status?: QuizStatus | undefined;
  /** Only some of these quizzes. */
  readonly ids?: readonly number[] | undefined;
  /** Only quizzes whose lesson is public. */
  readonly lessonIsPublic?: true;
  readonly lessonId?: number | undefined;
  readonly mainLessonId?: number | undefined;
  readonly search?: string | undefined;
  /** Only quizzes with a stale recording. */
  readonly hasStaleRecording?: boolean | undefined;
  /** Selects the main lessons whose quizzes are searched by questions; others match by title and description only. */
  readonly filterReadable?: ReadableFilter | undefined;
  /** Quizzes that learners do not see yet, or not any more. */
  readonly excluded?: ExcludedQuizzes;
  /** Only quizzes of a public list after the one with these sort values (`quizSortValues`). */
  readonly after?: readonly number[] | undefined;
}

/** The quizzes that `/api/v1` lists. */
export const publicQuizFilter = { status: 'active', lessonIsPublic: true } as const satisfies QuizFilter;

/** Reads a page of quizzes, newest first or in another order; the first `maxUnpagedRows` when `page` is undefined. */
export async function findQuizzes(
  store: ServiceContext,
  filter: QuizFilter,
  page: Page | undefined,
  order?: ListOrder,
): Promise<QuizRow[]> {
  const query = limitToIds(buildQuizQuery(filter, 'newest'), filter.ids);
  const model = quizzesOf(store.connection);
  const { rows } = await findPage<StoredQuiz, QuizRow>(store, model, query, page, quizRowProjection, order);
  return rows;
}

/** Reads a page of a public list, without questions. Counts all that match; the count may come from the cache. */
export async function readQuizSummaryPage(
  store: ServiceContext,
  filter: QuizFilter,
  page: Page,
): Promise<FoundPage<QuizSummaryRow> & ListTotal> {
  const excluded = await readSettledCondition(store.connection);
  return readPage<StoredQuiz, QuizSummaryRow>(
    store,
    quizzesOf(store.connection),
    buildQuizQuery({ ...filter, excluded }, 'curriculum'),
    { ...page, after: filter.after && afterCondition(filter.after, filter) },
    quizSummaryProjection,
  );
}

/** Counts the quizzes of lessons or of a main lesson by an index; examines at most `maxExactTotal` quizzes and one more. */
export async function countQuizzes(
  { connection }: ServiceContext,
  { mainLessonId, lessonIds }: { mainLessonId?: number | undefined; lessonIds?: number[] | undefined },
): Promise<BoundedCount> {
  const count = await quizzesOf(connection)
    .countDocuments(lessonIds ? { lessonId: { $in: lessonIds } } : { mainLessonId })
    .hint(lessonIds ? quizIndexes.lesson : quizIndexes.mainLesson)
    .limit(maxExactTotal + 1);
  return count > maxExactTotal ? { total: maxExactTotal, isMinimum: true } : { total: count };
}

/** Counts the quizzes of each of these lessons by their status, by one command that examines at most `maxExactTotal` of them. */
export async function countQuizzesByLesson(
  { connection }: ServiceContext,
  lessonIds: readonly number[],
): Promise<ResponseOf<typeof quizzes.byLessons>> {
  const counted = await quizzesOf(connection)
    .aggregate<{ _id: number; active: number; total: number; quizId: number }>([
      { $match: { lessonId: { $in: lessonIds } } },
      { $limit: maxExactTotal },
      {
        $group: {
          _id: '$lessonId',
          active: { $sum: { $cond: [{ $eq: ['$status', 'active'] }, 1, 0] } },
          total: { $sum: 1 },
          quizId: { $max: '$_id' },
        },
      },
    ])
    .hint(quizIndexes.lesson);
  return {
    lessons: counted.map(({ _id, active, total, quizId }) => ({
      lessonId: _id,
      active,
      drafts: total - active,
      quizId,
    })),
  };
}

/** Reads what the check of edits needs of quizzes, by id. */
export async function readEditedQuizzes(
  { connection }: ServiceContext,
  ids: readonly number[],
): Promise<Map<number, Pick<StoredQuiz, 'version' | 'title' | 'status' | 'mainLessonId'>>> {
  const rows = await quizzesOf(connection)
    .find({ _id: { $in: ids } }, { version: 1, title: 1, status: 1, mainLessonId: 1 })
    .lean();
  return new Map(rows.map((row) => [row._id, row]));
}

export async function findQuiz(
  { connection }: ServiceContext,
  id: number,
  session: ClientSession | null = null,
): Promise<QuizRow | null> {
  return quizzesOf(connection).findById(id, quizRowProjection, { session }).lean<QuizRow>();
}

/** Whether there is a question, by the ids of its quiz and its own. */
export type QuestionCheck = (question: { readonly quizId: number; readonly questionId: number }) => boolean;

/** Reads the questions of quizzes, and returns the check. */
export async function existingQuestions(
  connection: Connection,
  quizIds: ReadonlySet<number>,
  session: ClientSession,
): Promise<QuestionCheck> {
  if (quizIds.size === 0) return () => false;
  const rows = await quizzesOf(connection)
    .find({ _id: { $in: [...quizIds] } }, { 'questions.id': 1 }, { session })
    .lean<{ _id: number; questions: { id: number }[] }[]>();
  const existing = new Set(rows.flatMap(({ _id, questions }) => questions.map(({ id }) => `${_id}.${id}`)));
  return ({ quizId, questionId }) => existing.has(`${quizId}.${questionId}`);
}

/** Reads those of the quizzes that are public, by id. */
export async function findPublicQuizzes(
  { connection }: ServiceContext,
  ids: readonly number[],
): Promise<Map<number, QuizRow>> {
  const settled = await readSettledCondition(connection);
  const rows = await quizzesOf(connection)
    .find({ _id: { $in: ids }, ...publicQuizFilter, ...settled }, quizRowProjection)
    .lean<QuizRow[]>();
  return new Map(rows.map((row) => [row._id, row]));
}

/** Identifies the state of a quiz: its version, and what follows its lesson without a new version. */
export type QuizVersion = Pick<StoredQuiz, '_id' | 'version' | 'updatedAt' | 'mainLessonId'>;

/** Reads which versions the public quizzes of a main lesson have, at most `limit` of them. */
export async function findPublicQuizVersions(
  { connection }: ServiceContext,
  mainLessonId: number,
  limit: number,
): Promise<QuizVersion[]> {
  const settled = await readSettledCondition(connection);
  return quizzesOf(connection)
    .find(
      { mainLessonId, ...publicQuizFilter, ...settled },
      { version: 1, updatedAt: 1, mainLessonId: 1 },
      { limit },
    )
    .hint(quizIndexes.mainLesson)
    .lean();
}

const newestFirst = { _id: -1 } as const;

function publicOrderOf({ search, lessonId }: QuizFilter): 'newest' | 'lesson' | 'curriculum' {
  if (searchCondition(search).searchKeys) return 'newest';
  return lessonId === undefined ? 'curriculum' : 'lesson';
}

/** The number of sort values of a quiz in the public list of a filter. */
export function quizSortLength(filter: QuizFilter): number {
  return publicOrderOf(filter) === 'curriculum' ? 5 : 1;
}

/** The values by which a quiz is sorted in the public list of a filter; zeros for the lesson of a quiz without one. */
export function quizSortValues(filter: QuizFilter, quiz: QuizSummaryRow): readonly number[] {
  if (publicOrderOf(filter) !== 'curriculum') return [quiz._id];
  const { mainLessonPosition = 0, mainLessonId, lessonPosition = 0, lessonId, _id } = quiz;
  return [mainLessonPosition, mainLessonId ?? 0, lessonPosition, lessonId ?? 0, _id];
}

/** The condition of the quizzes after the one with these sort values. */
function afterCondition(after: readonly number[], filter: QuizFilter) {
  const order = publicOrderOf(filter);
  if (order === 'newest') return { _id: { $lt: after[0] } };
  if (order === 'lesson') return { _id: { $gt: after[0] } };
  const [mainLessonPosition, , , lessonId, id] = after;
  if (lessonId === 0) return { $or: [{ lessonId: null, _id: { $gt: id } }, { lessonId: { $gt: 0 } }] };
  const fields = Object.keys(curriculumOrder);
  return {
    // The bound of the index; the rest is compared field by field.
    mainLessonPosition: { $gte: mainLessonPosition },
    $or: fields.map((field, index) => ({
      ...Object.fromEntries(fields.slice(0, index).map((one, before) => [one, after[before]])),
      [field]: { $gt: after[index] },
    })),
  };
}

/**
 * Builds the MongoDB query of a filter, with the sort and the index that covers both. The index is hinted, because the
 * planner's cached choice for one value is bad for another.
 *
 * @param order `curriculum` is for `publicQuizFilter`; a search is always newest first
 */
function buildQuizQuery(filter: QuizFilter, order: 'newest' | 'curriculum'): ListQuery {
  const { status, lessonIsPublic, lessonId, mainLessonId, search, filterReadable } = filter;
  const where = {
    ...filter.excluded,
    ...searchCondition(search, filter.hasStaleRecording ? [staleRecordingsKey] : []),
    ...(lessonId === undefined ? {} : { lessonId }),
    ...(mainLessonId === undefined ? {} : { mainLessonId }),
    ...(status ? { status } : {}),
    ...(lessonIsPublic ? { lessonIsPublic: { $in: [true] } } : {}),
  };
  if (where.searchKeys) {
    const unsearched =
      lessonId === undefined
        ? status !== undefined || mainLessonId !== undefined
          ? buildQuizQuery({ ...filter, search: undefined, hasStaleRecording: false }, 'newest')
          : undefined
        : { where: { lessonId }, hint: quizIndexes.lesson };
    const restriction = filterReadable && {
      filterReadable,
      parentField: 'mainLessonId',
      byTitle: titleCondition(search),
    };
    return {
      where,
      hint: quizIndexes.words,
      changes: quizSortIndexes.updatedAt,
      sort: newestFirst,
      unsearched,
      restriction,
    };
  }
  if (lessonId !== undefined) {
    // Quizzes of one lesson are ordered by id alone, for which MongoDB reads the index backwards.
    return { where, hint: quizIndexes.lesson, sort: order === 'curriculum' ? { _id: 1 } : newestFirst };
  }
  if (mainLessonId !== undefined) {
    // As above the public ones: both values in the filter merge two sorted ranges.
    const statuses = { status: { $in: status ? [status] : quizStatuses } };
    return { where: { ...where, ...statuses }, hint: quizIndexes.ofMainLesson, sort: newestFirst };
  }
  if (order === 'curriculum') {
    const counted = buildQuizQuery(filter, 'newest');
    return { where, hint: quizIndexes.curriculum, sort: curriculumOrder, counted };
  }
  // With both values in the filter, MongoDB merges two sorted ranges of the index.
  if (status)
    return {
      where: { lessonIsPublic: { $in: [true, false] }, ...where },
      hint: quizIndexes.status,
      sort: newestFirst,
    };
  return { where, hint: quizIndexes.newest, sort: newestFirst };
}
