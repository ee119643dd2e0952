import {
  lessonTypesCreate,
  lessonTypesDelete,
  lessonTypesLessons,
  lessonTypesList,
  lessonTypesUpdate,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LessonTypeService } from './lesson-type.service.ts';

export function lessonTypeRoutes(app: FastifyInstance, lessonTypes: LessonTypeService): void {
  mount(app, lessonTypesList, ({ query }) => lessonTypes.list(query));
  mount(app, lessonTypesLessons, ({ params, query }) => lessonTypes.lessons(params.id, query));
  mount(app, lessonTypesCreate, (context) => lessonTypes.create(context.body, context));
  mount(app, lessonTypesUpdate, (context) =>
    lessonTypes.update(context.params.id, context.body, context.ifMatch, context),
  );
  mount(app, lessonTypesDelete, (context) => lessonTypes.remove(context.params.id, context));
}
