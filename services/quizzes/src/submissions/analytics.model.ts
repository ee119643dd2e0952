import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** The figures of one quiz. They are sums, so that submissions only increment them. */
export interface StoredAnalytics {
  _id: number;
  lessonId: number | null;
  completions: number;
  /** The sum of all scores, each an integer from 0 to 100. */
  scoreSum: number;
  /** Submissions that answered every question. */
  withoutGaps: number;
  /** By question id. */
  questions: Record<string, { answers: number; right?: number }>;
  createdAt: Date;
}

const schema = new Schema<StoredAnalytics>(
  {
    _id: Number,
    lessonId: Number,
    completions: Number,
    scoreSum: Number,
    withoutGaps: Number,
    questions: Schema.Types.Mixed,
    createdAt: Date,
  },
  { versionKey: false, minimize: false, collection: 'analytics' },
);

export const analyticsOf = modelOf('Analytics', schema);
