import { createApp, createEntityStore, type Service } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { lessonTypesOf } from './lesson-types/lesson-type.model.ts';
import { lessonTypeRoutes } from './lesson-types/lesson-type.routes.ts';
import { createLessonTypeService } from './lesson-types/lesson-type.service.ts';
import { lessonsOf } from './lessons/lesson.model.ts';
import { placeOldLessons } from './lessons/lesson.places.ts';
import { lessonRoutes } from './lessons/lesson.routes.ts';
import { createLessonService } from './lessons/lesson.service.ts';
import { mainLessonsOf } from './main-lessons/main-lesson.model.ts';
import { prepareCatalogue } from './main-lessons/main-lesson.places.ts';
import { mainLessonRoutes } from './main-lessons/main-lesson.routes.ts';
import { createMainLessonService } from './main-lessons/main-lesson.service.ts';
import { publicRoutes } from './public/public.routes.ts';
import { createPublicContent } from './public/public-content.ts';
import { owningPurchasesOf } from './purchases/owning-purchase.model.ts';
import { lanesOf } from './store/parent-lanes.ts';

/** Builds the service without listening. */
export function buildApp(service: Service): FastifyInstance {
  // Registered before the service creates collections and indexes.
  mainLessonsOf(service.connection);
  lessonTypesOf(service.connection);
  lessonsOf(service.connection);
  lanesOf(service.connection);
  owningPurchasesOf(service.connection);

  const store = createEntityStore(service);
  const lessons = createLessonService(store);
  const app = createApp(service);
  mainLessonRoutes(app, createMainLessonService(store, lessons));
  lessonTypeRoutes(app, createLessonTypeService(store, lessons));
  lessonRoutes(app, lessons);
  publicRoutes(app, createPublicContent(store));
  return app;
}

/** Brings what is stored up to date, and goes on with what a stop of the process has interrupted. Needs the database. */
export async function prepareContent(service: Service): Promise<void> {
  await prepareCatalogue(service.connection);
  await placeOldLessons(service.connection);
  const store = createEntityStore(service);
  await createLessonTypeService(store, createLessonService(store)).finishRenames();
}
