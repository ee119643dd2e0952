import { v1QuizzesGet, v1QuizzesList, v1QuizzesOfLesson } from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PublicQuizzes } from './public-quizzes.ts';

/** `/api/v1`: what external apps read with an API key. */
export function publicRoutes(app: FastifyInstance, quizzes: PublicQuizzes): void {
  mount(app, v1QuizzesList, ({ query }) => quizzes.list(query));
  mount(app, v1QuizzesOfLesson, ({ params, query }) => quizzes.ofLesson(params.lessonId, query));
  mount(app, v1QuizzesGet, ({ params }) => quizzes.get(params.id));
}
