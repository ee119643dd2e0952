import { notFound } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonTypesOf, type StoredLessonType } from '../lesson-types/lesson-type.model.ts';
import { lessonQuery } from '../lessons/lesson.filters.ts';
import { fullProjection, lessonsOf } from '../lessons/lesson.model.ts';
import type { FullLesson } from '../lessons/lesson.queries.ts';
import {
  mainLessonIndexes,
  mainLessonsOf,
  type StoredMainLesson,
} from '../main-lessons/main-lesson.model.ts';

/** Lessons fetched at a time: each may be large. */
const lessonsAtOnce = 50;

/** A lesson with the main lesson it stands in. */
export interface ExportedLesson {
  readonly lesson: FullLesson;
  readonly mainLesson: StoredMainLesson;
}

/** What an export is about, read as it is sent. `mainLessonId` narrows it to one main lesson. */
export interface ExportedContent {
  mainLessons(): AsyncIterable<StoredMainLesson>;
  lessonTypes(): AsyncIterable<StoredLessonType>;
  /** By main lesson, as learners see them. */
  lessons(): AsyncIterable<ExportedLesson>;
}

/** @throws ApiError 404 when there is no such main lesson */
export async function exportedContent(
  connection: Connection,
  mainLessonId: number | undefined,
): Promise<ExportedContent> {
  const mainLessonFilter = mainLessonId === undefined ? {} : { _id: mainLessonId };
  if (mainLessonId !== undefined && !(await mainLessonsOf(connection).exists(mainLessonFilter)))
    throw notFound('Main lesson');

  function mainLessons(): AsyncIterable<StoredMainLesson> {
    const { all, one } = {
      all: { hint: mainLessonIndexes.catalogue.all, sort: mainLessonIndexes.catalogue.all },
      one: { hint: { _id: 1 }, sort: { _id: 1 } },
    } as const;
    const { hint, sort } = mainLessonId === undefined ? all : one;
    return mainLessonsOf(connection)
      .find(mainLessonFilter, fullProjection)
      .sort(sort)
      .hint(hint)
      .lean<StoredMainLesson>()
      .cursor();
  }

  return {
    mainLessons,

    async *lessonTypes() {
      const used =
        mainLessonId === undefined
          ? {}
          : { _id: { $in: await lessonsOf(connection).distinct('lessonTypeId', { mainLessonId }) } };
      yield* lessonTypesOf(connection)
        .find(used, fullProjection)
        .sort({ _id: 1 })
        .lean<StoredLessonType>()
        .cursor();
    },

    async *lessons() {
      for await (const mainLesson of mainLessons()) {
        const { where, hint, sort } = lessonQuery({ mainLessonId: mainLesson._id }, 'place');
        const lessons = lessonsOf(connection)
          .find(where, fullProjection)
          .sort(sort)
          .hint(hint)
          .batchSize(lessonsAtOnce)
          .lean<FullLesson>()
          .cursor();
        for await (const lesson of lessons) yield { lesson, mainLesson };
      }
    },
  };
}
