import type { LessonContents, lessonsExport, MainLessonContents, QueryOf } from '@khmer-learning/contracts';
import {
  createWorkingCopyReader,
  findWorkingCopyIds,
  notFound,
  workingCopiesOf,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  readTransferLessonTypes,
  type TransferLessonType,
} from '../lesson-types/lesson-type.bulk-queries.ts';
import {
  readLessonIdsIn,
  readUsedLessonTypeIds,
  streamLessonsInMainLesson,
} from '../lessons/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/lesson.queries.ts';
import { lessonWorkingCopies, withWorkingCopy } from '../lessons/lesson.working-copies.ts';
import { mainLessonExists, streamMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';
import type { MainLessonRow } from '../main-lessons/main-lesson.queries.ts';
import { mainLessonWorkingCopies } from '../main-lessons/main-lesson.working-copies.ts';
import { omitUndefined } from '../store/omit-undefined.ts';

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
 * @param query.mainLessonId limits it to one main lesson
 * @param query.workingCopies whether items with a working copy have its contents; a lesson stays in its main lesson
 * @throws ApiError 404 when that main lesson does not exist
 */
export async function createContentExportSource(
  connection: Connection,
  { mainLessonId, workingCopies }: QueryOf<typeof lessonsExport>,
): Promise<ContentExportSource> {
  if (mainLessonId !== undefined && !(await mainLessonExists(connection, mainLessonId)))
    throw notFound('Main lesson');
  const isReworked = workingCopies === 'true';

  async function* mainLessons() {
    const read = isReworked
      ? await createWorkingCopyReader<MainLessonContents>(connection, mainLessonWorkingCopies)
      : undefined;
    for await (const row of streamMainLessons(connection, mainLessonId))
      yield { ...row, ...omitUndefined((await read?.(row._id)) ?? {}) };
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

    async *lessons() {
      const read = isReworked
        ? await createWorkingCopyReader<LessonContents>(connection, lessonWorkingCopies)
        : undefined;
      const types = new Set(read ? (await lessonTypes()).map(({ _id }) => _id) : []);
      for await (const mainLesson of mainLessons())
        for await (const lesson of streamLessonsInMainLesson(connection, mainLesson._id)) {
          const contents = (await read?.(lesson._id)) ?? null;
          yield { lesson: withWorkingCopy(lesson, contents, (id) => types.has(id)), mainLesson };
        }
    },
  };
}

/** Reads the distinct lesson type ids in the working copies of a main lesson's lessons. */
async function readReworkedLessonTypeIds(connection: Connection, mainLessonId: number): Promise<number[]> {
  const open = await findWorkingCopyIds(connection, lessonWorkingCopies);
  const lessons = await readLessonIdsIn(connection, mainLessonId, [...open]);
  return workingCopiesOf<LessonContents>(connection, lessonWorkingCopies).distinct('contents.lessonTypeId', {
    _id: { $in: lessons },
  });
}
