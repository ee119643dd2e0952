import { type Connection, type Model, Schema } from 'mongoose';

/** What learners have made of one quiz: sums, so that submissions only ever add to them. */
export interface StoredAnalytics {
  /** The quiz's id. */
  _id: number;
  lessonId: number | null;
  completions: number;
  /** Of all scores, each a whole number from 0 to 100. */
  scoreSum: number;
  /** Submissions that left no question open. */
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

export function analyticsOf(connection: Connection): Model<StoredAnalytics> {
  return connection.models.Analytics ?? connection.model<StoredAnalytics>('Analytics', schema);
}
