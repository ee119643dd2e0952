import { z } from 'zod';
import { endpoint, serviceNames } from '../core/endpoint.ts';
import { enumFilter, idFilter, isoDate, pagingFields, textFilter } from '../core/fields.ts';

/** What may be done that is worth remembering. */
export const auditActions = [
  'created',
  'updated',
  'deleted',
  'status',
  'moved',
  'imported',
  'exported',
  'uploaded',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password-forgotten',
  'password-changed',
  'password-reset',
  'password-refused',
  'key-created',
  'key-revoked',
  'refunded',
  'refused',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What happened, as the service that did it tells it. Never a password, token or key, nor any field's value. */
export const auditRecordSchema = z.object({
  /** The record's own id: telling it twice changes nothing. */
  id: z.string(),
  at: isoDate,
  service: z.enum(serviceNames),
  action: z.enum(auditActions),
  /** `lesson`, `main-lesson`, `lesson-type`, `quiz`, `user`, `api-key`, `purchase`, `file`; `call` when one was refused. */
  entity: z.string(),
  entityId: z.string(),
  /** What people call it: its title or e-mail at that moment. */
  title: z.string(),
  /** Names of the fields that changed. */
  fields: z.array(z.string()),
  /** A few words more: `12 lessons deleted with it`, `USD 4.99`. */
  detail: z.string().nullable(),
  /** Who did it; null when the system did, or when nobody could be told (a failed sign-in). */
  actor: z.object({ id: z.number().int(), role: z.string() }).nullable(),
  /** From where: the person's address as the gateway saw it. */
  address: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** A record as it is read: the actor by name. */
export const auditEntrySchema = auditRecordSchema.extend({
  actor: z.object({ id: z.number().int(), role: z.string(), name: z.string(), email: z.string() }).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Where records travel: `audit.<service>.<record id>`, in a stream of their own, each once. */
export const auditStream = { name: 'AUDIT', subjectPrefix: 'audit' } as const;

/** `audit.content.<record id>`: the subject of one record. */
export function auditSubject(record: Pick<AuditRecord, 'service' | 'id'>): string {
  return `${auditStream.subjectPrefix}.${record.service}.${record.id}`;
}

/** Newest first. `from` and `to` are ISO 8601 instants, the first included, the second not. */
export const auditList = endpoint({
  id: 'audit.list',
  service: 'users',
  method: 'GET',
  path: '/api/audit',
  access: 'admin',
  summary: 'Who did what, when and from where',
  query: z.object({
    entity: textFilter,
    entityId: textFilter,
    action: enumFilter(auditActions),
    actorId: idFilter,
    from: z.iso.datetime('from must be an ISO 8601 date and time').optional(),
    to: z.iso.datetime('to must be an ISO 8601 date and time').optional(),
    ...pagingFields,
  }),
  response: z.object({ data: z.array(auditEntrySchema), total: z.number().int() }),
});
