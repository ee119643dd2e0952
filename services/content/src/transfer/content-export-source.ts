import { notFound } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  readTransferLessonTypes,
  type TransferLessonType,
} from '../lesson-types/lesson-type.bulk-queries.ts';
import { readUsedLessonTypeIds, streamLessonsInMainLesson } from '../lessons/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/lesson.queries.ts';
import { mainLessonExists, streamMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';
import type { MainLessonRow } from '../main-lessons/main-lesson.queries.ts';

/** A lesson with its main lesson. */
export interface ExportedLesson {
  readonly lesson: LessonRow;
  readonly mainLesson: MainLessonRow;
}

/** The data of an export, streamed from the database. */
export interface ContentExportSource {
  mainLessons(): AsyncIterable<MainLessonRow>;
  lessonTypes(): Promise<readonly TransferLessonType[]>;
  /** Lessons in the order of the catalogue and, within a main lesson, by position. */
  lessons(): AsyncIterable<ExportedLesson>;
}

/**
 * Creates the source of an export.
 *
 * @param mainLessonId limits it to one main lesson
 * @throws ApiError 404 when that main lesson does not exist
 */
export async function createContentExportSource(
  connection: Connection,
  mainLessonId: number | undefined,
): Promise<ContentExportSource> {
  if (mainLessonId !== undefined && !(await mainLessonExists(connection, mainLessonId)))
    throw notFound('Main lesson');
  return {
    mainLessons: () => streamMainLessons(connection, mainLessonId),

    async lessonTypes() {
      const usedTypeIds =
        mainLessonId === undefined ? undefined : await readUsedLessonTypeIds(connection, mainLessonId);
      return readTransferLessonTypes(connection, usedTypeIds);
    },

    async *lessons() {
      for await (const mainLesson of streamMainLessons(connection, mainLessonId))
        for await (const lesson of streamLessonsInMainLesson(connection, mainLesson._id))
          yield { lesson, mainLesson };
    },
  };
}
