import type { Actor } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** A duplicated main lesson whose lessons are still being copied. */
export interface LessonDuplication {
  /** The main lesson that gets the copies. */
  _id: number;
  /** The original main lesson. */
  from: number;
  /** Lessons up to this id have been copied. */
  after: number;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<LessonDuplication>(
  { _id: Number, from: Number, after: Number, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'lesson_copying' },
);

/** The model of the collection `lesson_copying` on a connection; registers it on first use. */
export function lessonDuplicationsOf(connection: Connection): Model<LessonDuplication> {
  return connection.models.LessonCopying ?? connection.model<LessonDuplication>('LessonCopying', schema);
}
