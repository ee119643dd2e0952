import { type ContentStatus, contentStatuses } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** What this service keeps of a main lesson of the content service. */
export interface MainLessonReplica {
  _id: number;
  title: string;
  description: string;
  imageCover: string;
  free: boolean;
  /** Cents, USD. */
  price: number | null;
  status: ContentStatus;
  /** How often a write has relied on it; see `lockMainLesson`. */
  holds: number;
}

/** What this service keeps of a person. One that is gone stays as such: nobody else ever gets the id. */
export interface UserReplica {
  _id: number;
  email: string;
  gone: boolean;
  holds: number;
}

const mainLessonSchema = new Schema<MainLessonReplica>(
  {
    _id: Number,
    title: String,
    description: String,
    imageCover: String,
    free: Boolean,
    price: Number,
    status: { type: String, enum: contentStatuses },
    holds: Number,
  },
  { versionKey: false, collection: 'main_lessons' },
);

const userSchema = new Schema<UserReplica>(
  { _id: Number, email: String, gone: Boolean, holds: Number },
  { versionKey: false, collection: 'users' },
);

export function mainLessonReplicasOf(connection: Connection): Model<MainLessonReplica> {
  return (
    connection.models.MainLessonCopy ??
    connection.model<MainLessonReplica>('MainLessonCopy', mainLessonSchema)
  );
}

export function userReplicasOf(connection: Connection): Model<UserReplica> {
  return connection.models.UserCopy ?? connection.model<UserReplica>('UserCopy', userSchema);
}
