import {
  mainLessonsCreate,
  mainLessonsDelete,
  mainLessonsDuplicate,
  mainLessonsGet,
  mainLessonsList,
  mainLessonsListDeleted,
  mainLessonsListLessons,
  mainLessonsMove,
  mainLessonsRestoreDeleted,
  mainLessonsScheduleCancel,
  mainLessonsScheduleSet,
  mainLessonsUpdate,
  mainLessonsVersionGet,
  mainLessonsVersionRestore,
  mainLessonsVersions,
  mainLessonsWorkingCopyDiscard,
  mainLessonsWorkingCopyGet,
  mainLessonsWorkingCopyPublish,
  mainLessonsWorkingCopySave,
} from '@khmer-learning/contracts';
import type { History, Schedules } from '@khmer-learning/item-kit';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { MainLessonDuplicator } from './main-lesson.duplication.ts';
import type { MainLessonService } from './main-lesson.service.ts';

/** Mounts the console's endpoints for main lessons, `/api/main-lessons`. */
export function mainLessonRoutes(
  app: FastifyInstance,
  mainLessons: MainLessonService,
  duplicator: MainLessonDuplicator,
  history: History,
  schedules: Schedules,
): void {
  mountEndpoint(app, mainLessonsList, ({ query }) => mainLessons.list(query));
  mountEndpoint(app, mainLessonsGet, ({ params }) => mainLessons.get(params.id));
  mountEndpoint(app, mainLessonsListLessons, ({ params, query }) => mainLessons.lessons(params.id, query));
  mountEndpoint(app, mainLessonsCreate, (context) => mainLessons.create(context.body, context));
  mountEndpoint(app, mainLessonsUpdate, (context) =>
    mainLessons.update(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, mainLessonsDuplicate, (context) => duplicator.duplicate(context.params.id, context));
  mountEndpoint(app, mainLessonsMove, (context) =>
    mainLessons.move(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, mainLessonsDelete, (context) => mainLessons.remove(context.params.id, context));
  mountEndpoint(app, mainLessonsVersions, ({ params, query }) => history.list(params.id, query));
  mountEndpoint(app, mainLessonsVersionGet, ({ params }) =>
    mainLessons.getVersion(params.id, params.version),
  );
  mountEndpoint(app, mainLessonsVersionRestore, (context) =>
    mainLessons.restoreVersion(context.params.id, context.params.version, context.ifMatch, context),
  );
  const { workingCopies } = mainLessons;
  mountEndpoint(app, mainLessonsWorkingCopyGet, ({ params }) => workingCopies.get(params.id));
  mountEndpoint(app, mainLessonsWorkingCopySave, (context) =>
    workingCopies.save(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, mainLessonsWorkingCopyPublish, (context) =>
    mainLessons.publishWorkingCopy(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, mainLessonsWorkingCopyDiscard, (context) =>
    workingCopies.discard(context.params.id, context.ifMatch, context),
  );
  mountEndpoint(app, mainLessonsListDeleted, ({ query }) => history.listDeleted(query));
  mountEndpoint(app, mainLessonsRestoreDeleted, (context) =>
    mainLessons.restoreDeleted(context.params.id, context),
  );
  mountEndpoint(app, mainLessonsScheduleSet, (context) =>
    schedules.set(context.params.id, context.body, context),
  );
  mountEndpoint(app, mainLessonsScheduleCancel, (context) => schedules.cancel(context.params.id, context));
}
