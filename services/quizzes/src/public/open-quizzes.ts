import { ApiError, notFound } from '@khmer-learning/service-kit';
import { freeMainLessons } from '../lessons/lesson-copies.ts';
import { type Ownership, readOwnership } from '../purchases/ownership.ts';
import { findPublicQuizzes, type QuizRow } from '../quizzes/quiz.queries.ts';
import type { QuizStore } from '../store/quiz-store.ts';

/** A quiz that somebody wants to open. */
export interface QuizRequest {
  readonly quizId: number;
  /** The learner whose token came with the request; undefined when there was none. */
  readonly learnerId: number | undefined;
}

/** A public quiz with its questions, or the refusal: 404 when it is not public, 403 when it is locked. */
export type OpenQuiz = { readonly value: QuizRow } | { readonly error: ApiError };

/** Public quizzes as each of those who ask may open them, in the order of the requests. */
export async function openQuizzes(store: QuizStore, requests: readonly QuizRequest[]): Promise<OpenQuiz[]> {
  const { connection } = store;
  const quizzes = await findPublicQuizzes(store, unique(requests.map(({ quizId }) => quizId)));
  const mainLessonIds = unique([...quizzes.values()].flatMap(({ mainLessonId }) => mainLessonId ?? []));
  const free = await freeMainLessons(connection, mainLessonIds);
  const paid = mainLessonIds.filter((id) => !free.has(id));
  const owns = await readOwnership(
    connection,
    unique(requests.flatMap(({ learnerId }) => learnerId ?? [])),
    paid,
  );

  return requests.map(({ quizId, learnerId }) => {
    const quiz = quizzes.get(quizId);
    if (!quiz) return { error: notFound('Quiz') };
    return isLocked(quiz, free, owns, learnerId) ? { error: locked() } : { value: quiz };
  });
}

/** Whether a reader does not get the questions: those of paid main lessons are for who owns them. */
function isLocked(
  { mainLessonId }: QuizRow,
  free: ReadonlySet<number>,
  owns: Ownership,
  learnerId: number | undefined,
): boolean {
  return mainLessonId !== null && !free.has(mainLessonId) && !owns(learnerId, mainLessonId);
}

function locked(): ApiError {
  return new ApiError(403, 'This quiz belongs to a paid main lesson');
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
