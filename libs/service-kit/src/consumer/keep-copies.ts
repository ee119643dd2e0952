import type { EntityEvent } from '@khmer-learning/contracts';
import type { ClientSession } from 'mongoose';

/** What one event does to a copy. */
type CopyWrite<Copy> =
  | { deleteOne: { filter: { _id: number } } }
  | { updateOne: { filter: { _id: number }; update: { $set: Copy }; upsert: true } };

/** A mongoose model whose documents are copies of another service's entities, with the same ids. */
interface CopyModel<Copy> {
  bulkWrite(writes: CopyWrite<Copy>[], options: { session: ClientSession }): Promise<unknown>;
}

/**
 * Takes entities of another service as they are now, in the transaction of a consumer's `handle`. A copy's fields that
 * `copyOf` does not name stay.
 *
 * @param events of one kind of entity with a numeric id, at most one of each, as `handle` gets them
 * @param copyOf what is kept of a state; undefined when nothing is. Of entities that are gone nothing is kept
 */
export async function keepCopies<State, Copy extends object>(
  copies: CopyModel<Copy>,
  events: readonly EntityEvent<State>[],
  session: ClientSession,
  copyOf: (state: State) => Copy | undefined,
): Promise<void> {
  if (events.length === 0) return;
  const writes = events.map(({ entityId, state }): CopyWrite<Copy> => {
    const filter = { _id: Number(entityId) };
    const copy = state === null ? undefined : copyOf(state);
    if (copy === undefined) return { deleteOne: { filter } };
    return { updateOne: { filter, update: { $set: copy }, upsert: true } };
  });
  await copies.bulkWrite(writes, { session });
}
