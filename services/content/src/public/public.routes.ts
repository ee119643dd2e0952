import {
  type Endpoint,
  keysOfRows,
  type QueryOf,
  type ResponseOf,
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
  const mount = <const E extends Endpoint>(endpoint: E, read: Parameters<typeof mountCachedRead<E>>[2]) =>
    mountCachedRead(app, endpoint, read, isSettled);

  mount(v1MainLessonsList, async ({ query, principal }, contents) => {
    contents.add(surrogateKeys.mainLessons);
    const answer = await content.mainLessons(query, principal, contents);
    contents.add(...mainLessonRowKeys(answer.data));
    return answer;
  });
  mount(v1MainLessonsGet, async ({ params, principal }, contents) => {
    contents.add(...mainLessonRowKeys([params]));
    return content.mainLesson(params.id, principal, contents);
  });
  mount(v1MainLessonsListLessons, async ({ params, query, principal }, contents) => {
    contents.add(surrogateKeys.mainLessonAccess(params.id), surrogateKeys.lessonsOf(params.id));
    const answer = await content.lessonsInMainLesson(params.id, query, principal, contents);
    contents.add(...lessonRowKeys(answer.data));
    return answer;
  });
  mount(v1LessonsList, async ({ query, principal }, contents) => {
    contents.add(...lessonListKeys(query));
    const answer = await content.lessons(query, principal, contents);
    contents.add(...lessonRowKeys(answer.data));
    return answer;
  });
  mount(v1LessonsByLevel, async ({ params, query, principal }, contents) => {
    contents.add(...lessonListKeys({}));
    const answer = await content.lessons({ ...query, level: params.level }, principal, contents);
    contents.add(...lessonRowKeys(answer.data));
    return answer;
  });
  mount(v1LessonsGet, async ({ params, query, principal }, contents) => {
    // Publishing its main lesson shows it without an event of its own.
    contents.add(surrogateKeys.lesson(params.id));
    const answer = await content.lesson(params.id, query, principal, contents).catch((error: unknown) => {
      contents.add(surrogateKeys.lessons);
      throw error;
    });
    contents.add(...lessonRowKeys([answer.data]));
    return answer;
  });
}

type LessonRow = Pick<
  ResponseOf<typeof v1LessonsList>['data'][number],
  'id' | 'mainLessonId' | 'lessonTypeId'
>;

/** The surrogate keys of lessons in an answer: their fields, their types, and whether their main lessons are locked. */
function lessonRowKeys(rows: readonly LessonRow[]): readonly string[] {
  const idsOf = (field: keyof LessonRow) => rows.map((row) => row[field]);
  return [
    ...keysOfRows(idsOf('id'), surrogateKeys.lesson, surrogateKeys.anyLesson),
    ...keysOfRows(idsOf('mainLessonId'), surrogateKeys.mainLessonAccess, surrogateKeys.anyMainLesson),
    ...keysOfRows(idsOf('lessonTypeId'), surrogateKeys.lessonType, surrogateKeys.lessonTypes),
  ];
}

/** The surrogate keys of which lessons a list has, apart from those of its rows. */
function lessonListKeys({
  mainLessonId,
  type,
  search,
}: Pick<Partial<QueryOf<typeof v1LessonsList>>, 'mainLessonId' | 'type' | 'search'>): readonly string[] {
  return [
    mainLessonId === undefined ? surrogateKeys.lessons : surrogateKeys.lessonsOf(mainLessonId),
    ...(type === undefined ? [] : [surrogateKeys.lessonTypes]),
    ...(search === undefined ? [] : [surrogateKeys.lessonTexts, surrogateKeys.freeMainLessons]),
  ];
}

/** The surrogate keys of main lessons in an answer: their fields, and how many lessons they have. */
function mainLessonRowKeys(
  rows: readonly Pick<ResponseOf<typeof v1MainLessonsList>['data'][number], 'id'>[],
): readonly string[] {
  const ids = rows.map(({ id }) => id);
  return [
    ...keysOfRows(ids, surrogateKeys.mainLesson, surrogateKeys.anyMainLesson),
    ...keysOfRows(ids, surrogateKeys.lessonsOf, surrogateKeys.lessons),
  ];
}
