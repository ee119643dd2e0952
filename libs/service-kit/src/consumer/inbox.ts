import type { EntityEvent } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';

/** The last version of one entity that took effect in one durable. */
interface InboxRow {
  /** `<durable>:<service>.<entity>.<id>` */
  _id: string;
  version: number;
}

const collectionName = 'inbox';

/** What a durable has handled; kept in the transactions of its effects, so that each happens once. */
export interface Inbox {
  /**
   * Leaves the events that are newer than what took effect, and records them as handled.
   * Two instances with the same entity conflict here; one of them has to do it again.
   */
  claim(events: readonly EntityEvent[], session: ClientSession): Promise<readonly EntityEvent[]>;
  /** The version of an entity that took effect; 0 when none did. */
  versionOf(entity: EntityKey): Promise<number>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

export type EntityKey = Pick<EntityEvent, 'service' | 'entity' | 'entityId'>;

/** `content.lesson.42` */
export function entityKey({ service, entity, entityId }: EntityKey): string {
  return `${service}.${entity}.${entityId}`;
}

export function createInbox(connection: Connection, durable: string): Inbox {
  const rows = () => connection.collection<InboxRow>(collectionName);
  const rowId = (entity: EntityKey) => `${durable}:${entityKey(entity)}`;
  return {
    async claim(events, session) {
      const known = await rows()
        .find({ _id: { $in: events.map(rowId) } }, { session })
        .toArray();
      const versions = new Map(known.map((row) => [row._id, row.version]));
      const newer = events.filter((event) => (versions.get(rowId(event)) ?? 0) < event.version);
      if (newer.length === 0) return [];
      await rows().bulkWrite(
        newer.map((event) => ({
          updateOne: {
            filter: { _id: rowId(event) },
            update: { $set: { version: event.version } },
            upsert: true,
          },
        })),
        { session },
      );
      return newer;
    },
    versionOf: async (entity) => (await rows().findOne({ _id: rowId(entity) }))?.version ?? 0,
    async clear() {
      // ';' is the character after ':'.
      await rows().deleteMany({ _id: { $gte: `${durable}:`, $lt: `${durable};` } });
    },
  };
}

/** Whether two instances have claimed the same entity for the first time: one of them only has to do it again. */
export function isClaimConflict(error: unknown): boolean {
  return isDuplicateKey(error) && error instanceof Error && error.message.includes(`.${collectionName} `);
}
