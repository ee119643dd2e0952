import {
  v1LessonsByLevel,
  v1LessonsGet,
  v1LessonsList,
  v1MainLessonsGet,
  v1MainLessonsLessons,
  v1MainLessonsList,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { PublicContent } from './public-content.ts';

/** `/api/v1`: what external apps read with an API key. */
export function publicRoutes(app: FastifyInstance, content: PublicContent): void {
  mount(app, v1MainLessonsList, ({ query }) => content.mainLessons(query));
  mount(app, v1MainLessonsGet, ({ params }) => content.mainLesson(params.id));
  mount(app, v1MainLessonsLessons, ({ params, query, principal }) =>
    content.lessonsOf(params.id, query, principal),
  );
  mount(app, v1LessonsList, ({ query, principal }) => content.lessons(query, principal));
  mount(app, v1LessonsByLevel, ({ params, query, principal }) =>
    content.lessons({ ...query, level: params.level }, principal),
  );
  mount(app, v1LessonsGet, ({ params, principal }) => content.lesson(params.id, principal));
}
