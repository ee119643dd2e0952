import { type LessonSummary, type ListTotal, lessons, type QueryOf } from '@khmer-learning/contracts';
import {
  createInBatches,
  createPublishableItems,
  mountComments,
  mountItems,
  mountPublishing,
  readMatchLines,
} from '@khmer-learning/item-kit';
import {
  listOrder,
  mountEndpoint,
  type Page,
  pageOf,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { resolveLessonTypeId } from '../parents/parents.ts';
import { lessonSortIndexes, lessonsOf, quizKeys, recordingsKeys } from './model/lesson.model.ts';
import { type LessonFilter, type LessonOrder, visibilitiesForStatus } from './reads/lesson.filters.ts';
import {
  type LessonWithType,
  readLessonPage,
  readLessonPageWithSections,
  readLessonSummaries,
} from './reads/lesson.queries.ts';
import { createLessonDuplicator } from './writes/lesson.duplication.ts';
import {
  contentsTexts,
  estimateWriteBytes,
  lessonKind,
  toLesson,
  toLessonSummary,
} from './writes/lesson.kind.ts';
import { createLessonMover } from './writes/lesson.ordering.ts';

/**
 * A transaction of MongoDB 4.0 is one oplog entry of at most 16 MB; a lesson is in it twice, with its keys.
 * More concurrent batches would gain little: MongoDB spends its time on the search index.
 */
const creationLimits = {
  concurrency: 2,
  maxItems: 100,
  maxWeight: 2 * 1024 * 1024,
  weightOf: estimateWriteBytes,
};

/** The operations on lessons that other parts of the service use. */
export type LessonItems = ReturnType<typeof mountLessons>;

/** Mounts the console's endpoints for lessons, `/api/lessons`. */
export function mountLessons(app: FastifyInstance, store: ServiceContext) {
  const { connection } = store;
  const kind = lessonKind(store);
  const items = createPublishableItems(store, kind);
  const { workingCopies } = items;
  const create = createInBatches(store, kind, items.writes, creationLimits);
  const duplicate = createLessonDuplicator(store);
  const move = createLessonMover(store);

  const withInfos = <I extends LessonSummary>(items: readonly I[], rows: readonly LessonWithType[]) =>
    workingCopies.withInfos(
      items,
      rows.map(({ lesson }) => lesson),
    );

  /** Lists the lessons of a parent, without sections, newest first by default; with the counts of their words if asked. */
  async function listSummaries(
    filter: LessonFilter,
    page: Page | undefined,
    order?: LessonOrder,
    withCounts = false,
  ): Promise<LessonSummary[]> {
    const rows = await readLessonSummaries(store, filter, page, order);
    const summaries = rows.map(({ lesson, lessonType }) => {
      const { words, recordedWords } = lesson;
      return { ...toLessonSummary(lesson, lessonType), ...(withCounts ? { words, recordedWords } : {}) };
    });
    return withInfos(summaries, rows);
  }

  /** Lists lessons, newest first: a page, with sections unless the query refuses them, or all of them without sections. */
  async function list(
    query: QueryOf<typeof lessons.list>,
  ): Promise<{ lessons: LessonSummary[] } & ListTotal> {
    const { level, type, search, mainLessonId } = query;
    const lessonTypeId = await resolveLessonTypeId(connection, type, query.lessonTypeId);
    if (lessonTypeId === 'none') return { lessons: [], total: 0 };
    const { status, ids } = await items.resolveStatus(query.status);
    const filter = {
      ids,
      ...{ level, search, mainLessonId, lessonTypeId },
      visibility: visibilitiesForStatus(status),
      marks: [
        ...(query.recordings ? [recordingsKeys[query.recordings]] : []),
        ...(query.quiz ? [quizKeys[query.quiz]] : []),
      ],
    };
    const sorted = listOrder(lessonSortIndexes, query.sort, search);
    const page = pageOf(query);
    if (!page || query.sections === 'false') {
      const { rows, total, totalIsEstimate } = await readLessonPage(store, filter, page, 'newest', sorted);
      const summaries = rows.map(({ lesson, lessonType }) => {
        const { words, recordedWords, quizStatus: quiz = 'none' as const } = lesson;
        return { ...toLessonSummary(lesson, lessonType), ...(page ? { words, recordedWords, quiz } : {}) };
      });
      return { lessons: await withInfos(summaries, rows), total, totalIsEstimate };
    }
    const { rows, total, totalIsEstimate } = await readLessonPageWithSections(store, filter, page, sorted);
    const found = rows.map(({ lesson, lessonType }) => toLesson(lesson, lessonType));
    return { lessons: await withInfos(found, rows), total, totalIsEstimate };
  }

  mountItems(app, lessons, { ...items, create });
  mountPublishing(app, lessons, items);
  mountComments(app, store, lessons, kind);
  mountEndpoint(app, lessons.list, ({ query }) => list(query));
  mountEndpoint(app, lessons.searchMatches, ({ query }) =>
    readMatchLines(lessonsOf(store.connection), query, ['sections'], contentsTexts),
  );
  mountEndpoint(app, lessons.get, ({ params }) => items.get(params.id));
  mountEndpoint(app, lessons.duplicate, (context) => duplicate(context.params.id, context));
  mountEndpoint(app, lessons.move, (context) =>
    move(context.params.id, context.body, context.ifMatch, context),
  );
  return { ...items, listSummaries };
}
