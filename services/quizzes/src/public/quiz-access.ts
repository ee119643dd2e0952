import { specificErrorCodes } from '@khmer-learning/contracts';
import { ApiError, notFound } from '@khmer-learning/service-kit';
import { filterFreeMainLessonIds } from '../lessons/lesson-replicas.ts';
import { createOwnershipCheck, type OwnershipCheck } from '../purchases/ownership.ts';
import { findPublicQuizzes, type QuizRow } from '../quizzes/quiz.queries.ts';
import type { QuizzesContext } from '../store/quizzes-context.ts';

/** A request to open a quiz. */
export interface QuizAccessRequest {
  readonly quizId: number;
  /** The learner whose token came with the request; undefined without a token. */
  readonly learnerId: number | undefined;
}

/** A public quiz with its questions, or the error: 404 when it is not public, 403 when it is locked. */
export type QuizAccess = { readonly value: QuizRow } | { readonly error: ApiError };

/** Resolves requests to open quizzes, in a few queries for all of them. Results are in the order of the requests. */
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

/** Whether a quiz is locked for a learner: its main lesson is paid and the learner does not own it. */
function isLocked(
  { mainLessonId }: QuizRow,
  free: ReadonlySet<number>,
  isOwned: OwnershipCheck,
  learnerId: number | undefined,
): boolean {
  return mainLessonId !== null && !free.has(mainLessonId) && !isOwned(learnerId, mainLessonId);
}

function quizLocked(): ApiError {
  return new ApiError(403, 'This quiz belongs to a paid main lesson', { code: specificErrorCodes.locked });
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
