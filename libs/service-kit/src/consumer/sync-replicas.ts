import type { EntityEvent } from '@khmer-learning/contracts';
import type { ClientSession } from 'mongoose';

/** The write that one event causes on a replica. */
type ReplicaWrite<Replica> =
  | { deleteOne: { filter: { _id: number } } }
  | { updateOne: { filter: { _id: number }; update: { $set: Replica }; upsert: true } };

/** A mongoose model whose documents are replicas of another service's entities, with the same ids. */
interface ReplicaModel<Replica> {
  bulkWrite(
    writes: ReplicaWrite<Replica>[],
    options: { session: ClientSession; ordered: false },
  ): Promise<unknown>;
}

/**
 * Updates replicas of another service's entities in the transaction of a consumer's `handle`. Fields that `toReplica`
 * does not return stay unchanged.
 *
 * @param events events of one entity type with numeric ids, at most one per entity, as `handle` gets them
 * @param toReplica the fields to store; undefined deletes the replica, as does a deleted entity
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
  // Unordered: one command for all changes and one for all deletions.
  await replicas.bulkWrite(writes, { session, ordered: false });
}
