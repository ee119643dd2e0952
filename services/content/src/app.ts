import { contentDeadJobsList, contentDeadJobsRetry, packContentGet } from '@khmer-learning/contracts';
import { registerItems } from '@khmer-learning/item-kit';
import {
  addCommitHook,
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
import { contentSources, kinds, mountKinds } from './kinds.ts';
import { lessonCascadesOf } from './lessons/model/lesson-cascade.model.ts';
import {
  lessonVisibilityUpdatesOf,
  visibilitiesAreSettled,
} from './lessons/model/lesson-visibility.model.ts';
import { quizReplicasOf } from './lessons/model/quiz-replica.model.ts';
import { wordRoutes } from './lessons/words/word.queries.ts';
import { lessonDuplicationsOf } from './main-lessons/main-lesson.duplication.ts';
import { createPackContent, packCollection } from './packs/pack-content.ts';
import { previewLinksOf, revokeLinksOfDeleted } from './preview-links/preview-link.model.ts';
import { previewLinkRoutes } from './preview-links/preview-link.routes.ts';
import { pronunciationsOf, wordUsesOf } from './pronunciations/pronunciation.model.ts';
import { pronunciationRoutes } from './pronunciations/pronunciation.routes.ts';
import { pronunciationReplacementsOf } from './pronunciations/pronunciation-replacement.model.ts';
import { pronunciationReplacementJob } from './pronunciations/pronunciation-replacement.service.ts';
import { publicRoutes } from './public/public.routes.ts';
import { createPublicContent } from './public/public-content.ts';
import { parentLocksOf } from './store/parent-locks.ts';
import { mountLessonEdits } from './transfer/lesson-edits.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes, as `mountKinds` does with those of the kinds.
  parentLocksOf(service.connection);
  lessonCascadesOf(service.connection);
  quizReplicasOf(service.connection);
  lessonVisibilityUpdatesOf(service.connection);
  lessonDuplicationsOf(service.connection);
  changeLogsOf(service.connection, packCollection);
  registerItems(service.connection, kinds);
  previewLinksOf(service.connection);
  addCommitHook(service.connection, revokeLinksOfDeleted);
  pronunciationsOf(service.connection);
  wordUsesOf(service.connection);
  pronunciationReplacementsOf(service.connection);

  const { connection, config } = service;
  const store = createServiceContext(service);
  const app = createApp(service);
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: contentDeadJobsList, retry: contentDeadJobsRetry });
  const kindItems = mountKinds(app, store, jobs);
  const { lessons } = kindItems;
  wordRoutes(app, store);
  previewLinkRoutes(app, store);
  pronunciationRoutes(app, store, jobs.register(pronunciationReplacementJob(store, lessons)));
  publicRoutes(app, createPublicContent(store), () => visibilitiesAreSettled(connection));
  const packs = createPackContent(store);
  mountEndpoint(app, packContentGet, ({ body }) => partOrRefusal(packs.get(body)));
  startRepublication(app, service, { owner: 'content', jobs, sources: contentSources() });
  mountLessonEdits(app, store, jobs, lessons);
  transferRoutes(app, store, jobs, kindItems, config.TIME_ZONE);
  return app;
}
