import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** What is counted of one day's submissions. */
interface StoredDay {
  tries: number;
  passed?: number;
  /** By group of scores: `0` for 0 to 9 points, …, `9` for 90 to 100. */
  scores?: Record<string, number>;
}

/** The submissions of one quiz by day, until they are published. They are sums, so that submissions only increment them. */
export interface StoredQuizResults {
  _id: number;
  /** By day in `TIME_ZONE`. */
  days?: Record<string, StoredDay>;
  /** The last published one. */
  version?: number;
  /** Something has changed since. */
  isChanged?: boolean;
  /** The quiz is deleted; a restored one has its results again. */
  expiresAt?: Date;
}

const schema = new Schema<StoredQuizResults>(
  { _id: Number, days: Schema.Types.Mixed, version: Number, isChanged: Boolean, expiresAt: Date },
  { versionKey: false, minimize: false, collection: 'quiz_results' },
)
  .index({ isChanged: 1 }, { partialFilterExpression: { isChanged: true } })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const quizResultsOf = modelOf('QuizResults', schema);
