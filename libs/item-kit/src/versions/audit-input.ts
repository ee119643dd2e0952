import { type AuditRecordInput, changedFields } from '@khmer-learning/service-kit';

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

/**
 * The audit input of a restoration of an earlier version.
 *
 * @param before the state as in its events; the same for `after`
 * @param version the earlier version
 */
export function auditInputForRestoration(
  before: object,
  after: object,
  version: number,
): Pick<AuditRecordInput, 'action' | 'fields' | 'detail'> {
  return { action: 'restored', fields: changedFields(before, after), detail: `version ${version}` };
}
