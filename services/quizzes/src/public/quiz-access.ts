import { specificErrorCodes } from '@khmer-learning/contracts';
import { ApiError, notFound, type ServiceContext } from '@khmer-learning/service-kit';
import { filterFreeMainLessonIds } from '../lessons/lesson-replicas.ts';
import { createOwnershipCheck } from '../purchases/ownership.ts';
import { findPublicQuizzes, type QuizRow } from '../quizzes/quiz.queries.ts';

export interface QuizAccessRequest {
  readonly quizId: number;
  /** The learner whose token came with the request; undefined without a token. */
  readonly learnerId: number | undefined;
}

/**
 * A public quiz with its questions, or the error: 404 when it is not public, 403 when it is locked. `paid` is its main
 * lesson when that is not free, `owned` whether the learner owns it.
 */
export type QuizAccess = ({ readonly value: QuizRow } | { readonly error: ApiError }) & {
  readonly quiz?: Pick<QuizRow, 'lessonId' | 'mainLessonId'>;
  readonly paid?: { readonly mainLessonId: number; readonly isOwned: boolean };
};

/** Resolves requests to open quizzes, in a few queries for all of them. Results are in the order of the requests. */
export async function resolveQuizAccess(
  store: ServiceContext,
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
    const { mainLessonId } = quiz;
    if (mainLessonId === null || free.has(mainLessonId)) return { quiz, value: quiz };
    const paid = { mainLessonId, isOwned: isOwned(learnerId, mainLessonId) };
    return paid.isOwned ? { quiz, paid, value: quiz } : { quiz, paid, error: quizLocked() };
  });
}

function quizLocked(): ApiError {
  return new ApiError(403, 'This quiz belongs to a paid main lesson', { code: specificErrorCodes.locked });
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
