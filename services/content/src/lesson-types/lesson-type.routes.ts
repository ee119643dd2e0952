import {
  lessonTypesCreate,
  lessonTypesDelete,
  lessonTypesList,
  lessonTypesListLessons,
  lessonTypesUpdate,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LessonTypeService } from './lesson-type.service.ts';

/** Mounts the console's endpoints for lesson types, `/api/lesson-type`. */
export function lessonTypeRoutes(app: FastifyInstance, lessonTypes: LessonTypeService): void {
  mountEndpoint(app, lessonTypesList, ({ query }) => lessonTypes.list(query));
  mountEndpoint(app, lessonTypesListLessons, ({ params, query }) => lessonTypes.lessons(params.id, query));
  mountEndpoint(app, lessonTypesCreate, (context) => lessonTypes.create(context.body, context));
  mountEndpoint(app, lessonTypesUpdate, (context) =>
    lessonTypes.update(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, lessonTypesDelete, (context) => lessonTypes.remove(context.params.id, context));
}
