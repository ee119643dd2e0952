import {
  type ContentStatus,
  type LessonLevel,
  lessonLevels,
  type QuizStatus,
  type Section,
} from '@khmer-learning/contracts';
import { itemSchema, newestFirst, type StoredItem } from '@khmer-learning/item-kit';
import {
  excludeSearchFields,
  modelOf,
  searchVersionIndex,
  staleRecordingsKey,
  type TitledSearchFields,
  titledSearchSchemaFields,
} from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/**
 * Who can see a lesson: only the console, as it is a draft (`draft`); only the console, as its main lesson is a draft
 * (`hidden`); or everybody (`public`). One field, so that one index covers the console's `status` and public lists.
 */
export const visibilities = ['draft', 'hidden', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** The search keys by which lists are filtered by the recordings of the lesson's words, as by `staleRecordingsKey`. */
export const recordingsKeys = {
  complete: '#recordings-complete',
  missing: '#recordings-missing',
  stale: staleRecordingsKey,
} as const;
/** The search keys by which lists are filtered by the lesson's quizzes. Each lesson has one. */
export const quizKeys = { none: '#quiz-none', draft: '#quiz-draft', active: '#quiz-active' } as const;

export interface StoredLesson extends StoredItem, TitledSearchFields {
  mainLessonId: number;
  lessonTypeId: number;
  description: string;
  level: LessonLevel;
  image: string;
  sections: Section[];
  visibility: Visibility;
  /** The sort position in its main lesson: lower first, ties by id. */
  position: number;
  /** As `countWords` counts them whenever its texts are stored. Only lists read them. */
  words?: number;
  recordedWords?: number;
  /** `active` if one of its quizzes is, absent without quizzes: it follows their events, without a new version. */
  quizStatus?: QuizStatus;
}

/** A lesson as read for a list, without sections and search fields. */
export type LessonSummaryRow = Omit<StoredLesson, 'sections' | keyof TitledSearchFields>;

/** The projection for responses: everything but what is computed of the texts. */
export const lessonRowProjection = { ...excludeSearchFields, words: 0, recordedWords: 0 } as const;
/** The projection for lists: no sections, but the counts of their words. */
export const lessonSummaryProjection = { ...excludeSearchFields, sections: 0 } as const;

/** The indexes that cover filter and sort, by name: newest first, but `position` by position in a main lesson. */
export const lessonIndexes = {
  newest: newestFirst.all,
  visibility: { visibility: 1, level: 1, _id: -1 },
  lessonType: { lessonTypeId: 1, visibility: 1, level: 1, _id: -1 },
  mainLesson: { mainLessonId: 1, visibility: 1, level: 1, _id: -1, lessonTypeId: 1 },
  position: { mainLessonId: 1, visibility: 1, level: 1, position: 1, _id: 1, lessonTypeId: 1 },
  words: newestFirst.words,
} as const;

export const lessonSortIndexes = {
  title: { titleSort: 1, _id: 1 },
  status: lessonIndexes.visibility,
  updatedAt: { updatedAt: 1, _id: 1 },
} as const;

const schema = itemSchema<StoredLesson>('lessons', {
  mainLessonId: Number,
  lessonTypeId: Number,
  description: String,
  level: { type: String, enum: lessonLevels },
  image: String,
  sections: [Schema.Types.Mixed],
  visibility: { type: String, enum: visibilities },
  position: Number,
  words: Number,
  recordedWords: Number,
  quizStatus: String,
  ...titledSearchSchemaFields,
});
schema.index(lessonIndexes.visibility);
schema.index(lessonIndexes.lessonType);
schema.index(lessonIndexes.mainLesson);
schema.index(lessonIndexes.position);
schema.index(searchVersionIndex);
schema.index(lessonSortIndexes.title);
schema.index(lessonSortIndexes.updatedAt);

export const lessonsOf = modelOf('Lesson', schema);

export function statusFromVisibility(visibility: Visibility): ContentStatus {
  return visibility === 'draft' ? 'draft' : 'published';
}

export function resolveVisibility(status: ContentStatus, mainLessonStatus: ContentStatus): Visibility {
  if (status === 'draft') return 'draft';
  return mainLessonStatus === 'published' ? 'public' : 'hidden';
}
