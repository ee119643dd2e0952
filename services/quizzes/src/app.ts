import { packQuizzesGet, quizDeadJobsList, quizDeadJobsRetry } from '@khmer-learning/contracts';
import { registerItems } from '@khmer-learning/item-kit';
import {
  changeLogsOf,
  createApp,
  createJobRunner,
  createServiceContext,
  mountEndpoint,
  partOrRefusal,
  type Service,
  startRepublication,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { replicasAreUpToDate, waitForLesson } from './consumers/content-consumer.ts';
import { firstTriesOf } from './first-tries/first-try.model.ts';
import { kinds, mountKinds, quizzesSources } from './kinds.ts';
import { lessonReplicasOf, mainLessonReplicasOf } from './lessons/lesson-replica.model.ts';
import { createPackQuizzes, packCollection } from './packs/pack-quizzes.ts';
import { publicRoutes } from './public/public-quizzes.ts';
import { quizDeletionsOf } from './quizzes/quiz-deletion.model.ts';
import { placesAreSettled, quizPlaceUpdatesOf } from './quizzes/quiz-place-update.model.ts';
import { quizResultsJob } from './results/publish-results.ts';
import { quizResultsOf } from './results/quiz-results.model.ts';
import { analyticsOf } from './submissions/analytics.model.ts';
import { submissionRoutes } from './submissions/submission.service.ts';
import { submissionKeysOf } from './submissions/submission-key.model.ts';
import { mountQuizEdits } from './transfer/quiz-edits.ts';
import { createQuizzesImporter } from './transfer/quizzes.importer.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes, as `mountKinds` does with those of the kinds.
  quizDeletionsOf(service.connection);
  quizPlaceUpdatesOf(service.connection);
  analyticsOf(service.connection);
  quizResultsOf(service.connection);
  submissionKeysOf(service.connection);
  firstTriesOf(service.connection);
  lessonReplicasOf(service.connection);
  mainLessonReplicasOf(service.connection);
  changeLogsOf(service.connection, packCollection);
  registerItems(service.connection, kinds);

  const store = createServiceContext(service);
  const app = createApp(service);
  const { connection, config } = service;
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: quizDeadJobsList, retry: quizDeadJobsRetry });
  const { quizzes } = mountKinds(app, store, jobs, (lessonId, after) =>
    waitForLesson(service, lessonId, after),
  );
  publicRoutes(
    app,
    store,
    // In this order: the event that starts an update is handled before the update is seen.
    async () => (await replicasAreUpToDate(service)) && placesAreSettled(service.connection),
  );
  const packs = createPackQuizzes(store);
  mountEndpoint(app, packQuizzesGet, ({ body }) => partOrRefusal(packs.get(body)));
  submissionRoutes(app, store, config.TIME_ZONE);
  jobs.register(quizResultsJob(store, config.TIME_ZONE));
  startRepublication(app, service, { owner: 'quizzes', jobs, sources: quizzesSources(connection) });
  const importer = createQuizzesImporter(connection, quizzes.writes, () => replicasAreUpToDate(service));
  mountQuizEdits(app, store, jobs, quizzes);
  transferRoutes(app, store, jobs, importer, config.TIME_ZONE);
  return app;
}
