import { z } from 'zod';
import { endpoint, serviceNames } from '../core/endpoint.ts';
import {
  enumFilter,
  idFilter,
  isoDate,
  listTotalFields,
  pagingFields,
  sortParam,
  textFilter,
} from '../core/fields.ts';

/** The actions that the audit log records. */
export const auditActions = [
  'created',
  'updated',
  'deleted',
  'restored',
  'status',
  'scheduled',
  'schedule-cancelled',
  'review-requested',
  'review-withdrawn',
  'changes-requested',
  'review-granted',
  'released',
  'edited-together',
  'edits-undone',
  'moved',
  'working-copy-saved',
  'working-copy-published',
  'working-copy-discarded',
  'commented',
  'comment-edited',
  'comment-deleted',
  'comments-resolved',
  'comments-reopened',
  'preview-link-created',
  'preview-link-revoked',
  'imported',
  'import-undone',
  'exported',
  'uploaded',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password-forgotten',
  'password-changed',
  'password-reset',
  'password-refused',
  'proved',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-refused',
  'recovery-codes-created',
  'invited',
  'invitation-accepted',
  'key-created',
  'key-changed',
  'key-revoked',
  'refunded',
  'refund-requested',
  'refund-withdrawn',
  'access-granted',
  'access-revoked',
  'refused',
] as const;
/** An action that the audit log records. */
export type AuditAction = (typeof auditActions)[number];

/**
 * One entry of the audit log, written by the service that made the change. It never contains a password, token or
 * key, nor the value of any field.
 */
export const auditRecordSchema = z.object({
  /** Unique id of the record. Publishing the same record twice has no effect. */
  id: z.string(),
  at: isoDate,
  service: z.enum(serviceNames),
  action: z.enum(auditActions),
  /**
   * `lesson`, `main-lesson`, `lesson-type`, `quiz`, `user`, `api-key`, `purchase`, `file`, `privacy-policy`, `second-factor-policy`,
   * `content-release`,
   * `remote` or `job`, a background job; `call` for a refused call.
   */
  entity: z.string(),
  entityId: z.string(),
  /** The entity's title or email address at that moment. */
  title: z.string(),
  /** Names of the fields that changed. */
  fields: z.array(z.string()),
  /** Additional text, such as `12 lessons deleted with it` or `USD 4.99`. */
  detail: z.string().nullable(),
  /** The user who acted; null for the system, and when the user is unknown (a failed sign-in). */
  actor: z.object({ id: z.number().int(), role: z.string() }).nullable(),
  /** The client's network address as seen by the gateway. */
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});
/** A validated {@link auditRecordSchema}. */
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** An audit record as the API returns it, with the actor's name and email address. */
const auditEntrySchema = auditRecordSchema.extend({
  actor: z.object({ id: z.number().int(), role: z.string(), name: z.string(), email: z.string() }).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What the audit log can be sorted by. */
export const auditSorts = ['at'] as const;

/** Audit log, newest first. `from` (inclusive) and `to` (exclusive) are ISO 8601 instants. */
export const auditList = endpoint({
  id: 'audit.list',
  service: 'users',
  method: 'GET',
  path: '/api/audit',
  access: 'admin',
  summary: 'Audit log, newest first',
  query: z.object({
    entity: textFilter,
    entityId: textFilter,
    action: enumFilter(auditActions),
    actorId: idFilter,
    from: z.iso.datetime('from must be an ISO 8601 date and time').optional(),
    to: z.iso.datetime('to must be an ISO 8601 date and time').optional(),
    sort: sortParam(auditSorts),
    ...pagingFields,
  }),
  response: z.object({ data: z.array(auditEntrySchema), ...listTotalFields }),
});
