import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
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

/**
 * The audit input of an update: `updated` with the names of the changed fields, or `status` with the new status when
 * only the status changed.
 *
 * @param before the state as in its events; the same for `after`
 */
export function auditInputForUpdate(
  before: object,
  after: object,
): Pick<AuditRecordInput, 'action' | 'fields' | 'detail'> {
  const fields = changedFields(before, after);
  const status = 'status' in after ? after.status : undefined;
  if (fields.length === 1 && fields[0] === 'status' && typeof status === 'string')
    return { action: 'status', fields, detail: status };
  return { action: 'updated', fields };
}

/** Fields that every write changes, or none: they do not describe a user's change. */
const metadataFields: ReadonlySet<string> = new Set(['id', 'version', 'createdAt', 'updatedAt']);

/**
 * The names of the fields in which two states of an entity differ, for `tx.audit`. Values are never recorded.
 *
 * @param before the state as in its events; the same for `after`
 * @returns top-level names in alphabetical order, without ids, versions and timestamps
 */
export function changedFields(before: object, after: object): string[] {
  const previousFields = new Map<string, unknown>(Object.entries(before));
  const currentFields = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...previousFields.keys(), ...currentFields.keys()])]
    .filter(
      (name) =>
        !metadataFields.has(name) && !isDeepStrictEqual(previousFields.get(name), currentFields.get(name)),
    )
    .sort();
}

/**
 * Whether a write would change nothing; then there is no new version, event or audit record.
 *
 * @param before the state as in its events; the same for `after`
 */
export function isUnchanged(before: object, after: object): boolean {
  return changedFields(before, after).length === 0;
}
