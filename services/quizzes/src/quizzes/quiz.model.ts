import { type Quiz, type QuizStatus, quizStatuses } from '@khmer-learning/contracts';
import {
  excludeSearchFields,
  searchVersionIndex,
  type TitledSearchFields,
  titledSearchSchemaFields,
} from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/** A quiz as stored. */
export interface StoredQuiz extends TitledSearchFields {
  _id: number;
  /** null when it has no lesson. */
  lessonId: number | null;
  mainLessonId: number | null;
  /** Whether its lesson and that lesson's main lesson are published; true without a lesson. */
  lessonIsPublic: boolean;
  title: string;
  description: string;
  status: QuizStatus;
  questions: Quiz['questions'];
  questionCount: number;
  /** The highest id that any of its questions has had: ids are never reused. */
  lastQuestionId: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The projection for responses: everything but the search fields. */
export const quizRowProjection = excludeSearchFields;
/** The projection for public lists: no questions. */
export const quizSummaryProjection = { ...quizRowProjection, questions: 0 } as const;

/** The indexes that cover filter and sort, by name: newest first, except `mainLesson`. */
export const quizIndexes = {
  newest: { _id: 1 },
  status: { status: 1, lessonIsPublic: 1, _id: -1 },
  lesson: { lessonId: 1, _id: -1 },
  words: { searchKeys: 1, _id: -1 },
  mainLesson: { mainLessonId: 1, lessonId: 1 },
} as const;

const schema = new Schema<StoredQuiz>(
  {
    _id: Number,
    lessonId: Number,
    mainLessonId: Number,
    lessonIsPublic: Boolean,
    title: String,
    description: String,
    status: { type: String, enum: quizStatuses },
    questions: [Schema.Types.Mixed],
    questionCount: Number,
    lastQuestionId: Number,
    version: Number,
    createdAt: Date,
    updatedAt: Date,
    ...titledSearchSchemaFields,
  },
  { versionKey: false, collection: 'quizzes' },
);
schema.index(quizIndexes.status);
schema.index(quizIndexes.lesson);
schema.index(quizIndexes.words);
schema.index(searchVersionIndex);
// For updates that follow a main lesson's events, and for its export.
schema.index(quizIndexes.mainLesson);

/** The model of the collection `quizzes` on a connection; registers it on first use. */
export function quizzesOf(connection: Connection): Model<StoredQuiz> {
  return connection.models.Quiz ?? connection.model<StoredQuiz>('Quiz', schema);
}
