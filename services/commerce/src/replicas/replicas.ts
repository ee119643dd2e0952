import type { EventOf, mainLessonEvent, userEvent } from '@khmer-learning/contracts';
import { syncReplicas } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type MainLessonReplica, mainLessonReplicasOf, userReplicasOf } from './replica.model.ts';

/** A main lesson as this service knows it. */
export type ReplicatedMainLesson = Omit<MainLessonReplica, 'holds'>;

/** A main lesson; null when nothing has been heard of it, or it is gone. */
export async function readMainLesson(
  connection: Connection,
  id: number,
): Promise<ReplicatedMainLesson | null> {
  return mainLessonReplicasOf(connection).findById(id, { holds: 0 }).lean<ReplicatedMainLesson>();
}

/**
 * Reads a main lesson on which a write relies: until that write's transaction ends, none that changes or deletes it
 * can commit. MongoDB refuses the second of two transactions that write one document.
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
 * The same for a person.
 *
 * @returns their e-mail address, undefined when nothing has been heard of them; null when they are gone
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

/** Takes main lessons as they are now; those that are gone are forgotten. */
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

/** Takes people as they are now; of those that are gone only that is kept. */
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
