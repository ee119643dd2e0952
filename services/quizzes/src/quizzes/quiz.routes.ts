import {
  quizzesAnalytics,
  quizzesCreate,
  quizzesDelete,
  quizzesGet,
  quizzesList,
  quizzesUpdate,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { QuizService } from './quiz.service.ts';

export function quizRoutes(app: FastifyInstance, quizzes: QuizService): void {
  mount(app, quizzesList, ({ query }) => quizzes.list(query));
  mount(app, quizzesGet, ({ params }) => quizzes.get(params.id));
  mount(app, quizzesAnalytics, ({ params }) => quizzes.analytics(params.id));
  mount(app, quizzesCreate, (context) => quizzes.create(context.body, context));
  mount(app, quizzesUpdate, (context) =>
    quizzes.update(context.params.id, context.body, context.ifMatch, context),
  );
  mount(app, quizzesDelete, (context) => quizzes.remove(context.params.id, context));
}
