import { jsonChunks } from '@khmer-learning/service-kit';
import { lessonState } from '../lessons/lesson.answers.ts';
import type { ExportedContent } from './exported-content.ts';

/** What the first fields of a file of lessons say. */
export const lessonsFormat = { format: 'khmer-learning/lessons', version: 1 } as const;

/** A file of lessons, with the main lessons and lesson types they belong to. */
export async function* lessonsFile(content: ExportedContent): AsyncGenerator<string> {
  yield* jsonChunks(
    { ...lessonsFormat, exportedAt: new Date().toISOString() },
    {
      mainLessons: exportedMainLessons(content),
      lessonTypes: exportedLessonTypes(content),
      lessons: exportedLessons(content),
    },
  );
}

async function* exportedMainLessons(content: ExportedContent) {
  for await (const mainLesson of content.mainLessons()) {
    const { _id: id, createdAt, title, description, imageCover, free, price, status } = mainLesson;
    yield { id, createdAt: createdAt.toISOString(), title, description, imageCover, free, price, status };
  }
}

async function* exportedLessonTypes(content: ExportedContent) {
  for (const { _id: id, createdAt, title, icon, iconMode } of await content.lessonTypes())
    yield { id, createdAt: createdAt.toISOString(), title, icon, iconMode };
}

async function* exportedLessons(content: ExportedContent) {
  const typeTitles = new Map((await content.lessonTypes()).map((type) => [type._id, type.title]));
  for await (const { lesson, mainLesson } of content.lessons()) {
    const lessonType = typeTitles.get(lesson.lessonTypeId);
    // Its type is gone, or going, and takes it along.
    if (lessonType === undefined) continue;
    const { id, createdAt, title, description, level, image, status, sections } = lessonState(lesson);
    yield {
      ...{ id, createdAt, mainLesson: mainLesson.title, mainLessonId: mainLesson._id, lessonType },
      ...{ title, description, level, image, status, sections },
    };
  }
}
