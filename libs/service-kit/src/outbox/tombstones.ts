import { type EventDefinition, eventSubject } from '@khmer-learning/contracts';
import type { ClientSession, Collection, Connection } from 'mongoose';
import type { OutboxRow } from './outbox-row.ts';

/** The last event of a deleted entity, kept to be published again: nothing else remembers the entity. */
export interface TombstoneRow extends Pick<OutboxRow, 'subject' | 'version' | 'payload'> {
  /** The subject. */
  _id: string;
  eventId: string;
  at: Date;
}

/** The tombstones of a service, for 30 days. */
export function tombstonesOf(connection: Connection): Collection<TombstoneRow> {
  return connection.collection<TombstoneRow>('tombstones');
}

/** Stores the tombstones of deleted entities, in the transaction that deletes them. */
export async function storeTombstones(
  connection: Connection,
  rows: readonly OutboxRow[],
  session: ClientSession,
): Promise<void> {
  if (rows.length === 0) return;
  await tombstonesOf(connection).bulkWrite(
    rows.map(({ _id: eventId, subject, version, payload, createdAt }) => ({
      replaceOne: {
        filter: { _id: subject },
        replacement: { eventId, subject, version, payload, at: createdAt },
        upsert: true,
      },
    })),
    { session },
  );
}

/** Forgets the tombstones of restored entities, in the transaction that restores them. */
export async function deleteTombstones(
  connection: Connection,
  definition: Pick<EventDefinition, 'service' | 'entity'>,
  ids: readonly (number | string)[],
  session: ClientSession,
): Promise<void> {
  const subjects = ids.map((id) => eventSubject(definition, id));
  await tombstonesOf(connection).deleteMany({ _id: { $in: subjects } }, { session });
}
