import { notFound } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { type ReadLessonType, readWholeLessonTypes } from '../lesson-types/lesson-type.reading.ts';
import type { FullLesson } from '../lessons/lesson.queries.ts';
import { lessonTypesIn, streamLessons } from '../lessons/lesson.reading.ts';
import type { MainLessonRow } from '../main-lessons/main-lesson.queries.ts';
import { mainLessonExists, streamMainLessons } from '../main-lessons/main-lesson.reading.ts';

/** A lesson with the main lesson it stands in. */
export interface ExportedLesson {
  readonly lesson: FullLesson;
  readonly mainLesson: MainLessonRow;
}

/** What an export is about, read as it is sent. */
export interface ExportedContent {
  mainLessons(): AsyncIterable<MainLessonRow>;
  lessonTypes(): Promise<readonly ReadLessonType[]>;
  /** By main lesson, as learners see them. */
  lessons(): AsyncIterable<ExportedLesson>;
}

/**
 * @param mainLessonId narrows it to one main lesson
 * @throws ApiError 404 when there is no such main lesson
 */
export async function exportedContent(
  connection: Connection,
  mainLessonId: number | undefined,
): Promise<ExportedContent> {
  if (mainLessonId !== undefined && !(await mainLessonExists(connection, mainLessonId)))
    throw notFound('Main lesson');
  return {
    mainLessons: () => streamMainLessons(connection, mainLessonId),

    async lessonTypes() {
      const used = mainLessonId === undefined ? undefined : await lessonTypesIn(connection, mainLessonId);
      return readWholeLessonTypes(connection, used);
    },

    async *lessons() {
      for await (const mainLesson of streamMainLessons(connection, mainLessonId))
        for await (const lesson of streamLessons(connection, mainLesson._id)) yield { lesson, mainLesson };
    },
  };
}
