import {
  lessonsCreate,
  lessonsDelete,
  lessonsDuplicate,
  lessonsGet,
  lessonsList,
  lessonsMove,
  lessonsUpdate,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LessonService } from './lesson.service.ts';

/** Mounts the console's endpoints for lessons, `/api/lessons`. */
export function lessonRoutes(app: FastifyInstance, lessons: LessonService): void {
  mountEndpoint(app, lessonsList, ({ query }) => lessons.list(query));
  mountEndpoint(app, lessonsGet, ({ params }) => lessons.get(params.id));
  mountEndpoint(app, lessonsCreate, (context) => lessons.create(context.body, context));
  mountEndpoint(app, lessonsUpdate, (context) =>
    lessons.update(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, lessonsDuplicate, (context) => lessons.duplicate(context.params.id, context));
  mountEndpoint(app, lessonsMove, (context) =>
    lessons.move(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, lessonsDelete, (context) => lessons.remove(context.params.id, context));
}
