import type { EventOf, mainLessonEvent, userEvent } from '@khmer-learning/contracts';
import { syncReplicas } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type MainLessonReplica, mainLessonReplicasOf, userReplicasOf } from './replica.model.ts';

/** The replica of a main lesson without its lock counter. */
export type ReplicatedMainLesson = Omit<MainLessonReplica, 'holds'>;

/** The replica of a main lesson; null when it is not replicated yet or deleted. */
export async function readMainLesson(
  connection: Connection,
  id: number,
): Promise<ReplicatedMainLesson | null> {
  return mainLessonReplicasOf(connection).findById(id, { holds: 0 }).lean<ReplicatedMainLesson>();
}

/**
 * Reads and locks a main lesson within a transaction: until it ends, no other transaction can change or delete the main
 * lesson. MongoDB aborts the second of two transactions that write the same document.
 */
export async function lockMainLesson(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<ReplicatedMainLesson | null> {
  return mainLessonReplicasOf(connection)
    .findOneAndUpdate({ _id: id }, { $inc: { holds: 1 } }, { session, projection: { holds: 0 } })
    .lean<ReplicatedMainLesson>();
}

/**
 * Reads and locks a user, like `lockMainLesson`.
 *
 * @returns the e-mail address; undefined when the user is not replicated yet, null when the user is deleted
 */
export async function lockUser(
  connection: Connection,
  id: number,
  session: ClientSession,
): Promise<string | undefined | null> {
  const user = await userReplicasOf(connection)
    .findOneAndUpdate(
      { _id: id },
      { $inc: { holds: 1 }, $setOnInsert: { gone: false } },
      { session, upsert: true, returnDocument: 'after' },
    )
    .lean();
  if (user.gone) return null;
  return user.email;
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
