import {
  type ContentStatus,
  contentStatuses,
  type EventOf,
  type mainLessonEvent,
  type userEvent,
} from '@khmer-learning/contracts';
import { lockRow, modelOf, syncReplicas } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';

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
}

/** The local replica of a user. A deleted user stays as a row with `gone: true`, because ids are never reused. */
export interface UserReplica {
  _id: number;
  /** Absent until the user's event arrives, and when the user is deleted. */
  email?: string;
  gone: boolean;
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
  },
  { versionKey: false, collection: 'main_lessons' },
);

const userSchema = new Schema<UserReplica>(
  { _id: Number, email: String, gone: Boolean },
  { versionKey: false, collection: 'users' },
);

export const mainLessonReplicasOf = modelOf('MainLessonCopy', mainLessonSchema);

export const userReplicasOf = modelOf('UserCopy', userSchema);

/** The replica of a main lesson; null when it is not replicated yet or deleted. */
export async function readMainLesson(connection: Connection, id: number): Promise<MainLessonReplica | null> {
  return mainLessonReplicasOf(connection).findById(id).lean<MainLessonReplica>();
}

/** Reads and locks a main lesson: no other transaction can change or delete it until this one ends. */
export function lockMainLesson(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<MainLessonReplica | null> {
  return lockRow(mainLessonReplicasOf(connection), id, session);
}

/** Locks a user and reads the email address; undefined when not replicated yet, null when deleted. */
export async function lockUser(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<string | undefined | null> {
  const user = await lockRow(userReplicasOf(connection), id, session, { insert: () => ({ gone: false }) });
  return user?.gone ? null : user?.email;
}

/** The email address of a user; null when the user is not replicated yet or deleted. */
export async function readUserEmail(connection: Connection, id: number): Promise<string | null> {
  return (await userReplicasOf(connection).findById(id).lean<UserReplica>())?.email ?? null;
}

/** Updates the replicas of main lessons from events, and removes deleted ones. */
export function replicateMainLessons(
  connection: Connection,
  events: readonly EventOf<typeof mainLessonEvent>[],
  session: ClientSession,
): Promise<void> {
  return syncReplicas(
    mainLessonReplicasOf(connection),
    events,
    session,
    ({ title, description, imageCover, free, price, status }) => ({
      title,
      description,
      imageCover,
      free,
      price,
      status,
    }),
  );
}

/** Updates the replicas of users from events. A deleted user is only marked as gone. */
export async function replicateUsers(
  connection: Connection,
  events: readonly EventOf<typeof userEvent>[],
  session: ClientSession,
): Promise<void> {
  if (events.length === 0) return;
  await userReplicasOf(connection).bulkWrite(
    events.map(({ entityId, state }) => ({
      updateOne: {
        filter: { _id: Number(entityId) },
        update: state
          ? { $set: { email: state.email, gone: false } }
          : { $set: { gone: true }, $unset: { email: 1 } },
        upsert: true,
      },
    })),
    { session },
  );
}
