import {
  lessonTypesCreate,
  lessonTypesDelete,
  lessonTypesList,
  lessonTypesListDeleted,
  lessonTypesListLessons,
  lessonTypesRestoreDeleted,
  lessonTypesUpdate,
  lessonTypesVersionGet,
  lessonTypesVersionRestore,
  lessonTypesVersions,
} from '@khmer-learning/contracts';
import type { History } from '@khmer-learning/item-kit';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LessonTypeService } from './lesson-type.service.ts';

/** Mounts the console's endpoints for lesson types, `/api/lesson-type`. */
export function lessonTypeRoutes(
  app: FastifyInstance,
  lessonTypes: LessonTypeService,
  history: History,
): void {
  mountEndpoint(app, lessonTypesList, ({ query }) => lessonTypes.list(query));
  mountEndpoint(app, lessonTypesListLessons, ({ params, query }) => lessonTypes.lessons(params.id, query));
  mountEndpoint(app, lessonTypesCreate, (context) => lessonTypes.create(context.body, context));
  mountEndpoint(app, lessonTypesUpdate, (context) =>
    lessonTypes.update(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, lessonTypesDelete, (context) => lessonTypes.remove(context.params.id, context));
  mountEndpoint(app, lessonTypesVersions, ({ params, query }) => history.list(params.id, query));
  mountEndpoint(app, lessonTypesVersionGet, ({ params }) =>
    lessonTypes.getVersion(params.id, params.version),
  );
  mountEndpoint(app, lessonTypesVersionRestore, (context) =>
    lessonTypes.restoreVersion(context.params.id, context.params.version, context.ifMatch, context),
  );
  mountEndpoint(app, lessonTypesListDeleted, ({ query }) => history.listDeleted(query));
  mountEndpoint(app, lessonTypesRestoreDeleted, (context) =>
    lessonTypes.restoreDeleted(context.params.id, context),
  );
}
