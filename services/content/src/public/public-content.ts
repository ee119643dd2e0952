import {
  type Principal,
  type QueryOf,
  type ResponseOf,
  uploadUrl,
  type v1LessonsGet,
  type v1LessonsList,
  type v1MainLessonsGet,
  type v1MainLessonsList,
} from '@khmer-learning/contracts';
import { toVocabularyItems } from '@khmer-learning/khmer-text';
import {
  type AnswerContents,
  learnerOf,
  notFound,
  type Page,
  pageOf,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import { resolveLessonTypeId } from '../lesson-types/lesson-type.parents.ts';
import type { LessonFilter } from '../lessons/lesson.filters.ts';
import { toLessonTypeRef } from '../lessons/lesson.mappers.ts';
import {
  countLessons,
  type LessonWithType,
  readLesson,
  readLessonSummaries,
} from '../lessons/lesson.queries.ts';
import {
  type ParentMainLesson,
  readFreeMainLessonIds,
  readParentMainLessons,
} from '../main-lessons/main-lesson.parents.ts';
import {
  countMainLessons,
  findMainLessons,
  findPublishedMainLesson,
  type MainLessonRow,
} from '../main-lessons/main-lesson.queries.ts';
import { readOwnedMainLessonIds } from '../purchases/ownership.ts';

type MainLessonList = ResponseOf<typeof v1MainLessonsList>;
type LessonList = ResponseOf<typeof v1LessonsList>;

/**
 * Content for external apps: published lessons in published main lessons. Anything else is a 404. `contents` learns
 * whose ownership an answer depends on.
 */
export interface PublicContent {
  /** Lists main lessons in catalogue order. */
  mainLessons(query: QueryOf<typeof v1MainLessonsList>): Promise<MainLessonList>;
  mainLesson(id: number): Promise<ResponseOf<typeof v1MainLessonsGet>>;
  /**
   * Lists the lessons of a main lesson, by position, without sections.
   *
   * @param principal the caller; lessons that its learner owns are not locked
   */
  lessonsInMainLesson(
    mainLessonId: number,
    query: QueryOf<typeof v1MainLessonsList>,
    principal: Principal,
    contents: AnswerContents,
  ): Promise<LessonList>;
  /** Lists or searches lessons, without sections. */
  lessons(
    query: Partial<QueryOf<typeof v1LessonsList>>,
    principal: Principal,
    contents: AnswerContents,
  ): Promise<LessonList>;
  /** Reads a lesson; a locked one has no sections. */
  lesson(
    id: number,
    principal: Principal,
    contents: AnswerContents,
  ): Promise<ResponseOf<typeof v1LessonsGet>>;
}

const publicVisibilities = ['public'] as const;

/** Creates the service behind the content endpoints of `/api/v1`. */
export function createPublicContent(store: ServiceContext): PublicContent {
  const { connection } = store;

  /** Creates the check whether a main lesson is locked for the caller: it is paid and the learner does not own it. */
  async function createLockedCheck(
    principal: Principal,
    mainLessons: readonly ParentMainLesson[],
    contents: AnswerContents,
  ): Promise<(mainLesson: ParentMainLesson) => boolean> {
    const paid = mainLessons.flatMap(({ _id, free }) => (free ? [] : [_id]));
    const owned = await readOwnedMainLessonIds(connection, learnerOf(principal)?.userId, paid);
    contents.addOwnership(paid, owned);
    return ({ _id, free }) => !free && !owned.has(_id);
  }

  /** Reads the ids of the main lessons whose sections the caller may read: free ones and owned ones. */
  async function readReadableMainLessonIds(
    principal: Principal,
    contents: AnswerContents,
  ): Promise<number[]> {
    contents.addOwnership('all');
    const [free, owned] = await Promise.all([
      readFreeMainLessonIds(connection),
      readOwnedMainLessonIds(connection, learnerOf(principal)?.userId),
    ]);
    return [...free, ...owned];
  }

  /** Lists the lessons of one main lesson by position, other lessons newest first. */
  async function listLessons(
    filter: LessonFilter,
    page: Page | undefined,
    principal: Principal,
    contents: AnswerContents,
  ): Promise<LessonList> {
    const order = filter.mainLessonId === undefined ? 'newest' : 'place';
    const [rows, counted] = await Promise.all([
      readLessonSummaries(store, filter, page, order),
      page ? countLessons(store, filter) : undefined,
    ]);
    const parents = [...new Set(rows.map(({ lesson }) => lesson.mainLessonId))];
    const mainLessons = rows.length > 0 ? await readParentMainLessons(connection, parents) : new Map();
    const isLocked = await createLockedCheck(principal, [...mainLessons.values()], contents);
    const data = rows.flatMap((row) => {
      const mainLesson = mainLessons.get(row.lesson.mainLessonId);
      return mainLesson ? [toPublicLesson(row, isLocked(mainLesson))] : [];
    });
    return { success: true, data, total: counted ?? data.length };
  }

  return {
    async mainLessons(query) {
      const page = pageOf(query);
      const filter = { status: 'published' } as const;
      const [rows, total] = await Promise.all([
        findMainLessons(store, filter, page, 'catalogue'),
        page ? countMainLessons(store, filter) : undefined,
      ]);
      return { success: true, data: rows.map(toPublicMainLesson), total: total ?? rows.length };
    },

    async mainLesson(id) {
      return { success: true, data: toPublicMainLesson(await findPublishedMainLesson(store, id)) };
    },

    async lessonsInMainLesson(mainLessonId, query, principal, contents) {
      await findPublishedMainLesson(store, mainLessonId);
      const filter = { visibility: publicVisibilities, mainLessonId };
      return listLessons(filter, pageOf(query), principal, contents);
    },

    async lessons(query, principal, contents) {
      const { level, type, mainLessonId, search } = query;
      const lessonTypeId = await resolveLessonTypeId(connection, type);
      if (lessonTypeId === 'none') return { success: true, data: [], total: 0 };
      const contentsOf =
        search === undefined ? undefined : await readReadableMainLessonIds(principal, contents);
      const filter = {
        visibility: publicVisibilities,
        level,
        mainLessonId,
        lessonTypeId,
        search,
        contentsOf,
      };
      return listLessons(filter, pageOf(query), principal, contents);
    },

    async lesson(id, principal, contents) {
      const found = await readLesson(connection, id);
      if (found?.lesson.visibility !== 'public') throw notFound('Lesson');
      const { mainLessonId, sections } = found.lesson;
      const mainLesson = (await readParentMainLessons(connection, [mainLessonId])).get(mainLessonId);
      if (!mainLesson) throw notFound('Lesson');
      const isLocked = await createLockedCheck(principal, [mainLesson], contents);
      const summary = toPublicLesson(found, isLocked(mainLesson));
      return {
        success: true,
        data: {
          ...summary,
          sections: summary.locked
            ? []
            : sections.map(({ title, content, html }) => ({
                title,
                content,
                html,
                items: toVocabularyItems(content),
              })),
        },
      };
    },
  };
}

function toPublicMainLesson(row: MainLessonRow): MainLessonList['data'][number] {
  const { _id, title, description, imageCover, free, price, createdAt, updatedAt } = row;
  return {
    id: _id,
    title,
    description,
    imageCoverUrl: uploadUrl(imageCover),
    free,
    price,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toPublicLesson({ lesson, lessonType }: LessonWithType, locked: boolean): LessonList['data'][number] {
  const { _id, mainLessonId, lessonTypeId, title, description, level, image } = lesson;
  return {
    id: _id,
    mainLessonId,
    lessonTypeId,
    lessonType: toLessonTypeRef(lessonType),
    title,
    description,
    level,
    image,
    locked,
    createdAt: lesson.createdAt.toISOString(),
    updatedAt: lesson.updatedAt.toISOString(),
  };
}
