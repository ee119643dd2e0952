import {
  backfillTitleKeys,
  createApp,
  createImportService,
  createJobRunner,
  type Service,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { copiesAreUpToDate, lessonHeard } from './consumers/follow-content.ts';
import { lessonCopiesOf, mainLessonCopiesOf } from './lessons/lesson-copy.model.ts';
import { publicRoutes } from './public/public.routes.ts';
import { createPublicQuizzes } from './public/public-quizzes.ts';
import { owningPurchasesOf } from './purchases/owning-purchase.model.ts';
import { quizzesOf } from './quizzes/quiz.model.ts';
import { quizRoutes } from './quizzes/quiz.routes.ts';
import { createQuizService } from './quizzes/quiz.service.ts';
import { createQuizStore } from './store/quiz-store.ts';
import { analyticsOf } from './submissions/analytics.model.ts';
import { submissionRoutes } from './submissions/submission.routes.ts';
import { createSubmissionService } from './submissions/submission.service.ts';
import { quizzesImporter } from './transfer/quizzes.importer.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes.
  quizzesOf(service.connection);
  analyticsOf(service.connection);
  lessonCopiesOf(service.connection);
  mainLessonCopiesOf(service.connection);
  owningPurchasesOf(service.connection);

  const store = createQuizStore(service);
  const app = createApp(service);
  const quizzes = createQuizService(store, (lessonId) => lessonHeard(service, lessonId));
  quizRoutes(app, quizzes);
  publicRoutes(app, createPublicQuizzes(store), () => copiesAreUpToDate(service));
  submissionRoutes(app, createSubmissionService(store));
  const { connection, config } = service;
  const imports = createImportService(createJobRunner(app, service), store, [quizzesImporter(connection, quizzes)]);
  transferRoutes(app, { store, imports, timeZone: config.TIME_ZONE });
  return app;
}

/** Brings what is stored up to date. Needs the database. */
export async function prepareQuizzes({ connection }: Service): Promise<void> {
  await backfillTitleKeys(connection, 'quizzes');
}
