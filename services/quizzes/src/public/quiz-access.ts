import { ApiError, notFound } from '@khmer-learning/service-kit';
import { filterFreeMainLessonIds } from '../lessons/lesson-replicas.ts';
import { createOwnershipCheck, type OwnershipCheck } from '../purchases/ownership.ts';
import { findPublicQuizzes, type QuizRow } from '../quizzes/quiz.queries.ts';
import type { QuizzesContext } from '../store/quizzes-context.ts';

/** A quiz that somebody wants to open. */
export interface QuizAccessRequest {
  readonly quizId: number;
  /** The learner whose token came with the request; undefined when there was none. */
  readonly learnerId: number | undefined;
}

/** A public quiz with its questions, or the refusal: 404 when it is not public, 403 when it is locked. */
export type QuizAccess = { readonly value: QuizRow } | { readonly error: ApiError };

/** Public quizzes as each of those who ask may open them, in the order of the requests. */
export async function resolveQuizAccess(
  store: QuizzesContext,
  requests: readonly QuizAccessRequest[],
): Promise<QuizAccess[]> {
  const { connection } = store;
  const quizzes = await findPublicQuizzes(store, distinct(requests.map(({ quizId }) => quizId)));
  const mainLessonIds = distinct([...quizzes.values()].flatMap(({ mainLessonId }) => mainLessonId ?? []));
  const free = await filterFreeMainLessonIds(connection, mainLessonIds);
  const paid = mainLessonIds.filter((id) => !free.has(id));
  const isOwned = await createOwnershipCheck(
    connection,
    distinct(requests.flatMap(({ learnerId }) => learnerId ?? [])),
    paid,
  );

  return requests.map(({ quizId, learnerId }) => {
    const quiz = quizzes.get(quizId);
    if (!quiz) return { error: notFound('Quiz') };
    return isLocked(quiz, free, isOwned, learnerId) ? { error: quizLocked() } : { value: quiz };
  });
}

/** Whether a reader does not get the questions: those of paid main lessons are for who owns them. */
function isLocked(
  { mainLessonId }: QuizRow,
  free: ReadonlySet<number>,
  isOwned: OwnershipCheck,
  learnerId: number | undefined,
): boolean {
  return mainLessonId !== null && !free.has(mainLessonId) && !isOwned(learnerId, mainLessonId);
}

function quizLocked(): ApiError {
  return new ApiError(403, 'This quiz belongs to a paid main lesson');
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
