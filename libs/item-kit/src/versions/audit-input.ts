import { type AuditRecordInput, changedFields } from '@khmer-learning/service-kit';

type AuditNote = Pick<AuditRecordInput, 'action' | 'fields' | 'detail'>;

/**
 * The audit input of an update: `updated` with the names of the changed fields, or `status` with the new status when
 * only the status changed. Both states are as in events.
 */
export function auditInputForUpdate(before: object, after: object): AuditNote {
  const fields = changedFields(before, after);
  const status = 'status' in after ? after.status : undefined;
  if (fields.length === 1 && fields[0] === 'status' && typeof status === 'string')
    return { action: 'status', fields, detail: status };
  return { action: 'updated', fields };
}

/** The audit input of a restoration of an earlier version, by its number. */
export function auditInputForRestoration(before: object, after: object, version: number): AuditNote {
  return { action: 'restored', fields: changedFields(before, after), detail: `version ${version}` };
}
