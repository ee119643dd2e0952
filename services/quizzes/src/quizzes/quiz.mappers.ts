import type { Quiz, quizEvent, StateOf } from '@khmer-learning/contracts';
import { readLessonTitles } from '../lessons/lesson-replicas.ts';
import type { QuizzesContext } from '../store/quizzes-context.ts';
import { emptyAnalytics, readAnalyticsSummaries } from '../submissions/analytics.ts';
import type { QuizRow } from './quiz.queries.ts';

/** A quiz as its event tells of it. */
export function toQuizState(row: QuizRow): StateOf<typeof quizEvent> {
  const { _id, lessonId, title, description, status, questions, createdAt, updatedAt } = row;
  return {
    id: _id,
    lessonId,
    title,
    description,
    status,
    questions,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Quizzes as the console sees them: with the titles of their lessons and what learners made of them. */
export async function buildQuizResponses(
  { connection }: QuizzesContext,
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

/** One quiz as the console sees it. */
export async function buildQuizResponse(store: QuizzesContext, row: QuizRow): Promise<Quiz> {
  const [quiz] = await buildQuizResponses(store, [row]);
  if (!quiz) throw new Error(`Quiz ${row._id} has no answer`);
  return quiz;
}
