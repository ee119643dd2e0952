import type { AuditAction, AuditEntry } from '@khmer-learning/contracts';

/** Display names of the audit log's actions. */
export const auditActionLabels: Readonly<Record<AuditAction, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  status: 'Status changed',
  moved: 'Moved',
  imported: 'Imported',
  exported: 'Exported',
  uploaded: 'Uploaded',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Signed out',
  'password-forgotten': 'Password reset requested',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by email link',
  'password-refused': 'Wrong current password',
  'key-created': 'API key created',
  'key-changed': 'API key changed',
  'key-revoked': 'API key revoked',
  refunded: 'Refunded',
  'refund-requested': 'Refund requested',
  'refund-withdrawn': 'Refund withdrawn',
  refused: 'Access denied',
};

/** Display names of the audit log's entities. */
export const auditEntityLabels: Readonly<Record<string, string>> = {
  'main-lesson': 'Main lesson',
  lesson: 'Lesson',
  'lesson-type': 'Lesson type',
  quiz: 'Quiz',
  user: 'User',
  'api-key': 'API key',
  purchase: 'Purchase',
  file: 'File',
  'privacy-policy': 'Privacy policy',
  job: 'Background job',
  call: 'API call',
};

/** Display name of an entry's actor. The actor is null for the system and for requests without a session. */
export function auditActorName({ actor }: Pick<AuditEntry, 'actor'>): string {
  if (actor === null) return 'Not signed in';
  return actor.name || actor.email || `User ${actor.id}`;
}

/** The changed fields and the detail: `title, sections count · 12 lessons deleted with it`; empty without both. */
export function auditDetailText({ fields, detail }: Pick<AuditEntry, 'fields' | 'detail'>): string {
  return [fields.map(humanizeFieldName).join(', '), detail ?? ''].filter(Boolean).join(' · ');
}

/** `imageCover` becomes `image cover`. */
function humanizeFieldName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
