import { v1QuizzesGet, v1QuizzesList, v1QuizzesListOfLesson } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PublicQuizzes } from './public-quizzes.ts';

/**
 * Mounts the reading quiz endpoints of `/api/v1`, which external apps call with an API key.
 *
 * @param replicasAreUpToDate whether the replicas reflect all content events. If not, responses are sent with
 * `no-store`: the gateway would get no event that invalidates its cache when they become wrong.
 */
export function publicRoutes(
  app: FastifyInstance,
  quizzes: PublicQuizzes,
  replicasAreUpToDate: () => Promise<boolean>,
): void {
  /** Checked before the data are read: changes after that reach the gateway as events, which invalidate its cache. */
  async function preventCachingIfStale(reply: FastifyReply): Promise<void> {
    if (!(await replicasAreUpToDate())) reply.header('cache-control', 'no-store');
  }

  mountEndpoint(app, v1QuizzesList, async ({ query, reply, principal }) => {
    await preventCachingIfStale(reply);
    return quizzes.list(query, principal);
  });
  mountEndpoint(app, v1QuizzesListOfLesson, async ({ params, query, reply }) => {
    await preventCachingIfStale(reply);
    return quizzes.listByLesson(params.lessonId, query);
  });
  mountEndpoint(app, v1QuizzesGet, async ({ params, reply, principal }) => {
    await preventCachingIfStale(reply);
    return quizzes.get(params.id, principal);
  });
}
