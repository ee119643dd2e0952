import {
  type Principal,
  type QueryOf,
  type ResponseOf,
  recordingFinder,
  specificErrorCodes,
  surrogateKeys,
  uploadUrl,
  v1LessonSummarySchema,
  type v1LessonsGet,
  type v1LessonsList,
  type v1MainLessonsGet,
  type v1MainLessonsList,
} from '@khmer-learning/contracts';
import { pickFields, searchOrCorrect, withEventFields } from '@khmer-learning/item-kit';
import { toVocabularyItems } from '@khmer-learning/khmer-text';
import {
  type AnswerContents,
  ApiError,
  cutPage,
  learnerOf,
  notFound,
  publicPageOf,
  type ReadableFilter,
  type ServiceContext,
  withNextRow,
} from '@khmer-learning/service-kit';
import type { LessonFilter } from '../lessons/reads/lesson.filters.ts';
import {
  countPublicLessons,
  type LessonRow,
  type LessonWithType,
  readLessonPage,
  readLessonSummaries,
  readPublicLessons,
} from '../lessons/reads/lesson.queries.ts';
import {
  findPublishedMainLesson,
  type MainLessonRow,
  readMainLessonPage,
} from '../main-lessons/main-lesson.queries.ts';
import {
  type ParentMainLesson,
  readParentMainLessons,
  resolveLessonTypeId,
  toLessonTypeRef,
} from '../parents/parents.ts';
import { readOwnedMainLessonIds } from '../purchases/ownership.ts';

type MainLessonList = ResponseOf<typeof v1MainLessonsList>;
type LessonList = ResponseOf<typeof v1LessonsList>;

/**
 * Content for external apps: published lessons in published main lessons. Anything else is a 404. `contents` learns
 * whose ownership an answer depends on, and what a refusal does.
 */
export type PublicContent = ReturnType<typeof createPublicContent>;

const publicVisibilities = ['public'] as const;

