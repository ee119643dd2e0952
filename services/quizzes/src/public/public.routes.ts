import { v1QuizzesGet, v1QuizzesList, v1QuizzesListOfLesson } from '@khmer-learning/contracts';
import { mountCachedRead } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PublicQuizzes } from './public-quizzes.ts';

/**
 * Mounts the reading quiz endpoints of `/api/v1`, which external apps call with an API key.
 *
 * @param isUpToDate whether the replicas and the places of quizzes reflect all content events
 */
export function publicRoutes(
  app: FastifyInstance,
  quizzes: PublicQuizzes,
  isUpToDate: () => Promise<boolean>,
): void {
  mountCachedRead(
    app,
    v1QuizzesList,
    ({ query, principal }, contents) => quizzes.list(query, principal, contents),
    isUpToDate,
  );
  mountCachedRead(
    app,
    v1QuizzesListOfLesson,
    ({ params, query }, contents) => quizzes.listByLesson(params.lessonId, query, contents),
    isUpToDate,
  );
  mountCachedRead(
    app,
    v1QuizzesGet,
    ({ params, query, principal }, contents) => quizzes.get(params.id, query, principal, contents),
    isUpToDate,
  );
}
