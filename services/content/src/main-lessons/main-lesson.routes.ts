import {
  mainLessonsCreate,
  mainLessonsDelete,
  mainLessonsDuplicate,
  mainLessonsGet,
  mainLessonsLessons,
  mainLessonsList,
  mainLessonsMove,
  mainLessonsUpdate,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { MainLessonCopies } from './main-lesson.copies.ts';
import type { MainLessonService } from './main-lesson.service.ts';

export function mainLessonRoutes(
  app: FastifyInstance,
  mainLessons: MainLessonService,
  copies: MainLessonCopies,
): void {
  mount(app, mainLessonsList, ({ query }) => mainLessons.list(query));
  mount(app, mainLessonsGet, ({ params }) => mainLessons.get(params.id));
  mount(app, mainLessonsLessons, ({ params, query }) => mainLessons.lessons(params.id, query));
  mount(app, mainLessonsCreate, (context) => mainLessons.create(context.body, context));
  mount(app, mainLessonsUpdate, (context) =>
    mainLessons.update(context.params.id, context.body, context.ifMatch, context),
  );
  mount(app, mainLessonsDuplicate, (context) => copies.duplicate(context.params.id, context));
  mount(app, mainLessonsMove, (context) =>
    mainLessons.move(context.params.id, context.body, context.ifMatch, context),
  );
  mount(app, mainLessonsDelete, (context) => mainLessons.remove(context.params.id, context));
}