export function createPublicContent(store: ServiceContext) {
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

  /** The caller may read the sections of free main lessons and of owned ones. */
  function readableFilterOf(principal: Principal): ReadableFilter {
    return async (ids) => {
      const [mainLessons, owned] = await Promise.all([
        readParentMainLessons(connection, ids),
        readOwnedMainLessonIds(connection, learnerOf(principal)?.userId, ids),
      ]);
      return new Set(ids.filter((id) => mainLessons.get(id)?.free || owned.has(id)));
    };
  }

  /** Lists the lessons of one main lesson by position, other lessons and search results newest first. */
  async function listLessons(
    filter: LessonFilter,
    query: QueryOf<typeof v1MainLessonsList>,
    principal: Principal,
    contents: AnswerContents,
  ): Promise<LessonList> {
    const order = filter.mainLessonId === undefined || filter.search !== undefined ? 'newest' : 'place';
    const page = publicPageOf(query, order === 'newest' ? 1 : 2);
    const found = await readLessonPage(store, { ...filter, after: page.after }, withNextRow(page), order);
    const { rows, next } = cutPage(
      found.rows,
      page,
      ({ lesson: { _id, position } }) => (order === 'newest' ? [_id] : [position, _id]),
      found.resumeAfter,
    );
    const parents = [...new Set(rows.map(({ lesson }) => lesson.mainLessonId))];
    const mainLessons = rows.length > 0 ? await readParentMainLessons(connection, parents) : new Map();
    const isLocked = await createLockedCheck(principal, [...mainLessons.values()], contents);
    const data = rows.flatMap((row) => {
      const mainLesson = mainLessons.get(row.lesson.mainLessonId);
      return mainLesson ? [toPublicLesson(row, isLocked(mainLesson))] : [];
    });
    return { success: true, data, total: found.total, totalIsEstimate: found.totalIsEstimate, ...next };
  }

  async function toPublicMainLessons(
    rows: readonly MainLessonRow[],
    principal: Principal,
    contents: AnswerContents,
  ): Promise<MainLessonList['data']> {
    const [lessonCounts, isLocked] = await Promise.all([
      countPublicLessons(
        store,
        rows.map(({ _id }) => _id),
      ),
      createLockedCheck(principal, rows, contents),
    ]);
    return rows.map((row) => toPublicMainLesson(row, lessonCounts.get(row._id) ?? 0, !isLocked(row)));
  }

  return {
    async mainLessons(
      query: QueryOf<typeof v1MainLessonsList>,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<MainLessonList> {
      const page = publicPageOf(query, 2);
      const filter = { status: 'published', after: page.after } as const;
      const found = await readMainLessonPage(store, filter, withNextRow(page), 'catalogue');
      const { rows, next } = cutPage(found.rows, page, ({ position, _id }) => [position, _id]);
      const data = await toPublicMainLessons(rows, principal, contents);
      return { success: true, data, total: found.total, totalIsEstimate: found.totalIsEstimate, ...next };
    },

    async mainLesson(
      id: number,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<ResponseOf<typeof v1MainLessonsGet>> {
      const row = await findPublishedMainLesson(store, id);
      const [data] = await toPublicMainLessons([row], principal, contents);
      if (!data) throw notFound('Main lesson');
      return { success: true, data };
    },

    async lessonsInMainLesson(
      mainLessonId: number,
      query: QueryOf<typeof v1MainLessonsList>,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<LessonList> {
      await findPublishedMainLesson(store, mainLessonId);
      return listLessons({ visibility: publicVisibilities, mainLessonId }, query, principal, contents);
    },

    async lessons(
      query: Partial<QueryOf<typeof v1LessonsList>>,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<LessonList> {
      const { level, type, mainLessonId, search, exact } = query;
      const lessonTypeId = await resolveLessonTypeId(connection, type);
      if (lessonTypeId === 'none') return { success: true, data: [], total: 0 };
      if (search !== undefined) contents.addOwnership('all');
      const readable = { visibility: publicVisibilities, filterReadable: readableFilterOf(principal) };
      return searchOrCorrect(
        connection,
        { search, exact },
        (words) =>
          listLessons(
            { ...readable, level, mainLessonId, lessonTypeId, search: words },
            query,
            principal,
            contents,
          ),
        async (word) => {
          const page = { limit: 1, offset: 0 };
          return (await readLessonSummaries(store, { ...readable, search: word }, page)).length > 0;
        },
      );
    },

    /** Reads a lesson; a locked one has no sections. @throws ApiError 403 `locked` for it if `query.locked` is set */
    async lesson(
      id: number,
      { locked: refusesLocked }: QueryOf<typeof v1LessonsGet>,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<ResponseOf<typeof v1LessonsGet>> {
      const [found] = await readPublicLessons(connection, [id]);
      if (!found) throw notFound('Lesson');
      const { mainLessonId } = found.lesson;
      const mainLesson = (await readParentMainLessons(connection, [mainLessonId])).get(mainLessonId);
      if (!mainLesson) throw notFound('Lesson');
      const isLocked = await createLockedCheck(principal, [mainLesson], contents);
      if (!isLocked(mainLesson)) return { success: true, data: toUnlockedLesson(found) };
      if (refusesLocked) {
        contents.add(surrogateKeys.mainLessonAccess(mainLessonId));
        throw lessonLocked();
      }
      return { success: true, data: { ...toPublicLesson(found, true), sections: [] } };
    },
  };
}

function lessonLocked(): ApiError {
  return new ApiError(403, 'This lesson belongs to a paid main lesson', { code: specificErrorCodes.locked });
}

/** The data of a lesson for a caller for whom it is not locked. */
export function toUnlockedLesson(found: LessonWithType<LessonRow>): ResponseOf<typeof v1LessonsGet>['data'] {
  return {
    ...toPublicLesson(found, false),
    sections: found.lesson.sections.map(({ title, content, html, recordings }) => {
      const findRecording = recordingFinder(recordings);
      const items = toVocabularyItems(content).map((item) => ({
        ...item,
        recordings: { en: findRecording('en', item.english), km: findRecording('km', item.khmer) },
      }));
      return { title, content, html, items };
    }),
  };
}

/** The data of a main lesson. @param lessonCount the number of its published lessons */
export function toPublicMainLesson(
  row: MainLessonRow,
  lessonCount: number,
  hasAccess: boolean,
): MainLessonList['data'][number] {
  const { _id, title, description, imageCover, free, price, position, createdAt, updatedAt } = row;
  return {
    id: _id,
    title,
    description,
    imageCoverUrl: uploadUrl(imageCover),
    free,
    price,
    isFree: free,
    hasAccess,
    thumbnailUrl: imageCover,
    lessonCount,
    order: position,
    comingSoon: lessonCount === 0,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toPublicLesson({ lesson, lessonType }: LessonWithType, locked: boolean): LessonList['data'][number] {
  const fields = { ...withEventFields(lesson), lessonType: toLessonTypeRef(lessonType), locked };
  return pickFields(fields, v1LessonSummarySchema.shape);
}
