import { type QuestionKind, type Quiz, type QuizStatus, quizStatuses } from '@khmer-learning/contracts';
import { itemSchema, newestFirst, type StoredItem } from '@khmer-learning/item-kit';
import {
  excludeSearchFields,
  modelOf,
  searchVersionIndex,
  type TitledSearchFields,
  titledSearchSchemaFields,
} from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';
import type { QuizLesson } from '../lessons/lesson-replicas.ts';

/** The questions of a quiz, with what is known of them. What is optional is absent on quizzes of before there were kinds. */
export interface StoredQuestions {
  questions: Quiz['questions'];
  questionCount: number;
  kindCounts?: Partial<Record<QuestionKind, number>>;
  /** The number of questions of other kinds that can be asked as a choice. */
  choosableCount?: number;
  /** Random: the order in which learners get pairs and parts depends on it, and says nothing about the right one. */
  shuffleSeed?: string;
  /** What tells which quizzes have the same question (`questionKey`). */
  questionKeys?: string[];
}

export interface StoredQuiz extends StoredItem, TitledSearchFields, StoredQuestions {
  /** null when it has no lesson. */
  lessonId: number | null;
  mainLessonId: number | null;
  /** Whether its lesson and that lesson's main lesson are published; true without a lesson. */
  lessonIsPublic: boolean;
  /** The places of its main lesson and of its lesson, copied for the order of public lists; absent without a lesson. */
  mainLessonPosition?: number;
  lessonPosition?: number;
  description: string;
  status: QuizStatus;
  /** Absent on quizzes stored before quizzes could be for practice: they are not. */
  isPractice?: boolean;
  /** The highest id that any of its questions has had: ids are never reused. */
  lastQuestionId: number;
}

/** The projection for responses: everything but the search fields. */
export const quizRowProjection = excludeSearchFields;
/** The projection for public lists: no questions. */
export const quizSummaryProjection = { ...quizRowProjection, questions: 0, questionKeys: 0 } as const;

/** The order of the curriculum: by main lesson, lesson and id. Quizzes without a lesson come first. */
export const curriculumOrder = {
  mainLessonPosition: 1,
  mainLessonId: 1,
  lessonPosition: 1,
  lessonId: 1,
  _id: 1,
} as const;

/** The indexes that cover filter and sort, by name: newest first, except `mainLesson` and `curriculum`. */
export const quizIndexes = {
  newest: newestFirst.all,
  status: { status: 1, lessonIsPublic: 1, _id: -1 },
  lesson: { lessonId: 1, _id: -1 },
  words: newestFirst.words,
  mainLesson: { mainLessonId: 1, lessonId: 1 },
  ofMainLesson: { mainLessonId: 1, status: 1, _id: -1 },
  curriculum: { status: 1, lessonIsPublic: 1, ...curriculumOrder },
  questions: { questionKeys: 1 },
} as const;

export const quizSortIndexes = {
  title: { titleSort: 1, _id: 1 },
  status: quizIndexes.status,
  updatedAt: { updatedAt: 1, _id: 1 },
} as const;

const schema = itemSchema<StoredQuiz>('quizzes', {
  lessonId: Number,
  mainLessonId: Number,
  lessonIsPublic: Boolean,
  mainLessonPosition: Number,
  lessonPosition: Number,
  description: String,
  status: { type: String, enum: quizStatuses },
  isPractice: Boolean,
  questions: [Schema.Types.Mixed],
  questionCount: Number,
  kindCounts: Schema.Types.Mixed,
  choosableCount: Number,
  shuffleSeed: String,
  questionKeys: [String],
  lastQuestionId: Number,
  ...titledSearchSchemaFields,
});
schema.index(quizIndexes.status);
schema.index(quizIndexes.lesson);
schema.index(searchVersionIndex);
schema.index(quizSortIndexes.title);
schema.index(quizSortIndexes.updatedAt);
// For updates that follow a main lesson's events, and for its export.
schema.index(quizIndexes.mainLesson);
schema.index(quizIndexes.ofMainLesson);
schema.index(quizIndexes.questions);
// A name of its own: MongoDB 4.0 limits the length, and the generated one is longer.
schema.index(quizIndexes.curriculum, { name: 'curriculum' });

export const quizzesOf = modelOf('Quiz', schema);

/** The fields of a quiz that follow its lesson. */
export function toLessonFields(lesson: QuizLesson) {
  const { mainLessonId, isPublic, mainLessonPosition, lessonPosition } = lesson;
  return { mainLessonId, lessonIsPublic: isPublic, mainLessonPosition, lessonPosition };
}
