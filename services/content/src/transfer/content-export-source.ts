import {
  type LessonContents,
  lessons as lessonsContract,
  type MainLessonContents,
  mainLessons as mainLessonsContract,
  type QueryOf,
  type transfers,
} from '@khmer-learning/contracts';
import { omitUndefined, readWorkingCopy } from '@khmer-learning/item-kit';
import { notFound } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { readTransferLessonTypes } from '../lesson-types/lesson-type.bulk-queries.ts';
import {
  readReworkedLessonTypeIds,
  readUsedLessonTypeIds,
  streamLessonsInMainLesson,
} from '../lessons/reads/lesson.bulk-queries.ts';
import { withWorkingCopy } from '../lessons/writes/lesson.kind.ts';
import { mainLessonExists, streamMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';

export type ContentExportSource = Awaited<ReturnType<typeof createContentExportSource>>;

/**
 * Creates the source of an export. @throws ApiError 404 when the main lesson to which it is limited does not exist
 * @param query.workingCopies whether items with a working copy have its contents; a lesson stays in its main lesson
 */
export async function createContentExportSource(
  connection: Connection,
  { mainLessonId, workingCopies }: QueryOf<typeof transfers.lessons.export>,
) {
  if (mainLessonId !== undefined && !(await mainLessonExists(connection, mainLessonId)))
    throw notFound('Main lesson');
  const isReworked = workingCopies === 'true';

  const copyOf = async <C>(kind: Parameters<typeof readWorkingCopy<C>>[1], id: number) =>
    isReworked ? readWorkingCopy<C>(connection, kind, id) : null;

  async function* mainLessons() {
    for await (const row of streamMainLessons(connection, mainLessonId)) {
      const copy = await copyOf<MainLessonContents>(mainLessonsContract, row._id);
      yield { ...row, ...omitUndefined(copy?.contents ?? {}) };
    }
  }

  async function lessonTypes() {
    if (mainLessonId === undefined) return readTransferLessonTypes(connection, undefined);
    const used = await readUsedLessonTypeIds(connection, mainLessonId);
    const reworked = isReworked ? await readReworkedLessonTypeIds(connection, mainLessonId) : [];
    return readTransferLessonTypes(connection, [...new Set([...used, ...reworked])]);
  }

  return {
    mainLessons,
    lessonTypes,

    /** Lessons in the order of the catalogue and, within a main lesson, by position. */
    async *lessons() {
      const types = new Set(isReworked ? (await lessonTypes()).map(({ _id }) => _id) : []);
      for await (const mainLesson of mainLessons())
        for await (const lesson of streamLessonsInMainLesson(connection, mainLesson._id)) {
          const copy = await copyOf<LessonContents>(lessonsContract, lesson._id);
          yield {
            lesson: withWorkingCopy(lesson, copy?.contents ?? null, (id) => types.has(id)),
            mainLesson,
          };
        }
    },
  };
}
