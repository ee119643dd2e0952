import { type ContentStatus, type LessonLevel, lessonLevels, type Section } from '@khmer-learning/contracts';
import {
  excludeSearchFields,
  searchVersionIndex,
  type TitledSearchFields,
  titledSearchSchemaFields,
} from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * Who may see a lesson: the console alone because it is a draft, the console alone because its main lesson
 * is one, or everybody. One field, so that one index serves the console's `status` and the public lists.
 */
export const visibilities = ['draft', 'hidden', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

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
  /** Where it stands in its main lesson: lower first, equal ones by id. */
  position: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A lesson as lists carry it. */
export type LessonSummaryRow = Omit<StoredLesson, 'sections' | keyof TitledSearchFields>;

/** What is read for an answer: never the search fields. */
export const lessonRowProjection = excludeSearchFields;
/** What is read for a row without sections. */
export const lessonSummaryProjection = { ...lessonRowProjection, sections: 0 } as const;

/** The indexes that serve filter and order, by name: newest first, and `place` as they stand in a main lesson. */
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

export function lessonsOf(connection: Connection): Model<StoredLesson> {
  return connection.models.Lesson ?? connection.model<StoredLesson>('Lesson', schema);
}

export function statusFromVisibility(visibility: Visibility): ContentStatus {
  return visibility === 'draft' ? 'draft' : 'published';
}

/** @param mainLessonStatus whether the lesson's main lesson is published */
export function resolveVisibility(status: ContentStatus, mainLessonStatus: ContentStatus): Visibility {
  if (status === 'draft') return 'draft';
  return mainLessonStatus === 'published' ? 'public' : 'hidden';
}
