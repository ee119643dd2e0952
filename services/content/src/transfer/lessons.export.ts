import {
  type LessonContents,
  lessonFields,
  lessons as lessonsContract,
  type MainLessonContents,
  mainLessonFields,
  mainLessons as mainLessonsContract,
  type QueryOf,
  type transfers,
} from '@khmer-learning/contracts';
import { omitUndefined, pickFields, readWorkingCopy } from '@khmer-learning/item-kit';
import { notFound } from '@khmer-learning/service-kit';
import { jsonChunks } from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { readTransferLessonTypes } from '../lesson-types/lesson-type.bulk-queries.ts';
import {
  readReworkedLessonTypeIds,
  readUsedLessonTypeIds,
  streamLessonsInMainLesson,
} from '../lessons/reads/lesson.bulk-queries.ts';
import { toLessonState, withWorkingCopy } from '../lessons/writes/lesson.kind.ts';
import { mainLessonExists, streamMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';

export const lessonsFileFormat = { format: 'khmer-learning/lessons', version: 1 } as const;

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
      const types = new Map((await lessonTypes()).map(({ _id, title }) => [_id, title]));
      for await (const mainLesson of mainLessons())
        for await (const row of streamLessonsInMainLesson(connection, mainLesson._id)) {
          const copy = await copyOf<LessonContents>(lessonsContract, row._id);
          const lesson = withWorkingCopy(row, copy?.contents ?? null, (id) => types.has(id));
          yield { lesson, mainLesson: mainLesson.title, lessonType: types.get(lesson.lessonTypeId) };
        }
    },
  };
}

/** A lessons file (JSON), with the main lessons and lesson types of the lessons. */
export const lessonsFile = (content: ContentExportSource): AsyncIterable<string> =>
  jsonChunks(
    { ...lessonsFileFormat, exportedAt: new Date().toISOString() },
    {
      mainLessons: toExportedMainLessons(content),
      lessonTypes: toExportedLessonTypes(content),
      lessons: toExportedLessons(content),
    },
  );

async function* toExportedMainLessons(content: ContentExportSource) {
  for await (const mainLesson of content.mainLessons()) {
    const { _id: id, createdAt } = mainLesson;
    yield { id, createdAt: createdAt.toISOString(), ...pickFields(mainLesson, mainLessonFields) };
  }
}

async function* toExportedLessonTypes(content: ContentExportSource) {
  for (const { _id: id, createdAt, title, icon, iconMode } of await content.lessonTypes())
    yield { id, createdAt: createdAt.toISOString(), title, icon, iconMode };
}

async function* toExportedLessons(content: ContentExportSource) {
  for await (const { lesson, mainLesson, lessonType } of content.lessons()) {
    // Its type has been deleted, so the lesson is being deleted too.
    if (lessonType === undefined) continue;
    const state = toLessonState(lesson);
    const { id, createdAt } = state;
    const { mainLessonId, lessonTypeId: _, sections, ...fields } = pickFields(state, lessonFields);
    yield { id, createdAt, mainLesson, mainLessonId, lessonType, ...fields, sections };
  }
}
