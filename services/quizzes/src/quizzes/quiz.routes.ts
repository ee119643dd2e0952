import {
  quizzesAnalytics,
  quizzesCount,
  quizzesCreate,
  quizzesDelete,
  quizzesGet,
  quizzesList,
  quizzesListDeleted,
  quizzesQuestionStatistics,
  quizzesRestoreDeleted,
  quizzesScheduleCancel,
  quizzesScheduleSet,
  quizzesUpdate,
  quizzesVersionGet,
  quizzesVersionRestore,
  quizzesVersions,
  quizzesWorkingCopyDiscard,
  quizzesWorkingCopyGet,
  quizzesWorkingCopyPublish,
  quizzesWorkingCopySave,
} from '@khmer-learning/contracts';
import type { History, Schedules } from '@khmer-learning/item-kit';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { QuizService } from './quiz.service.ts';

/** Mounts the console's endpoints for quizzes, `/api/quizzes`. */
export function quizRoutes(
  app: FastifyInstance,
  quizzes: QuizService,
  history: History,
  schedules: Schedules,
): void {
  mountEndpoint(app, quizzesList, ({ query }) => quizzes.list(query));
  mountEndpoint(app, quizzesCount, ({ query }) => quizzes.count(query));
  mountEndpoint(app, quizzesGet, ({ params }) => quizzes.get(params.id));
  mountEndpoint(app, quizzesAnalytics, ({ params }) => quizzes.analytics(params.id));
  mountEndpoint(app, quizzesQuestionStatistics, ({ params }) => quizzes.questionStatistics(params.id));
  mountEndpoint(app, quizzesCreate, (context) => quizzes.create(context.body, context));
  mountEndpoint(app, quizzesUpdate, (context) =>
    quizzes.update(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, quizzesDelete, (context) => quizzes.remove(context.params.id, context));
  mountEndpoint(app, quizzesVersions, ({ params, query }) => history.list(params.id, query));
  mountEndpoint(app, quizzesVersionGet, ({ params }) => quizzes.getVersion(params.id, params.version));
  mountEndpoint(app, quizzesVersionRestore, (context) =>
    quizzes.restoreVersion(context.params.id, context.params.version, context.ifMatch, context),
  );
  const { workingCopies } = quizzes;
  mountEndpoint(app, quizzesWorkingCopyGet, ({ params }) => workingCopies.get(params.id));
  mountEndpoint(app, quizzesWorkingCopySave, (context) =>
    workingCopies.save(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, quizzesWorkingCopyPublish, (context) =>
    quizzes.publishWorkingCopy(context.params.id, context.body, context.ifMatch, context),
  );
  mountEndpoint(app, quizzesWorkingCopyDiscard, (context) =>
    workingCopies.discard(context.params.id, context.ifMatch, context),
  );
  mountEndpoint(app, quizzesListDeleted, ({ query }) => history.listDeleted(query));
  mountEndpoint(app, quizzesRestoreDeleted, (context) => quizzes.restoreDeleted(context.params.id, context));
  mountEndpoint(app, quizzesScheduleSet, (context) =>
    schedules.set(context.params.id, context.body, context),
  );
  mountEndpoint(app, quizzesScheduleCancel, (context) => schedules.cancel(context.params.id, context));
}
