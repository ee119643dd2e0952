import type { Collection, Connection } from 'mongoose';

/** An event or audit record to be published, or already published. Written in the same transaction as its change. */
export interface OutboxRow {
  /** Id of the event or record; also the `Nats-Msg-Id`. */
  _id: string;
  /** `events.<service>.<entity>.<id>` or `audit.<service>.<record id>`. */
  subject: string;
  version: number;
  /** The published JSON as text: a state may have field names that MongoDB rejects. */
  payload: string;
  /** The `traceparent`, when tracing is on. */
  trace?: string;
  /** The surrogate keys that the event purges, as a header; absent when its owner does not name them. */
  surrogateKeys?: string;
  createdAt: Date;
  /** Present only while unsent; the sparse index on it contains only the backlog. */
  unsentSince?: Date;
  sentAt?: Date;
  /** Stream sequence; absent when a newer version was published first. */
  streamSeq?: number;
}

/** The outbox of a service: unsent and sent rows. */
export function outboxOf(connection: Connection): Collection<OutboxRow> {
  return connection.collection<OutboxRow>('outbox');
}
