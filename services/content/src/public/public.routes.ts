import {
  v1LessonsByLevel,
  v1LessonsGet,
  v1LessonsList,
  v1MainLessonsGet,
  v1MainLessonsList,
  v1MainLessonsListLessons,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PublicContent } from './public-content.ts';

/** Mounts the content endpoints of `/api/v1`, which external apps call with an API key. */
export function publicRoutes(app: FastifyInstance, content: PublicContent): void {
  mountEndpoint(app, v1MainLessonsList, ({ query, principal }) => content.mainLessons(query, principal));
  mountEndpoint(app, v1MainLessonsGet, ({ params, principal }) => content.mainLesson(params.id, principal));
  mountEndpoint(app, v1MainLessonsListLessons, ({ params, query, principal }) =>
    content.lessonsInMainLesson(params.id, query, principal),
  );
  mountEndpoint(app, v1LessonsList, ({ query, principal }) => content.lessons(query, principal));
  mountEndpoint(app, v1LessonsByLevel, ({ params, query, principal }) =>
    content.lessons({ ...query, level: params.level }, principal),
  );
  mountEndpoint(app, v1LessonsGet, ({ params, query, principal }) =>
    content.lesson(params.id, query, principal),
  );
}
