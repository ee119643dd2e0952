import type { Lesson, LessonSummary, lessonTypeRefSchema } from '@khmer-learning/contracts';
import type { z } from 'zod';
import { type ParentLessonType, resolveIconUrl } from '../../parents/lesson-type.parents.ts';
import { type LessonSummaryRow, type StoredLesson, statusFromVisibility } from './lesson.model.ts';

/** The lesson type as it is embedded in a lesson's response. */
export function toLessonTypeRef(lessonType: ParentLessonType): z.output<typeof lessonTypeRefSchema> {
  const { _id, title, icon, iconMode } = lessonType;
  return { id: _id, title, icon, iconMode, iconUrl: resolveIconUrl(lessonType) };
}

/** The fields of a lesson that events and responses have in common. */
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

/** The state of a lesson in its event. */
export function toLessonState(lesson: LessonSummaryRow & Pick<StoredLesson, 'sections'>) {
  return { ...toCommonFields(lesson), sections: lesson.sections };
}

/** The response for a lesson in a list, without sections. */
export function toLessonSummary(lesson: LessonSummaryRow, lessonType: ParentLessonType): LessonSummary {
  const { visibility, mainLessonId } = lesson;
  return {
    ...toCommonFields(lesson),
    ...(visibility === 'hidden' ? { hiddenBy: { entity: 'main-lesson', id: mainLessonId } } : {}),
    version: lesson.version,
    lessonType: toLessonTypeRef(lessonType),
  };
}

/** The response for a lesson with its sections. */
export function toLesson(
  lesson: LessonSummaryRow & Pick<StoredLesson, 'sections'>,
  lessonType: ParentLessonType,
): Lesson {
  return { ...toLessonSummary(lesson, lessonType), sections: lesson.sections };
}
