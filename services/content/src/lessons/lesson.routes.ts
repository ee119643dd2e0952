import {
  lessonsCreate,
  lessonsDelete,
  lessonsDuplicate,
  lessonsGet,
  lessonsList,
  lessonsMove,
  lessonsUpdate,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LessonService } from './lesson.service.ts';

export function lessonRoutes(app: FastifyInstance, lessons: LessonService): void {
  mount(app, lessonsList, ({ query }) => lessons.list(query));
  mount(app, lessonsGet, ({ params }) => lessons.get(params.id));
  mount(app, lessonsCreate, (context) => lessons.create(context.body, context));
  mount(app, lessonsUpdate, (context) =>
    lessons.update(context.params.id, context.body, context.ifMatch, context),
  );
  mount(app, lessonsDuplicate, (context) => lessons.duplicate(context.params.id, context));
  mount(app, lessonsMove, (context) =>
    lessons.move(context.params.id, context.body, context.ifMatch, context),
  );
  mount(app, lessonsDelete, (context) => lessons.remove(context.params.id, context));
}
