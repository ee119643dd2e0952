import type { QuizStatus } from '@khmer-learning/contracts';
import {
  type Page,
  type SearchCondition,
  searchCondition,
  type TitleCondition,
  type TitledSearchFields,
  titleCondition,
} from '@khmer-learning/service-kit';
import type { IndexDefinition } from 'mongoose';
import type { QuizzesContext } from '../store/quizzes-context.ts';
import {
  quizIndexes,
  quizRowProjection,
  quizSummaryProjection,
  quizzesOf,
  type StoredQuiz,
} from './quiz.model.ts';

/** A quiz as it is read for an answer. */
export type QuizRow = Omit<StoredQuiz, keyof TitledSearchFields>;
/** A quiz as public lists carry it. */
export type QuizSummaryRow = Omit<QuizRow, 'questions'>;

/** Which quizzes a list is about. What is absent does not narrow. */
export interface QuizFilter {
  readonly status?: QuizStatus | undefined;
  /** `true`: those whose lesson everybody may see. */
  readonly lessonIsPublic?: true;
  readonly lessonId?: number | undefined;
  readonly search?: string | undefined;
  /**
   * The main lessons in whose quizzes' questions is searched; null: in those of quizzes without a lesson. Others are
   * found by title and description alone.
   */
  readonly contentsOf?: readonly (number | null)[] | undefined;
}

/** Those that everybody may know of (decisions, API keys and `/api/v1`). */
export const publicQuizFilter = { status: 'active', lessonIsPublic: true } as const satisfies QuizFilter;

/** The quizzes of a page, or all; newest first. */
export async function findQuizzes(
  store: QuizzesContext,
  filter: QuizFilter,
  page: Page | undefined,
): Promise<QuizRow[]> {
  return findRows<QuizRow>(store, filter, page, quizRowProjection);
}

/** The same without their questions. */
export async function findQuizSummaries(
  store: QuizzesContext,
  filter: QuizFilter,
  page: Page | undefined,
): Promise<QuizSummaryRow[]> {
  return findRows<QuizSummaryRow>(store, filter, page, quizSummaryProjection);
}

/** How many quizzes match. */
export async function countQuizzes(store: QuizzesContext, filter: QuizFilter): Promise<number> {
  const { where, hint } = buildQuizQuery(filter);
  return store.counts.get(JSON.stringify(where), () =>
    quizzesOf(store.connection).countDocuments(where, { hint }).exec(),
  );
}

/** One quiz, null when there is none. */
export async function findQuiz({ connection }: QuizzesContext, id: number): Promise<QuizRow | null> {
  return quizzesOf(connection).findById(id, quizRowProjection).lean<QuizRow>();
}

/** Those of these quizzes that everybody may know of, by id. */
export async function findPublicQuizzes(
  { connection }: QuizzesContext,
  ids: readonly number[],
): Promise<Map<number, QuizRow>> {
  const rows = await quizzesOf(connection)
    .find({ _id: { $in: ids }, ...publicQuizFilter }, quizRowProjection)
    .lean<QuizRow[]>();
  return new Map(rows.map((row) => [row._id, row]));
}

async function findRows<Q extends QuizSummaryRow>(
  store: QuizzesContext,
  filter: QuizFilter,
  page: Page | undefined,
  projection: typeof quizRowProjection | typeof quizSummaryProjection,
): Promise<Q[]> {
  const { where, hint } = buildQuizQuery(filter);
  const read = () =>
    quizzesOf(store.connection)
      .find(where, projection, page ? { limit: page.limit, skip: page.offset } : {})
      .sort({ _id: -1 })
      .hint(hint)
      .lean<Q[]>();
  return page ? read() : store.unpagedLimiter(read);
}

/** A filter as MongoDB is asked it. */
interface QuizCondition extends SearchCondition {
  status?: QuizStatus;
  lessonIsPublic?: { $in: readonly boolean[] };
  lessonId?: number;
  $or?: [{ mainLessonId: { $in: readonly (number | null)[] } }, TitleCondition];
}

/**
 * A filter as MongoDB is asked it, with the index that serves both it and the order, newest first. The index is
 * named, not left to the planner, whose remembered choice for one value is bad for another.
 */
function buildQuizQuery({ status, lessonIsPublic, lessonId, search, contentsOf }: QuizFilter): {
  where: QuizCondition;
  hint: IndexDefinition;
} {
  const where: QuizCondition = {
    ...searchCondition(search),
    ...(search !== undefined && contentsOf
      ? { $or: [{ mainLessonId: { $in: contentsOf } }, titleCondition(search)] }
      : {}),
    ...(lessonId === undefined ? {} : { lessonId }),
    ...(status ? { status } : {}),
    ...(lessonIsPublic ? { lessonIsPublic: { $in: [true] } } : {}),
  };
  if (where.searchKeys) return { where, hint: quizIndexes.words };
  if (lessonId !== undefined) return { where, hint: quizIndexes.lesson };
  // Both values named, MongoDB merges two ordered ranges of the index.
  if (status)
    return { where: { lessonIsPublic: { $in: [true, false] }, ...where }, hint: quizIndexes.status };
  return { where, hint: quizIndexes.newest };
}
