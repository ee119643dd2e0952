import { contentDeadJobsList, contentDeadJobsRetry, lessonEvent } from '@khmer-learning/contracts';
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
import { contentSources, workingCopyKinds } from './content-sources.ts';
import { lessonImageUpdateJob } from './lesson-types/lesson-type.images.ts';
import { mountLessonTypes } from './lesson-types/lesson-type.items.ts';
import { lessonTypesOf } from './lesson-types/lesson-type.model.ts';
import { lessonCascadeJob } from './lessons/cascades/lesson.cascade.ts';
import { lessonVisibilityJob } from './lessons/cascades/lesson.visibility.ts';
import { mountLessons } from './lessons/lesson.items.ts';
import { commentedSections } from './lessons/model/commented-sections.ts';
import { lessonsOf } from './lessons/model/lesson.model.ts';
import { lessonCascadesOf } from './lessons/model/lesson-cascade.model.ts';
import {
  lessonVisibilityUpdatesOf,
  visibilitiesAreSettled,
} from './lessons/model/lesson-visibility.model.ts';
import { wordRoutes } from './lessons/words/word.routes.ts';

import { lessonDuplicationJob, lessonDuplicationsOf } from './main-lessons/main-lesson.duplication.ts';
import { mountMainLessons } from './main-lessons/main-lesson.items.ts';
import { mainLessonsOf } from './main-lessons/main-lesson.model.ts';
import { packRoutes } from './packs/pack.routes.ts';
import { createPackContent, packCollection } from './packs/pack-content.ts';
import { pronunciationsOf, wordUsesOf } from './pronunciations/pronunciation.model.ts';
import { pronunciationRoutes } from './pronunciations/pronunciation.routes.ts';
import { pronunciationReplacementsOf } from './pronunciations/pronunciation-replacement.model.ts';
import { pronunciationReplacementJob } from './pronunciations/pronunciation-replacement.service.ts';
import { publicRoutes } from './public/public.routes.ts';
import { createPublicContent } from './public/public-content.ts';
import { parentLocksOf } from './store/parent-locks.ts';
import { createImportedEntities } from './transfer/imported-entities.ts';
import { createLessonsImporter } from './transfer/lessons.importer.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';
import { createVocabularyImporter } from './transfer/vocabulary.importer.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes.
  mainLessonsOf(service.connection);
  lessonTypesOf(service.connection);
  lessonsOf(service.connection);
  parentLocksOf(service.connection);
  lessonCascadesOf(service.connection);
  lessonVisibilityUpdatesOf(service.connection);
  lessonDuplicationsOf(service.connection);
  owningPurchasesOf(service.connection);
  changeLogsOf(service.connection, packCollection);
  registerHistoryModels(service.connection);
  registerComments(service.connection, [
    { event: lessonEvent, field: 'sections', sectionsOf: commentedSections },
  ]);
  registerWorkingCopyModels(service.connection, workingCopyKinds);
  schedulesOf(service.connection);
  pronunciationsOf(service.connection);
  wordUsesOf(service.connection);
  pronunciationReplacementsOf(service.connection);

  const { connection, config } = service;
  const store = createServiceContext(service);
  const app = createApp(service);
  const lessons = mountLessons(app, store);
  const jobs = createJobRunner(app, service);
  jobs.mountDeadJobs({ list: contentDeadJobsList, retry: contentDeadJobsRetry });
  jobs.register(
    erasureJob(store, [
      createWorkingCopyEraser(connection, workingCopyKinds),
      createCommentEraser(connection, 'content'),
    ]),
  );
  const wake = {
    duplicationJob: jobs.register(lessonDuplicationJob(store)),
    cascadeJob: jobs.register(lessonCascadeJob(store)),
    restorationJob: jobs.register(
      restorationJob(store, { definition: lessonEvent, label: 'Lesson', revive: lessons.writes.revive }),
    ),
    imageUpdateJob: jobs.register(lessonImageUpdateJob(store)),
    visibilityJob: jobs.register(lessonVisibilityJob(store)),
  };
  const mainLessons = mountMainLessons(app, store, lessons, wake);
  jobs.register(scheduleJob(store, [mainLessons.scheduled, lessons.scheduled]));
  const lessonTypes = mountLessonTypes(app, store, lessons, wake);
  wordRoutes(app, store);
  pronunciationRoutes(app, store, jobs.register(pronunciationReplacementJob(store, lessons)));
  publicRoutes(app, createPublicContent(store), () => visibilitiesAreSettled(connection));
  packRoutes(app, createPackContent(store));
  startRepublication(app, service, { owner: 'content', jobs, sources: contentSources() });
  const importedEntities = createImportedEntities(store, lessons, mainLessons, lessonTypes);
  const importers = [
    createLessonsImporter(connection, importedEntities),
    createVocabularyImporter(connection, importedEntities),
  ];
  const imports = createImportService(jobs, store, importers);
  transferRoutes(app, { store, imports, timeZone: config.TIME_ZONE });
  return app;
}
