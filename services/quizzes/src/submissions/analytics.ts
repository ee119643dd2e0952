import type { Quiz, quizzes, ResponseOf } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { countSubmissions, createResults, markResults } from '../results/quiz-results.ts';
import { analyticsOf, type StoredAnalytics } from './analytics.model.ts';
import type { SubmissionResult } from './score-answers.ts';

/** The figures of a quiz without submissions. */
export const emptyAnalytics: Quiz['analytics'] = { completions: 0, completionRate: null, averageScore: null };

export type AnalyticsSums = Pick<StoredAnalytics, 'completions' | 'scoreSum' | 'withoutGaps' | 'questions'>;

const noSubmissions: AnalyticsSums = { completions: 0, scoreSum: 0, withoutGaps: 0, questions: {} };

/** Creates the figures of a new quiz, all 0, or of a restored one. */
export async function createAnalytics(
  connection: Connection,
  { quizId, lessonId, createdAt }: { quizId: number; lessonId: number | null; createdAt: Date },
  session: ClientSession,
  sums: AnalyticsSums = noSubmissions,
): Promise<void> {
  await analyticsOf(connection).insertMany([{ _id: quizId, lessonId, ...sums, createdAt }], {
    session,
    lean: true,
  });
  await createResults(connection, quizId, session);
}

export async function moveAnalyticsToLesson(
  connection: Connection,
  quizId: number,
  lessonId: number,
  session: ClientSession,
): Promise<void> {
  await analyticsOf(connection).updateOne({ _id: quizId }, { $set: { lessonId } }, { session });
}

/** Deletes the figures of deleted quizzes. @returns them, by quiz id */
export async function takeAnalytics(
  connection: Connection,
  quizIds: readonly number[],
  session: ClientSession,
): Promise<ReadonlyMap<number, AnalyticsSums>> {
  const found = await analyticsOf(connection)
    .find({ _id: { $in: quizIds } })
    .session(session)
    .lean();
  await analyticsOf(connection).deleteMany({ _id: { $in: quizIds } }, { session });
  await markResults(connection, quizIds, session);
  return new Map(
    found.map(({ _id, completions, scoreSum, withoutGaps, questions }) => [
      _id,
      { completions, scoreSum, withoutGaps, questions },
    ]),
  );
}

/**
 * Adds the results of submissions to the figures of their quiz, in one atomic increment, which conflicts only with
 * transactions.
 *
 * @param session of the transaction, if it is part of one
 * @returns false when the quiz has been deleted
 */
export async function recordResults(
  connection: Connection,
  quizId: number,
  { results, timeZone }: { readonly results: readonly SubmissionResult[]; readonly timeZone: string },
  session?: ClientSession,
): Promise<boolean> {
  const sums: Record<string, number> = {};
  const add = (name: string, amount: number) => {
    sums[name] = (sums[name] ?? 0) + amount;
  };
  for (const result of results) {
    const answered = result.results.filter(({ userAnswer }) => userAnswer !== null);
    add('completions', 1);
    add('scoreSum', result.score);
    add('withoutGaps', answered.length === result.results.length ? 1 : 0);
    for (const { questionId, isCorrect } of answered) {
      add(`questions.${questionId}.answers`, 1);
      add(`questions.${questionId}.right`, isCorrect ? 1 : 0);
    }
  }
  const { matchedCount } = await analyticsOf(connection).updateOne(
    { _id: quizId },
    { $inc: sums },
    session ? { session } : {},
  );
  if (matchedCount === 0) return false;
  const scores = results.map(({ score }) => score);
  await countSubmissions(connection, quizId, { scores, timeZone }, session);
  return true;
}

/** Reads the figures of quizzes, by id, without those of their questions. */
export async function readAnalyticsSummaries(
  connection: Connection,
  quizIds: readonly number[],
): Promise<Map<number, Quiz['analytics']>> {
  const rows = await analyticsOf(connection)
    .find({ _id: { $in: quizIds } }, { questions: 0 })
    .lean<Omit<StoredAnalytics, 'questions'>[]>();
  return new Map(rows.map((row) => [row._id, toAnalyticsSummary(row)]));
}

/** Reads the figures of one quiz, with those of its current questions. */
export async function readAnalytics(
  connection: Connection,
  quizId: number,
  questions: Quiz['questions'],
): Promise<ResponseOf<typeof quizzes.analytics>> {
  const row = await analyticsOf(connection).findById(quizId).lean<StoredAnalytics>();
  return {
    ...(row ? toAnalyticsSummary(row) : emptyAnalytics),
    questions: questions.map(({ id, question }) => {
      const { answers = 0, right = 0 } = row?.questions[id] ?? {};
      return { questionId: id, question, answers, rightShare: toPercentage(right, answers) };
    }),
  };
}

function toAnalyticsSummary(row: Omit<StoredAnalytics, 'questions'>): Quiz['analytics'] {
  const { completions, scoreSum, withoutGaps } = row;
  return {
    completions,
    completionRate: toPercentage(withoutGaps, completions),
    averageScore: toPercentage(scoreSum / 100, completions),
  };
}

/** In percent, rounded to two decimals; null when `whole` is 0. */
function toPercentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
}
