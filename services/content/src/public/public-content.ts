import {
  type QueryOf,
  type ResponseOf,
  uploadUrl,
  type v1LessonsGet,
  type v1LessonsList,
  type v1MainLessonsGet,
  type v1MainLessonsList,
} from '@khmer-learning/contracts';
import { toVocabularyItems } from '@khmer-learning/khmer-text';
import { type EntityStore, notFound, type Page, pageOf } from '@khmer-learning/service-kit';
import { lessonTypeFilter } from '../lesson-types/lesson-type.parents.ts';
import { lessonTypeRef } from '../lessons/lesson.answers.ts';
import type { LessonFilter } from '../lessons/lesson.filters.ts';
import { countLessons, type ReadLesson, readLesson, readLightLessons } from '../lessons/lesson.queries.ts';
import { type ParentMainLesson, readMainLessons } from '../main-lessons/main-lesson.parents.ts';
import {
  countMainLessons,
  findMainLessons,
  findPublishedMainLesson,
  type MainLessonRow,
} from '../main-lessons/main-lesson.queries.ts';

type MainLessonList = ResponseOf<typeof v1MainLessonsList>;
type LessonList = ResponseOf<typeof v1LessonsList>;

/** Content as external apps see it: published lessons in published main lessons. */
export interface PublicContent {
  mainLessons(query: QueryOf<typeof v1MainLessonsList>): Promise<MainLessonList>;
  mainLesson(id: number): Promise<ResponseOf<typeof v1MainLessonsGet>>;
  lessonsOf(mainLessonId: number, query: QueryOf<typeof v1MainLessonsList>): Promise<LessonList>;
  lessons(query: Partial<QueryOf<typeof v1LessonsList>>): Promise<LessonList>;
  lesson(id: number): Promise<ResponseOf<typeof v1LessonsGet>>;
}

const published = ['public'] as const;

export function createPublicContent(store: EntityStore): PublicContent {
  const { connection } = store;

  /** Those of one main lesson come as they stand in it, others the newest first. */
  async function listLessons(filter: LessonFilter, page: Page | undefined): Promise<LessonList> {
    const order = filter.mainLessonId === undefined ? 'newest' : 'place';
    const [rows, counted] = await Promise.all([
      readLightLessons(store, filter, page, order),
      page ? countLessons(store, filter) : undefined,
    ]);
    const parents = [...new Set(rows.map(({ lesson }) => lesson.mainLessonId))];
    const mainLessons = rows.length > 0 ? await readMainLessons(connection, parents) : new Map();
    const data = rows.flatMap((row) => {
      const mainLesson = mainLessons.get(row.lesson.mainLessonId);
      return mainLesson ? [toSummary(row, mainLesson)] : [];
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
      return { success: true, data: rows.map(toMainLesson), total: total ?? rows.length };
    },

    async mainLesson(id) {
      return { success: true, data: toMainLesson(await findPublishedMainLesson(store, id)) };
    },

    async lessonsOf(mainLessonId, query) {
      await findPublishedMainLesson(store, mainLessonId);
      return listLessons({ visibility: published, mainLessonId }, pageOf(query));
    },

    async lessons(query) {
      const { level, type, mainLessonId, search } = query;
      const lessonTypeId = await lessonTypeFilter(connection, type);
      if (lessonTypeId === 'none') return { success: true, data: [], total: 0 };
      const filter = { visibility: published, level, mainLessonId, lessonTypeId, search };
      return listLessons(filter, pageOf(query));
    },

    async lesson(id) {
      const found = await readLesson(connection, id);
      if (found?.lesson.visibility !== 'public') throw notFound('Lesson');
      const { mainLessonId, sections } = found.lesson;
      const mainLesson = (await readMainLessons(connection, [mainLessonId])).get(mainLessonId);
      if (!mainLesson) throw notFound('Lesson');
      const summary = toSummary(found, mainLesson);
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

/** Whether a reader gets a lesson without its sections: those of paid main lessons are for who owns them. */
function isLocked(mainLesson: ParentMainLesson): boolean {
  return !mainLesson.free;
}

function toMainLesson(row: MainLessonRow): MainLessonList['data'][number] {
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

function toSummary(
  { lesson, lessonType }: ReadLesson,
  mainLesson: ParentMainLesson,
): LessonList['data'][number] {
  const { _id, mainLessonId, lessonTypeId, title, description, level, image } = lesson;
  return {
    id: _id,
    mainLessonId,
    lessonTypeId,
    lessonType: lessonTypeRef(lessonType),
    title,
    description,
    level,
    image,
    locked: isLocked(mainLesson),
    createdAt: lesson.createdAt.toISOString(),
    updatedAt: lesson.updatedAt.toISOString(),
  };
}
