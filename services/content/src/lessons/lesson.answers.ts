import type { Lesson, LessonSummary, lessonTypeRefSchema } from '@khmer-learning/contracts';
import type { z } from 'zod';
import { iconUrl, type ParentLessonType } from '../lesson-types/lesson-type.parents.ts';
import { type LightLesson, type StoredLesson, statusOf } from './lesson.model.ts';

/** The lesson type as a lesson carries it. */
export function lessonTypeRef(lessonType: ParentLessonType): z.output<typeof lessonTypeRefSchema> {
  const { _id, title, icon, iconMode } = lessonType;
  return { id: _id, title, icon, iconMode, iconUrl: iconUrl(lessonType) };
}

/** A lesson's own fields, as events and answers have them in common. */
function fieldsOf(lesson: LightLesson) {
  const { _id, mainLessonId, lessonTypeId, title, description, level, image } = lesson;
  return {
    id: _id,
    mainLessonId,
    lessonTypeId,
    title,
    description,
    level,
    image,
    status: statusOf(lesson.visibility),
    position: lesson.position,
    createdAt: lesson.createdAt.toISOString(),
    updatedAt: lesson.updatedAt.toISOString(),
  };
}

/** A lesson as its event tells of it. */
export function lessonState(lesson: LightLesson & Pick<StoredLesson, 'sections'>) {
  return { ...fieldsOf(lesson), sections: lesson.sections };
}

export function toLessonSummary(lesson: LightLesson, lessonType: ParentLessonType): LessonSummary {
  return { ...fieldsOf(lesson), version: lesson.version, lessonType: lessonTypeRef(lessonType) };
}

export function toLesson(
  lesson: LightLesson & Pick<StoredLesson, 'sections'>,
  lessonType: ParentLessonType,
): Lesson {
  return { ...toLessonSummary(lesson, lessonType), sections: lesson.sections };
}
