import type { AuditRecordInput } from './audit-record.ts';
import { changedFields } from './changed-fields.ts';

/**
 * What the audit trail says of a write that changed an entity: `updated` with the names of the changed fields, or,
 * where nothing but the status is another one, `status` with what it is now.
 *
 * @param before the state as its events tell it; the same for `after`
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
