import {
  lessonsCreate,
  lessonsDelete,
  lessonsDuplicate,
  lessonsGet,
  lessonsList,
  lessonsListDeleted,
  lessonsMove,
  lessonsRestoreDeleted,
  lessonsScheduleCancel,
  lessonsScheduleSet,
  lessonsUpdate,
  lessonsVersionGet,
  lessonsVersionRestore,
  lessonsVersions,
  lessonsWorkingCopyDiscard,
  lessonsWorkingCopyGet,
  lessonsWorkingCopyPublish,
  lessonsWorkingCopySave,
} from '@khmer-learning/contracts';
import type { History, Schedules } from '@khmer-learning/item-kit';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { LessonService } from './lesson.service.ts';

/** Mounts the console's endpoints for lessons, `/api/lessons`, for their history, working copies and schedules. */
export function lessonRoutes(
  app: FastifyInstance,
  lessons: LessonService,
  history: History,
  schedules: Schedules,
): void {
  const { workingCopies } = lessons;
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
  mountEndpoint(app, lessonsVersions, ({ params, query }) => history.list(params.id, query));
  mountEndpoint(app, lessonsVersionGet, ({ params }) => lessons.getVersion(params.id, params.version));
  mountEndpoint(app, lessonsVersionRestore, (context) =>
    lessons.restoreVersion(context.params.id, context.params.version, context.ifMatch, context),
  );
  mountEndpoint(app, lessonsListDeleted, ({ query }) => history.listDeleted(query));
  mountEndpoint(app, lessonsRestoreDeleted, (context) => lessons.restoreDeleted(context.params.id, context));
  mountEndpoint(app, lessonsWorkingCopyGet, ({ params }) => workingCopies.get(params.id));
  mountEndpoint(app, lessonsWorkingCopySave, (context) =>
    workingCopies.save(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, lessonsWorkingCopyPublish, (context) =>
    lessons.publishWorkingCopy(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, lessonsWorkingCopyDiscard, (context) =>
    workingCopies.discard(context.params.id, context.ifMatch, context),
  );
  mountEndpoint(app, lessonsScheduleSet, (context) =>
    schedules.set(context.params.id, context.body, context),
  );
  mountEndpoint(app, lessonsScheduleCancel, (context) => schedules.cancel(context.params.id, context));
}
