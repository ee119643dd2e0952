import type { EntityEvent } from '@khmer-learning/contracts';
import type { ClientSession } from 'mongoose';

/** What one event does to a copy. */
type ReplicaWrite<Replica> =
  | { deleteOne: { filter: { _id: number } } }
  | { updateOne: { filter: { _id: number }; update: { $set: Replica }; upsert: true } };

/** A mongoose model whose documents are copies of another service's entities, with the same ids. */
interface ReplicaModel<Replica> {
  bulkWrite(writes: ReplicaWrite<Replica>[], options: { session: ClientSession }): Promise<unknown>;
}

/**
 * Takes entities of another service as they are now, in the transaction of a consumer's `handle`. A copy's fields that
 * `toReplica` does not name stay.
 *
 * @param events of one kind of entity with a numeric id, at most one of each, as `handle` gets them
 * @param toReplica what is kept of a state; undefined when nothing is. Of entities that are gone nothing is kept
 */
export async function syncReplicas<State, Replica extends object>(
  replicas: ReplicaModel<Replica>,
  events: readonly EntityEvent<State>[],
  session: ClientSession,
  toReplica: (state: State) => Replica | undefined,
): Promise<void> {
  if (events.length === 0) return;
  const writes = events.map(({ entityId, state }): ReplicaWrite<Replica> => {
    const filter = { _id: Number(entityId) };
    const replica = state === null ? undefined : toReplica(state);
    if (replica === undefined) return { deleteOne: { filter } };
    return { updateOne: { filter, update: { $set: replica }, upsert: true } };
  });
  await replicas.bulkWrite(writes, { session });
}
