import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type AuditRecord,
  auditSubject,
  type EntityEvent,
  type EventDefinition,
  eventSubject,
} from '@khmer-learning/contracts';
import type { Collection, Connection } from 'mongoose';
import { currentTraceparent } from '../tracing/tracing.ts';
import type { RequestContext } from './request-context.ts';

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

/** Adds the trace of the current request to a row. */
export function withTraceparent(row: OutboxRow): OutboxRow {
  const trace = currentTraceparent();
  return trace === undefined ? row : { ...row, trace };
}

/**
 * The outbox row of an event.
 *
 * @param surrogateKeys the header with those that it purges; undefined when its owner does not name them
 */
export function eventOutboxRow(event: EntityEvent, surrogateKeys: string | undefined): OutboxRow {
  const row = newOutboxRow(event, eventSubject(event, event.entityId), event.version);
  return { ...row, ...(surrogateKeys === undefined ? {} : { surrogateKeys }) };
}

function newOutboxRow(message: { readonly id: string }, subject: string, version: number): OutboxRow {
  const now = new Date();
  const payload = JSON.stringify(message);
  return { _id: message.id, subject, version, payload, createdAt: now, unsentSince: now };
}

/** Input of `tx.audit`: what a user did with an entity. Never a password, token or key, nor a field's value. */
export interface AuditRecordInput {
  readonly action: AuditAction;
  /** The entity's id; empty when there is none (a sign-in attempt with an unknown address). */
  readonly id: string | number;
  /** The entity's current title or email address. */
  readonly title: string;
  /** Names of the changed fields, from `changedFields`. */
  readonly fields?: readonly string[];
  /** Additional text, such as `12 lessons deleted with it` or `USD 4.99`. */
  readonly detail?: string;
}

/** The user behind a change, the request and the network address. */
export type AuditCause = Pick<RequestContext, 'actor' | 'requestId' | 'address'>;

/**
 * Creates an audit record with a new id and the current time.
 *
 * @param entityType the audited entity type; an event definition is one
 */
export function createAuditRecord(
  entityType: Pick<EventDefinition, 'service' | 'entity'>,
  input: AuditRecordInput,
  { actor, requestId, address = null }: AuditCause,
): AuditRecord {
  const { action, id, title, fields = [], detail = null } = input;
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    service: entityType.service,
    action,
    entity: entityType.entity,
    entityId: String(id),
    title,
    fields: [...fields],
    detail,
    actor,
    address,
    requestId,
  };
}

/** The outbox row of an audit record. A record is published once, so its version is always 1. */
export function auditOutboxRow(record: AuditRecord): OutboxRow {
  return newOutboxRow(record, auditSubject(record), 1);
}
