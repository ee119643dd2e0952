import type { Collection, Connection } from 'mongoose';

/** One event or audit record waiting for, or already in, its stream. Written in the transaction of its change. */
export interface OutboxRow {
  /** The event's or record's id, and `Nats-Msg-Id`. */
  _id: string;
  /** `events.<service>.<entity>.<id>` or `audit.<service>.<record id>`. */
  subject: string;
  version: number;
  /** What is published, in JSON: a state may have field names that MongoDB refuses. */
  payload: string;
  /** The trace that it belongs to, when that is traced. */
  trace?: string;
  createdAt: Date;
  /** Only there while unsent: the sparse index on it is the backlog. */
  unsentSince?: Date;
  sentAt?: Date;
  /** Its place in the stream; not there when a newer version had overtaken it. */
  streamSeq?: number;
}

/** The rows that a service has to publish, and those it has. */
export function outboxOf(connection: Connection): Collection<OutboxRow> {
  return connection.collection<OutboxRow>('outbox');
}
