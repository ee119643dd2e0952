import { type Quiz, type QuizStatus, quizStatuses } from '@khmer-learning/contracts';
import {
  excludeSearchFields,
  searchVersionIndex,
  type TitledSearchFields,
  titledSearchSchemaFields,
} from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

export interface StoredQuiz extends TitledSearchFields {
  _id: number;
  /** null: it belongs to no lesson. */
  lessonId: number | null;
  mainLessonId: number | null;
  /** Whether its lesson and that lesson's main lesson are published; true without a lesson. */
  lessonIsPublic: boolean;
  title: string;
  description: string;
  status: QuizStatus;
  questions: Quiz['questions'];
  questionCount: number;
  /** The highest id any of its questions has had: none is given twice. */
  lastQuestionId: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const quizRowProjection = excludeSearchFields;
export const quizSummaryProjection = { ...quizRowProjection, questions: 0 } as const;

/** The indexes that serve filter and order, by name: all but `mainLesson` newest first. */
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
// Serves what follows a main lesson, and its export.
schema.index(quizIndexes.mainLesson);

export function quizzesOf(connection: Connection): Model<StoredQuiz> {
  return connection.models.Quiz ?? connection.model<StoredQuiz>('Quiz', schema);
}
