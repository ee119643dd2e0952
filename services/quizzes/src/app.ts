import {
  type QuizContents,
  quizzes as quizContract,
  quizDeadJobsList,
  quizDeadJobsRetry,
  quizEvent,
} from '@khmer-learning/contracts';
import {
  createCommentEraser,
  createWorkingCopyEraser,
  erasureJob,
  owningPurchasesOf,
  registerComments,
  registerHistoryModels,
  registerWorkingCopyModels,
  restorationJob,
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
import { mountQuizzes } from './quizzes/quiz.items.ts';
import { quizzesOf } from './quizzes/quiz.model.ts';
import { quizDeletionsOf } from './quizzes/quiz-deletion.model.ts';
import { placesAreSettled, quizPlaceUpdatesOf } from './quizzes/quiz-place-update.model.ts';
import { quizzesSources } from './quizzes-sources.ts';
import { analyticsOf } from './submissions/analytics.model.ts';
import { submissionRoutes } from './submissions/submission.routes.ts';
import { createSubmissionService } from './submissions/submission.service.ts';
import { submissionKeysOf } from './submissions/submission-key.model.ts';
import { createQuizzesImporter } from './transfer/quizzes.importer.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';

/** The questions of a quiz as comments are anchored to them. */
const commentedQuizzes = {
  event: quizEvent,
  field: 'questions',
  sectionsOf: (questions: QuizContents['questions']) =>
    questions.map(({ id, question }) => ({ id, text: question, contents: '', rows: [] })),
};

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
  registerComments(service.connection, [commentedQuizzes]);
  registerWorkingCopyModels(service.connection, [quizContract]);
  schedulesOf(service.connection);

  const store = createServiceContext(service);
  const app = createApp(service);
  const quizzes = mountQuizzes(app, store, (lessonId, after) => waitForLesson(service, lessonId, after));
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
  jobs.register(
    restorationJob(store, { definition: quizEvent, label: 'Quiz', revive: quizzes.writes.revive }),
  );
  jobs.register(
    erasureJob(store, [
      createWorkingCopyEraser(connection, [quizContract]),
      createCommentEraser(connection, 'quizzes'),
    ]),
  );
  jobs.register(scheduleJob(store, [quizzes.scheduled]));
  startRepublication(app, service, { owner: 'quizzes', jobs, sources: quizzesSources() });
  const imports = createImportService(jobs, store, [
    createQuizzesImporter(connection, quizzes.writes, () => replicasAreUpToDate(service)),
  ]);
  transferRoutes(app, { store, imports, timeZone: config.TIME_ZONE });
  return app;
}
