import { lessonFields, mainLessonFields } from '@khmer-learning/contracts';
import { pickFields } from '@khmer-learning/item-kit';
import { jsonChunks } from '@khmer-learning/transfer';
import { toLessonState } from '../lessons/writes/lesson.kind.ts';
import type { ContentExportSource } from './content-export-source.ts';

export const lessonsFileFormat = { format: 'khmer-learning/lessons', version: 1 } as const;

/** Streams a lessons file (JSON), with the main lessons and lesson types of the lessons. */
export async function* streamLessonsFile(content: ContentExportSource): AsyncGenerator<string> {
  yield* jsonChunks(
    { ...lessonsFileFormat, exportedAt: new Date().toISOString() },
    {
      mainLessons: toExportedMainLessons(content),
      lessonTypes: toExportedLessonTypes(content),
      lessons: toExportedLessons(content),
    },
  );
}

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
  const typeTitles = new Map((await content.lessonTypes()).map((type) => [type._id, type.title]));
  for await (const { lesson, mainLesson } of content.lessons()) {
    const lessonType = typeTitles.get(lesson.lessonTypeId);
    // Its type has been deleted, so the lesson is being deleted too.
    if (lessonType === undefined) continue;
    const state = toLessonState(lesson);
    const { id, createdAt } = state;
    const {
      mainLessonId,
      lessonTypeId: _lessonTypeId,
      sections,
      ...fields
    } = pickFields(state, lessonFields);
    const parents = { mainLesson: mainLesson.title, mainLessonId, lessonType };
    yield { id, createdAt, ...parents, ...fields, sections };
  }
}
