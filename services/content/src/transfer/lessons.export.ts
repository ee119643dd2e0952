import { jsonPieces } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { lessonTypesOf } from '../lesson-types/lesson-type.model.ts';
import { statusOf } from '../lessons/lesson.model.ts';
import type { ExportedContent } from './exported-content.ts';

/** What the first fields of a file of lessons say. */
export const lessonsFormat = { format: 'khmer-learning/lessons', version: 1 } as const;

/** A file of lessons, with the main lessons and lesson types they belong to. */
export async function* lessonsFile(connection: Connection, content: ExportedContent): AsyncGenerator<string> {
  const types = await lessonTypesOf(connection).find({}, { title: 1 }).lean();
  const typeTitles = new Map(types.map((type) => [type._id, type.title]));
  yield* jsonPieces(
    { ...lessonsFormat, exportedAt: new Date().toISOString() },
    {
      mainLessons: exportedMainLessons(content),
      lessonTypes: exportedLessonTypes(content),
      lessons: exportedLessons(content, typeTitles),
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
  for await (const { _id: id, createdAt, title, icon, iconMode } of content.lessonTypes())
    yield { id, createdAt: createdAt.toISOString(), title, icon, iconMode };
}

async function* exportedLessons(content: ExportedContent, typeTitles: ReadonlyMap<number, string>) {
  for await (const { lesson, mainLesson } of content.lessons()) {
    const {
      _id: id,
      createdAt,
      lessonTypeId,
      title,
      description,
      level,
      image,
      visibility,
      sections,
    } = lesson;
    const lessonType = typeTitles.get(lessonTypeId);
    // Its type went while it was being read, and took it along.
    if (lessonType === undefined) continue;
    yield {
      id,
      createdAt: createdAt.toISOString(),
      mainLesson: mainLesson.title,
      mainLessonId: mainLesson._id,
      lessonType,
      title,
      description,
      level,
      image,
      status: statusOf(visibility),
      sections,
    };
  }
}
