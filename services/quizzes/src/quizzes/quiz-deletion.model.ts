import type { Actor } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A deleted lesson with more quizzes than one transaction can delete. */
export interface QuizDeletion {
  _id: number;
  /** Its title; absent if an earlier release recorded the deletion. */
  title?: string;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<QuizDeletion>(
  { _id: Number, title: String, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'quiz_deletions' },
).index({ heldUntil: 1 });

export const quizDeletionsOf = modelOf('QuizDeletion', schema);
