import { type ContentStatus, contentStatuses } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** The local replica of a main lesson of the content service. */
export interface MainLessonReplica {
  _id: number;
  title: string;
  description: string;
  imageCover: string;
  free: boolean;
  /** Cents, USD. */
  price: number | null;
  status: ContentStatus;
  /** Counter that a transaction increments to lock the row; see `lockMainLesson`. */
  holds: number;
}

/** The local replica of a user. A deleted user stays as a row with `gone: true`, because ids are never reused. */
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

/** The Mongoose model of the main lesson replicas of a connection. */
export function mainLessonReplicasOf(connection: Connection): Model<MainLessonReplica> {
  return (
    connection.models.MainLessonCopy ??
    connection.model<MainLessonReplica>('MainLessonCopy', mainLessonSchema)
  );
}

/** The Mongoose model of the user replicas of a connection. */
export function userReplicasOf(connection: Connection): Model<UserReplica> {
  return connection.models.UserCopy ?? connection.model<UserReplica>('UserCopy', userSchema);
}
