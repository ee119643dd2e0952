import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type AuditRecord,
  auditSubject,
  type EventDefinition,
} from '@khmer-learning/contracts';
import type { OutboxRow } from '../outbox/outbox-row.ts';
import type { RequestContext } from '../outbox/request-context.ts';

/** What somebody did with an entity, as `tx.audit` is told it. Never a password, token or key, nor a field's value. */
export interface AuditRecordInput {
  readonly action: AuditAction;
  /** The entity's id; empty when there is none (somebody tried to sign in with an unknown address). */
  readonly id: string | number;
  /** What people call the entity at this moment: its title or e-mail address. */
  readonly title: string;
  /** Names of the fields that changed: `changedFields`. */
  readonly fields?: readonly string[];
  /** A few words more: `12 lessons deleted with it`, `USD 4.99`. */
  readonly detail?: string;
}

/** Who is behind something, in which request, from where. */
export type AuditCause = Pick<RequestContext, 'actor' | 'requestId' | 'address'>;

/** @param entityType what the note is about; an event definition is one */
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

/** A record as it waits in the outbox: told once, so it has one version. */
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
