import type { EntityEvent } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { deleteInBatches } from '../mongo/delete-in-batches.ts';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';

/** The last version of an entity that one durable consumer has handled. */
interface InboxRow {
  /** `<durable>:<service>.<entity>.<id>` */
  _id: string;
  version: number;
}

const collectionName = 'inbox';

/** The fields that identify an entity. */
export type EntityKey = Pick<EntityEvent, 'service' | 'entity' | 'entityId'>;

/** An entity's key, such as `content.lesson.42`. */
export function entityKey({ service, entity, entityId }: EntityKey): string {
  return `${service}.${entity}.${entityId}`;
}

/**
 * The versions that a durable consumer has handled, written in the transactions of its effects so that each effect
 * happens once.
 */
export function createInbox(connection: Connection, durable: string) {
  const rows = () => connection.collection<InboxRow>(collectionName);
  const rowId = (entity: EntityKey) => `${durable}:${entityKey(entity)}`;

  async function claimOne(event: EntityEvent, session: ClientSession): Promise<boolean> {
    const before = await rows().findOneAndUpdate(
      { _id: rowId(event) },
      { $max: { version: event.version } },
      { upsert: true, returnDocument: 'before', session },
    );
    return (before?.version ?? 0) < event.version;
  }

  return {
    /**
     * Returns the events that are newer than the handled versions, and records them as handled. Two instances with the
     * same entity conflict here, and one of them must retry.
     */
    async claim(events: readonly EntityEvent[], session: ClientSession): Promise<readonly EntityEvent[]> {
      const [first, ...others] = events;
      // Most batches have one event, which takes one command.
      if (first && others.length === 0) return (await claimOne(first, session)) ? events : [];
      const known = await rows()
        .find({ _id: { $in: events.map(rowId) } }, { session })
        .toArray();
      const versions = new Map(known.map((row) => [row._id, row.version]));
      const newer = events.filter((event) => (versions.get(rowId(event)) ?? 0) < event.version);
      if (newer.length === 0) return [];
      // Unordered: one command for all that are new and one for the others. Inserting costs MongoDB half of an upsert.
      await rows().bulkWrite(
        newer.map((event) => {
          const row = { _id: rowId(event), version: event.version };
          if (!versions.has(row._id)) return { insertOne: { document: row } };
          return { updateOne: { filter: { _id: row._id }, update: { $set: { version: row.version } } } };
        }),
        { session, ordered: false },
      );
      return newer;
    },
    /** The handled version of an entity; 0 when there is none. */
    versionOf: async (entity: EntityKey): Promise<number> =>
      (await rows().findOne({ _id: rowId(entity) }))?.version ?? 0,
    /** Deletes all handled versions. */
    async clear(): Promise<void> {
      // ';' is the character after ':'.
      await deleteInBatches(rows(), { _id: { $gte: `${durable}:`, $lt: `${durable};` } });
    },
  };
}

/** Whether two instances claimed the same entity for the first time; a retry resolves the conflict. */
export function isClaimConflict(error: unknown): boolean {
  return isDuplicateKey(error) && error instanceof Error && error.message.includes(`.${collectionName} `);
}
