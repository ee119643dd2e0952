import {
  backfillTitleKeys,
  createApp,
  createServiceContext,
  createImportService,
  createJobRunner,
  type Service,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { lessonTypesOf } from './lesson-types/lesson-type.model.ts';
import { lessonTypeRoutes } from './lesson-types/lesson-type.routes.ts';
import { createLessonTypeService, renameJob } from './lesson-types/lesson-type.service.ts';
import { sweepJob } from './lessons/lesson.cascade.ts';
import { lessonsOf } from './lessons/lesson.model.ts';
import { placeOldLessons } from './lessons/lesson.places.ts';
import { lessonRoutes } from './lessons/lesson.routes.ts';
import { createLessonService } from './lessons/lesson.service.ts';
import { lessonSweepsOf } from './lessons/lesson-sweep.model.ts';
import { lessonCopyingOf } from './main-lessons/lesson-copying.model.ts';
import { copyJob, createMainLessonCopies } from './main-lessons/main-lesson.copies.ts';
import { mainLessonsOf } from './main-lessons/main-lesson.model.ts';
import { prepareCatalogue } from './main-lessons/main-lesson.places.ts';
import { mainLessonRoutes } from './main-lessons/main-lesson.routes.ts';
import { createMainLessonService } from './main-lessons/main-lesson.service.ts';
import { publicRoutes } from './public/public.routes.ts';
import { createPublicContent } from './public/public-content.ts';
import { owningPurchasesOf } from './purchases/owning-purchase.model.ts';
import { lanesOf } from './store/parent-lanes.ts';
import { importedThings } from './transfer/imported-things.ts';
import { lessonsImporter } from './transfer/lessons.importer.ts';
import { transferRoutes } from './transfer/transfer.routes.ts';
import { vocabularyImporter } from './transfer/vocabulary.importer.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes.
  mainLessonsOf(service.connection);
  lessonTypesOf(service.connection);
  lessonsOf(service.connection);
  lanesOf(service.connection);
  lessonSweepsOf(service.connection);
  lessonCopyingOf(service.connection);
  owningPurchasesOf(service.connection);

  const { connection, config } = service;
  const store = createServiceContext(service);
  const lessons = createLessonService(store);
  const app = createApp(service);
  const jobs = createJobRunner(app, service);
  const wakeSweeps = jobs.register(sweepJob(store));
  const wakeCopies = jobs.register(copyJob(store));
  jobs.register(renameJob(store));
  mainLessonRoutes(
    app,
    createMainLessonService(store, lessons, wakeSweeps),
    createMainLessonCopies(store, wakeCopies),
  );
  lessonTypeRoutes(app, createLessonTypeService(store, lessons, wakeSweeps));
  lessonRoutes(app, lessons);
  publicRoutes(app, createPublicContent(store));
  const things = importedThings(store, lessons);
  const importers = [lessonsImporter(connection, things), vocabularyImporter(connection, things)];
  const imports = createImportService(jobs, store, importers);
  transferRoutes(app, { store, imports, timeZone: config.TIME_ZONE });
  return app;
}

/** Brings what is stored up to date. Needs the database. */
export async function prepareContent(service: Service): Promise<void> {
  await prepareCatalogue(service.connection);
  await placeOldLessons(service.connection);
  await backfillTitleKeys(service.connection, 'lessons');
}
