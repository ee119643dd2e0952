import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type AuditRecord,
  auditSubject,
  type EventDefinition,
} from '@khmer-learning/contracts';
import type { OutboxRow } from '../outbox/outbox-row.ts';
import type { RequestContext } from '../outbox/request-context.ts';

/** Input of `tx.audit`: what a user did with an entity. Never a password, token or key, nor a field's value. */
export interface AuditRecordInput {
  readonly action: AuditAction;
  /** The entity's id; empty when there is none (a sign-in attempt with an unknown address). */
  readonly id: string | number;
  /** The entity's current title or e-mail address. */
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
  const now = new Date();
  return {
    _id: record.id,
    subject: auditSubject(record),
    version: 1,
    payload: JSON.stringify(record),
    createdAt: now,
    unsentSince: now,
  };
}
