import { jsonChunks } from '@khmer-learning/transfer';
import { toLessonState } from '../lessons/model/lesson.mappers.ts';
import type { ContentExportSource } from './content-export-source.ts';

/** The first fields of a lessons file, which identify the format. */
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
    const { _id: id, createdAt, title, description, imageCover, free, price, status } = mainLesson;
    yield { id, createdAt: createdAt.toISOString(), title, description, imageCover, free, price, status };
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
    const { id, createdAt, title, description, level, image, status, sections } = toLessonState(lesson);
    yield {
      ...{ id, createdAt, mainLesson: mainLesson.title, mainLessonId: mainLesson._id, lessonType },
      ...{ title, description, level, image, status, sections },
    };
  }
}
