import type { ProgressRecord, ReviewParameters, ReviewSchedule } from '@khmer-learning/contracts';
import type { JobRow } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

export interface ProgressClient {
  clientId: string;
  /** The received sequences as ranges, ascending, never adjacent: `[[1, 40], [45, 45]]`. */
  received: [number, number][];
  usedAt: Date;
}

/** What a learner did on one day, in `TIME_ZONE`. */
export interface ProgressDay {
  day: string;
  lessonsFinished: number;
  answers: number;
  lessonsOpened?: number;
}

/** A learner's progress without the entries. Every batch changes the row, so batches of a learner never interleave. */
export interface LearnerProgressRow {
  _id: number;
  version: number;
  entries: number;
  clients: ProgressClient[];
  /** The latest days with progress, ascending. */
  days: ProgressDay[];
  /** The day of the first progress; absent in rows of before analytics. */
  firstDay?: string | undefined;
}

type Stored<T> = T extends ProgressRecord ? Omit<T, 'at'> & { at: Date; clientId: string } : never;
/** A record as it is stored: never later than its arrival. */
export type StoredRecord = Stored<ProgressRecord>;

export interface StoredReview {
  at: Date;
  grade: number;
}

/** The latest records about one lesson, question or card of a learner, by type. */
export interface ProgressEntryRow {
  /** `<user id>:<entry key>` */
  _id: string;
  userId: number;
  latest: { [K in StoredRecord['type']]?: Extract<StoredRecord, { type: K }> };
  /** The learner's first answer to a question, and the learner's version that changed it. */
  first?: Extract<StoredRecord, { type: 'answer' }>;
  firstVersion?: number;
  /** The reviews of a card that count, and the schedule after them; absent in rows of before spaced repetition. */
  reviews?: StoredReview[] | undefined;
  schedule?: (Omit<ReviewSchedule, 'dueAt'> & { dueAt: Date }) | undefined;
  /** The `at` of the latest record. */
  at: Date;
  /** The learner's version that changed the entry, and the entry's place among those that it changed. */
  version: number;
  place: number;
}

export const reviewParametersId = 1;

/** The school's parameters of spaced repetition. */
export interface ReviewParametersRow extends ReviewParameters {
  _id: number;
}

/** A user whose progress is deleted, until none of the entries are left. */
export interface ProgressErasureRow extends JobRow {
  _id: number;
}

const learnerSchema = new Schema<LearnerProgressRow>(
  {
    _id: Number,
    version: Number,
    entries: Number,
    clients: Schema.Types.Mixed,
    days: Schema.Types.Mixed,
    firstDay: String,
  },
  { collection: 'learner_progress', versionKey: false, minimize: false },
);

const entrySchema = new Schema<ProgressEntryRow>(
  {
    _id: String,
    userId: Number,
    latest: Schema.Types.Mixed,
    first: Schema.Types.Mixed,
    firstVersion: Number,
    reviews: Schema.Types.Mixed,
    schedule: Schema.Types.Mixed,
    at: Date,
    version: Number,
    place: Number,
  },
  { collection: 'progress_entries', versionKey: false, minimize: false },
)
  .index({ userId: 1, version: 1, place: 1 })
  .index({ userId: 1, at: 1 })
  .index({ userId: 1, firstVersion: -1 })
  .index(
    { userId: 1, 'schedule.dueAt': 1, _id: 1 },
    { partialFilterExpression: { 'schedule.dueAt': { $exists: true } } },
  );

const parametersSchema = new Schema<ReviewParametersRow>(
  { _id: Number, desiredRetention: Number, maximumIntervalDays: Number, version: Number },
  { collection: 'review_parameters', versionKey: false },
);

const erasureSchema = new Schema<ProgressErasureRow>(
  { _id: Number },
  { collection: 'progress_erasures', versionKey: false },
).index({ heldUntil: 1 });

/** The Mongoose models of learners' progress, registered on the service's own connection. */
export function progressModels(connection: Connection) {
  return {
    learners: connection.model('LearnerProgress', learnerSchema),
    entries: connection.model('ProgressEntry', entrySchema),
    erasures: connection.model('ProgressErasure', erasureSchema),
    reviewParameters: connection.model('ReviewParameters', parametersSchema),
  };
}
