import {
  surrogateKeys,
  v1LessonsByLevel,
  v1LessonsGet,
  v1LessonsList,
  v1MainLessonsGet,
  v1MainLessonsList,
  v1MainLessonsListLessons,
} from '@khmer-learning/contracts';
import { mountCachedRead } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { lessonListKeys, lessonRowKeys, mainLessonRowKeys } from './answer-keys.ts';
import type { PublicContent } from './public-content.ts';

/**
 * Mounts the content endpoints of `/api/v1`, which external apps call with an API key. Each names the surrogate keys of
 * its answer: those that decide what is in it before the data are read, so that a 404 has them too, then its rows'.
 *
 * @param isSettled whether all lessons are shown or hidden as their main lessons are; no event tells when they are
 */
export function publicRoutes(
  app: FastifyInstance,
  content: PublicContent,
  isSettled: () => Promise<boolean>,
): void {
  mountCachedRead(
    app,
    v1MainLessonsList,
    async ({ query, principal }, contents) => {
      contents.add(surrogateKeys.mainLessons);
      const answer = await content.mainLessons(query, principal, contents);
      contents.add(...mainLessonRowKeys(answer.data));
      return answer;
    },
    isSettled,
  );
  mountCachedRead(
    app,
    v1MainLessonsGet,
    async ({ params, principal }, contents) => {
      contents.add(...mainLessonRowKeys([params]));
      return content.mainLesson(params.id, principal, contents);
    },
    isSettled,
  );
  mountCachedRead(
    app,
    v1MainLessonsListLessons,
    async ({ params, query, principal }, contents) => {
      contents.add(surrogateKeys.mainLessonAccess(params.id), surrogateKeys.lessonsOf(params.id));
      const answer = await content.lessonsInMainLesson(params.id, query, principal, contents);
      contents.add(...lessonRowKeys(answer.data));
      return answer;
    },
    isSettled,
  );
  mountCachedRead(
    app,
    v1LessonsList,
    async ({ query, principal }, contents) => {
      contents.add(...lessonListKeys(query));
      const answer = await content.lessons(query, principal, contents);
      contents.add(...lessonRowKeys(answer.data));
      return answer;
    },
    isSettled,
  );
  mountCachedRead(
    app,
    v1LessonsByLevel,
    async ({ params, query, principal }, contents) => {
      contents.add(...lessonListKeys({}));
      const answer = await content.lessons({ ...query, level: params.level }, principal, contents);
      contents.add(...lessonRowKeys(answer.data));
      return answer;
    },
    isSettled,
  );
  mountCachedRead(
    app,
    v1LessonsGet,
    async ({ params, query, principal }, contents) => {
      // Publishing its main lesson shows it without an event of its own.
      contents.add(surrogateKeys.lesson(params.id));
      const answer = await content.lesson(params.id, query, principal, contents).catch((error: unknown) => {
        contents.add(surrogateKeys.lessons);
        throw error;
      });
      contents.add(...lessonRowKeys([answer.data]));
      return answer;
    },
    isSettled,
  );
}
