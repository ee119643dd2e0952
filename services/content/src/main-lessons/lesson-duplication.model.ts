import type { Actor } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** A main lesson whose lessons are still being copied into it. */
export interface LessonDuplication {
  /** The main lesson that gets them. */
  _id: number;
  from: number;
  /** Lessons up to this id are there already. */
  after: number;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<LessonDuplication>(
  { _id: Number, from: Number, after: Number, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'lesson_copying' },
);

export function lessonDuplicationsOf(connection: Connection): Model<LessonDuplication> {
  return connection.models.LessonCopying ?? connection.model<LessonDuplication>('LessonCopying', schema);
}
