import {
  type ContentStatus,
  type Lesson,
  type LessonLevel,
  type LessonSummary,
  lessonLevels,
  type lessonTypeRefSchema,
  type Section,
} from '@khmer-learning/contracts';
import {
  excludeSearchFields,
  searchVersionIndex,
  type TitledSearchFields,
  titledSearchSchemaFields,
} from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

import type { z } from 'zod';
import { type ParentLessonType, resolveIconUrl } from '../lesson-types/lesson-type.parents.ts';

/**
 * Who can see a lesson: only the console, as it is a draft (`draft`); only the console, as its main lesson is a draft
 * (`hidden`); or everybody (`public`). One field, so that one index covers the console's `status` and public lists.
 */
export const visibilities = ['draft', 'hidden', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** A lesson as stored. */
export interface StoredLesson extends TitledSearchFields {
  _id: number;
  mainLessonId: number;
  lessonTypeId: number;
  title: string;
  description: string;
  level: LessonLevel;
  image: string;
  sections: Section[];
  visibility: Visibility;
  /** The sort position in its main lesson: lower first, ties by id. */
  position: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A lesson as read for a list, without sections and search fields. */
export type LessonSummaryRow = Omit<StoredLesson, 'sections' | keyof TitledSearchFields>;

/** The projection for responses: everything but the search fields. */
export const lessonRowProjection = excludeSearchFields;
/** The projection for lists: no sections. */
export const lessonSummaryProjection = { ...lessonRowProjection, sections: 0 } as const;

/** The indexes that cover filter and sort, by name: newest first, but `position` by position in a main lesson. */
export const lessonIndexes = {
  newest: { _id: 1 },
  visibility: { visibility: 1, level: 1, _id: -1 },
  lessonType: { lessonTypeId: 1, visibility: 1, level: 1, _id: -1 },
  mainLesson: { mainLessonId: 1, visibility: 1, level: 1, _id: -1, lessonTypeId: 1 },
  position: { mainLessonId: 1, visibility: 1, level: 1, position: 1, _id: 1, lessonTypeId: 1 },
  words: { searchKeys: 1, _id: -1 },
} as const;

const schema = new Schema<StoredLesson>(
  {
    _id: Number,
    mainLessonId: Number,
    lessonTypeId: Number,
    title: String,
    description: String,
    level: { type: String, enum: lessonLevels },
    image: String,
    sections: [Schema.Types.Mixed],
    visibility: { type: String, enum: visibilities },
    position: Number,
    version: Number,
    createdAt: Date,
    updatedAt: Date,
    ...titledSearchSchemaFields,
  },
  { versionKey: false, collection: 'lessons' },
);
schema.index(lessonIndexes.visibility);
schema.index(lessonIndexes.lessonType);
schema.index(lessonIndexes.mainLesson);
schema.index(lessonIndexes.position);
schema.index(lessonIndexes.words);
schema.index(searchVersionIndex);

/** The model of the collection `lessons` on a connection; registers it on first use. */
export function lessonsOf(connection: Connection): Model<StoredLesson> {
  return connection.models.Lesson ?? connection.model<StoredLesson>('Lesson', schema);
}

/** The `status` of a lesson that the console shows. */
export function statusFromVisibility(visibility: Visibility): ContentStatus {
  return visibility === 'draft' ? 'draft' : 'published';
}

/** The visibility of a lesson, from its own status and that of its main lesson. */
export function resolveVisibility(status: ContentStatus, mainLessonStatus: ContentStatus): Visibility {
  if (status === 'draft') return 'draft';
  return mainLessonStatus === 'published' ? 'public' : 'hidden';
}

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
  return { ...toCommonFields(lesson), version: lesson.version, lessonType: toLessonTypeRef(lessonType) };
}

/** The response for a lesson with its sections. */
export function toLesson(
  lesson: LessonSummaryRow & Pick<StoredLesson, 'sections'>,
  lessonType: ParentLessonType,
): Lesson {
  return { ...toLessonSummary(lesson, lessonType), sections: lesson.sections };
}
