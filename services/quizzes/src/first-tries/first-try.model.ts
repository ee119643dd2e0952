import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** First tries that have not changed for this long are deleted. */
const lifetimeSeconds = 366 * 24 * 60 * 60;

export interface StoredAnswer {
  answer: string;
  at: Date;
}

/** A learner's first answers to the questions of one quiz. */
export interface StoredFirstTries {
  /** `<quiz id>:<user id>` */
  _id: string;
  quizId: number;
  learnerId: number;
  /** By question id. */
  answers: Record<string, StoredAnswer>;
  updatedAt: Date;
}

const schema = new Schema<StoredFirstTries>(
  { _id: String, quizId: Number, learnerId: Number, answers: Schema.Types.Mixed, updatedAt: Date },
  { versionKey: false, minimize: false, collection: 'first_tries' },
)
  .index({ quizId: 1, updatedAt: -1 })
  .index({ learnerId: 1, updatedAt: -1 })
  .index({ updatedAt: 1 }, { expireAfterSeconds: lifetimeSeconds });

export const firstTriesOf = modelOf('FirstTries', schema);
