import { quizDeadJobsList, quizDeadJobsRetry } from '@khmer-learning/contracts';
import {
  createSchedules,
  createWorkingCopyEraser,
  erasureJob,
  owningPurchasesOf,
  registerHistoryModels,
  registerWorkingCopyModels,
  scheduleJob,
  schedulesOf,
} from '@khmer-learning/item-kit';
import {
  changeLogsOf,
  createApp,
  createJobRunner,
  createServiceContext,
  type Service,
  startRepublication,
} from '@khmer-learning/service-kit';
import { createImportService } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import { replicasAreUpToDate, waitForLesson } from './consumers/content-consumer.ts';
import { firstTriesOf } from './first-tries/first-try.model.ts';
import { lessonReplicasOf, mainLessonReplicasOf } from './lessons/lesson-replica.model.ts';
import { packRoutes } from './packs/pack.routes.ts';
import { createPackQuizzes, packCollection } from './packs/pack-quizzes.ts';
import { publicRoutes } from './public/public.routes.ts';
import { createPublicQuizzes } from './public/public-quizzes.ts';
import { quizPlaceJob } from './quizzes/quiz.content-sync.ts';
import { quizDeletionJob } from './quizzes/quiz.deletion.ts';
import { quizzesOf } from './quizzes/quiz.model.ts';
import { createQuizHistory, quizRestorationJob } from './quizzes/quiz.restoration.ts';
import { quizRoutes } from './quizzes/quiz.routes.ts';
import { scheduledQuizzes } from './quizzes/quiz.scheduling.ts';
import { createQuizService } from './quizzes/quiz.service.ts';
import { quizWorkingCopies } from './quizzes/quiz.working-copies.ts';
import { quizDeletionsOf } from './quizzes/quiz-deletion.model.ts';
import { placesAreSettled, quizPlaceUpdatesOf } from './quizzes/quiz-place-update.model.ts';
import { quizzesSources } from './quizzes-sources.ts';
import { analyticsOf } from './submissions/analytics.model.ts';
import { submissionRoutes } from './submissions/submission.routes.ts';
import { createSubmissionService } from './submissions/submission.service.ts';
import { submissionKeysOf } from './submissions/submission-key.model.ts';
import { createQuizzesImporter } from './transfer/quizzes.importer.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes.
  quizzesOf(service.connection);
  quizDeletionsOf(service.connection);
  quizPlaceUpdatesOf(service.connection);
  analyticsOf(service.connection);
  submissionKeysOf(service.connection);
  firstTriesOf(service.connection);
  lessonReplicasOf(service.connection);
  mainLessonReplicasOf(service.connection);
  owningPurchasesOf(service.connection);
  changeLogsOf(service.connection, packCollection);
  registerHistoryModels(service.connection);
  registerWorkingCopyModels(service.connection, [quizWorkingCopies]);
  schedulesOf(service.connection);

  const store = createServiceContext(service);
  const app = createApp(service);
  const history = createQuizHistory(store);
  const quizzes = createQuizService(store, history, (lessonId, after) =>
    waitForLesson(service, lessonId, after),
  );
  const quizKind = scheduledQuizzes(service.connection, quizzes);
  quizRoutes(app, quizzes, history, createSchedules(store, quizKind));
  publicRoutes(
    app,
    createPublicQuizzes(store),
    // In this order: the event that starts an update is handled before the update is seen.
    async () => (await replicasAreUpToDate(service)) && placesAreSettled(service.connection),
  );
  packRoutes(app, createPackQuizzes(store));
  submissionRoutes(app, createSubmissionService(store));
  const { connection, config } = service;
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: quizDeadJobsList, retry: quizDeadJobsRetry });
  jobs.register(quizDeletionJob(store));
  jobs.register(quizPlaceJob(store));
  jobs.register(quizRestorationJob(store));
  jobs.register(erasureJob(store, createWorkingCopyEraser(connection, [quizWorkingCopies])));
  jobs.register(scheduleJob(store, [quizKind]));
  startRepublication(app, service, { owner: 'quizzes', jobs, sources: quizzesSources() });
  const imports = createImportService(jobs, store, [
    createQuizzesImporter(connection, quizzes, () => replicasAreUpToDate(service)),
  ]);
  transferRoutes(app, { store, imports, timeZone: config.TIME_ZONE });
  return app;
}
