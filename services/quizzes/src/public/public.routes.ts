import { v1QuizzesGet, v1QuizzesList, v1QuizzesListOfLesson } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PublicQuizzes } from './public-quizzes.ts';

/**
 * `/api/v1`: what external apps read with an API key.
 *
 * @param replicasAreUpToDate whether the copies of lessons hold everything that has been told of lessons. An answer made from
 * older ones says that it must not be kept: nothing would tell the gateway when it becomes wrong.
 */
export function publicRoutes(
  app: FastifyInstance,
  quizzes: PublicQuizzes,
  replicasAreUpToDate: () => Promise<boolean>,
): void {
  /** Asked before the answer is read: what is told afterwards reaches the gateway as news. */
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
