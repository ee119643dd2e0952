import type { Quiz, quizEvent, StateOf } from '@khmer-learning/contracts';
import type { ServiceContext } from '@khmer-learning/service-kit';
import { readQuizLessonInfos } from '../lessons/lesson-replicas.ts';
import { type AnalyticsSums, emptyAnalytics, readAnalyticsSummaries } from '../submissions/analytics.ts';
import type { QuizRow } from './quiz.queries.ts';
import { quizDeletionKeys } from './quiz.surrogate-keys.ts';

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

/** What the event of a deleted quiz, and its restoration, need. */
export function toDeletedQuiz(row: QuizRow, analytics: AnalyticsSums | undefined) {
  return {
    id: row._id,
    version: row.version + 1,
    before: toQuizState(row),
    details: { lastQuestionId: row.lastQuestionId, ...(analytics && { analytics }) },
    surrogateKeys: quizDeletionKeys(row),
  };
}

/** Builds the console's responses for quizzes, with what is known of their lessons and their analytics. */
export function buildQuizResponses(store: ServiceContext, rows: readonly QuizRow[]): Promise<Quiz[]> {
  return buildResponses(
    store,
    rows.map((row) => ({ ...toQuizState(row), version: row.version })),
  );
}

/** Builds the console's response for one quiz. */
export async function buildQuizResponse(store: ServiceContext, row: QuizRow): Promise<Quiz> {
  return buildQuizResponseOfState(store, toQuizState(row), row.version);
}

/** Builds the console's response for a quiz as it was at a version. */
export async function buildQuizResponseOfState(
  store: ServiceContext,
  state: StateOf<typeof quizEvent>,
  version: number,
): Promise<Quiz> {
  const { isPractice = false } = state;
  const [quiz] = await buildResponses(store, [{ ...state, isPractice, version }]);
  if (!quiz) throw new Error(`No response was built for quiz ${state.id}`);
  return quiz;
}

async function buildResponses(
  { connection }: ServiceContext,
  quizzes: readonly Omit<Quiz, 'lessonTitle' | 'analytics'>[],
): Promise<Quiz[]> {
  if (quizzes.length === 0) return [];
  const lessonIds = new Set(quizzes.flatMap(({ lessonId }) => lessonId ?? []));
  const [lessons, results] = await Promise.all([
    readQuizLessonInfos(connection, [...lessonIds]),
    readAnalyticsSummaries(
      connection,
      quizzes.map(({ id }) => id),
    ),
  ]);
  return quizzes.map((quiz) => {
    const lesson = lessons.get(quiz.lessonId ?? 0);
    return {
      ...quiz,
      ...(quiz.status === 'active' && lesson?.hiddenBy ? { hiddenBy: lesson.hiddenBy } : {}),
      lessonTitle: lesson?.title ?? null,
      analytics: results.get(quiz.id) ?? emptyAnalytics,
    };
  });
}
