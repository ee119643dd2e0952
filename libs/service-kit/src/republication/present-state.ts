import {
  type EntityEvent,
  type EventDefinition,
  eventSubject,
  type StateOf,
} from '@khmer-learning/contracts';
import { type Connection, mongo } from 'mongoose';
import { type OutboxRow, outboxOf } from '../outbox/outbox-row.ts';
import { type TombstoneRow, tombstonesOf } from '../outbox/tombstones.ts';

/** Maximum number of rows, and of bytes, in one batch: what republishing holds in memory. */
const maxBatchRows = 100;
const maxBatchBytes = 4 * 1024 ** 2;
/** Rows are read in small steps, so that a batch exceeds its bytes by little. */
const readAhead = 10;

type RowId = number | string;

/** What an entity's newest event says. */
export interface PresentEntity {
  readonly definition: EventDefinition;
  readonly id: RowId;
  readonly version: number;
  /** The complete state; `null` for a deleted entity. */
  readonly state: unknown;
}

/** A collection from whose rows the present state of entities can be told. */
export interface PresentStateSource {
  readonly collection: string;
  /** The entities of some rows. A row may stand for several entities, or for none that was ever published. */
  present(rows: readonly mongo.Document[]): Promise<readonly PresentEntity[]>;
}

/** A source of one kind of entity, one per row. */
export function entitySource<Row extends { _id: RowId; version: number }, D extends EventDefinition>(
  collection: string,
  definition: D,
  toState: (row: Row) => StateOf<D> | null,
): PresentStateSource {
  return {
    collection,
    present: async (rows) =>
      (rows as readonly Row[]).map((row) => ({
        definition,
        id: row._id,
        version: row.version,
        state: toState(row),
      })),
  };
}

/** The rows of one batch, as they are published. */
export interface PresentStateBatch {
  readonly rows: readonly OutboxRow[];
  /**
   * The id of the last row that was read; undefined when no more remain. Rows that are stored later have events of their
   * own: with them, reading would never end while others store rows.
   */
  readonly last: RowId | undefined;
}

/**
 * Reads the next rows of a source. An entity whose newest event is still in the outbox keeps that event's id, actor
 * and time; the event of any other entity is made anew.
 *
 * @param after the id of the last row that was read; undefined to begin
 */
export async function readPresentState(
  connection: Connection,
  source: PresentStateSource,
  after: RowId | undefined,
): Promise<PresentStateBatch> {
  const { rows, last } = await readRows(connection, source.collection, after);
  const made = (await source.present(rows)).map(toOutboxRow);
  if (made.length === 0) return { rows: [], last };
  const kept = await outboxOf(connection)
    .find({ $or: made.map(({ subject, version }) => ({ subject, version })) })
    .toArray();
  const bySubject = new Map(kept.map((row) => [row.subject, row]));
  return { rows: made.map((row) => bySubject.get(row.subject) ?? row), last };
}

/** Reads the next tombstones, in the order of their subjects. */
export async function readTombstones(
  connection: Connection,
  after: RowId | undefined,
): Promise<PresentStateBatch> {
  const { collectionName } = tombstonesOf(connection);
  const { rows, last } = await readRows<TombstoneRow>(connection, collectionName, after);
  return {
    rows: rows.map(({ eventId, subject, version, payload, at }) => ({
      _id: eventId,
      subject,
      version,
      payload,
      createdAt: at,
    })),
    last,
  };
}

/** The number of rows that the sources and the tombstones have, roughly. */
export async function countPresentState(
  connection: Connection,
  sources: readonly PresentStateSource[],
): Promise<Record<string, number>> {
  const names = [...sources.map(({ collection }) => collection), tombstonesOf(connection).collectionName];
  const counts = await Promise.all(
    names.map(async (name) => [name, await connection.collection(name).estimatedDocumentCount()] as const),
  );
  return Object.fromEntries(counts);
}

async function readRows<Row extends mongo.Document & { _id: RowId }>(
  connection: Connection,
  collection: string,
  after: RowId | undefined,
): Promise<{ rows: Row[]; last: RowId | undefined }> {
  const rows: Row[] = [];
  let bytes = 0;
  const cursor = connection
    .collection<mongo.Document & { _id: RowId }>(collection)
    // The comment names these reads in MongoDB's profile and log.
    .find(after === undefined ? {} : { _id: { $gt: after } }, { comment: 'republication' })
    .sort({ _id: 1 })
    .limit(maxBatchRows)
    .batchSize(readAhead);
  for await (const row of cursor) {
    rows.push(row as unknown as Row);
    bytes += mongo.BSON.calculateObjectSize(row);
    if (bytes > maxBatchBytes) break;
  }
  const isFull = rows.length === maxBatchRows || bytes > maxBatchBytes;
  return { rows, last: isFull ? rows.at(-1)?._id : undefined };
}

/** The event of an entity, made anew. Its id depends only on the entity and its version, like its content. */
function toOutboxRow({ definition, id, version, state }: PresentEntity): OutboxRow {
  const subject = eventSubject(definition, id);
  const now = new Date();
  const event: EntityEvent = {
    id: `republished:${subject}@${version}`,
    service: definition.service,
    entity: definition.entity,
    entityId: String(id),
    version,
    type: state === null ? 'deleted' : 'changed',
    state: state === null ? null : definition.state.parse(state),
    // Not known anymore. The present errs on the safe side: a revocation is remembered for too long.
    occurredAt: now.toISOString(),
    actor: null,
    requestId: null,
  };
  return { _id: event.id, subject, version, payload: JSON.stringify(event), createdAt: now };
}
