import type { Lesson, LessonSummary, lessonTypeRefSchema } from '@khmer-learning/contracts';
import type { z } from 'zod';
import { type ParentLessonType, resolveIconUrl } from '../lesson-types/lesson-type.parents.ts';
import { type LessonSummaryRow, type StoredLesson, statusFromVisibility } from './lesson.model.ts';

/** The lesson type as a lesson carries it. */
export function toLessonTypeRef(lessonType: ParentLessonType): z.output<typeof lessonTypeRefSchema> {
  const { _id, title, icon, iconMode } = lessonType;
  return { id: _id, title, icon, iconMode, iconUrl: resolveIconUrl(lessonType) };
}

/** A lesson's own fields, as events and answers have them in common. */
function toCommonFields(lesson: LessonSummaryRow) {
  const { _id, mainLessonId, lessonTypeId, title, description, level, image } = lesson;
  return {
    id: _id,
    mainLessonId,
    lessonTypeId,
    title,
    description,
    level,
    image,
    status: statusFromVisibility(lesson.visibility),
    position: lesson.position,
    createdAt: lesson.createdAt.toISOString(),
    updatedAt: lesson.updatedAt.toISOString(),
  };
}

/** A lesson as its event tells of it. */
export function toLessonState(lesson: LessonSummaryRow & Pick<StoredLesson, 'sections'>) {
  return { ...toCommonFields(lesson), sections: lesson.sections };
}

export function toLessonSummary(lesson: LessonSummaryRow, lessonType: ParentLessonType): LessonSummary {
  return { ...toCommonFields(lesson), version: lesson.version, lessonType: toLessonTypeRef(lessonType) };
}

export function toLesson(
  lesson: LessonSummaryRow & Pick<StoredLesson, 'sections'>,
  lessonType: ParentLessonType,
): Lesson {
  return { ...toLessonSummary(lesson, lessonType), sections: lesson.sections };
}
