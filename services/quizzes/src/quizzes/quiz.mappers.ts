import type { Quiz, quizEvent, StateOf } from '@khmer-learning/contracts';
import type { ServiceContext } from '@khmer-learning/service-kit';
import { readLessonTitles } from '../lessons/lesson-replicas.ts';
import { emptyAnalytics, readAnalyticsSummaries } from '../submissions/analytics.ts';
import type { QuizRow } from './quiz.queries.ts';

/** The state of a quiz in its event. */
export function toQuizState(row: QuizRow): StateOf<typeof quizEvent> & { isPractice: boolean } {
  const { _id, lessonId, title, description, status, isPractice, questions, createdAt, updatedAt } = row;
  return {
    id: _id,
    lessonId,
    title,
    description,
    status,
    isPractice: isPractice ?? false,
    questions,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Builds the console's responses for quizzes, with the titles of their lessons and their analytics. */
export async function buildQuizResponses(
  { connection }: ServiceContext,
  rows: readonly QuizRow[],
): Promise<Quiz[]> {
  if (rows.length === 0) return [];
  const lessonIds = new Set(rows.flatMap(({ lessonId }) => lessonId ?? []));
  const [titles, results] = await Promise.all([
    readLessonTitles(connection, [...lessonIds]),
    readAnalyticsSummaries(
      connection,
      rows.map((row) => row._id),
    ),
  ]);
  return rows.map((row) => ({
    ...toQuizState(row),
    version: row.version,
    lessonTitle: row.lessonId === null ? null : (titles.get(row.lessonId) ?? null),
    analytics: results.get(row._id) ?? emptyAnalytics,
  }));
}

/** Builds the console's response for one quiz. */
export async function buildQuizResponse(store: ServiceContext, row: QuizRow): Promise<Quiz> {
  const [quiz] = await buildQuizResponses(store, [row]);
  if (!quiz) throw new Error(`No response was built for quiz ${row._id}`);
  return quiz;
}
