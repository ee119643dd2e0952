import type { AuditAction, AuditEntry } from '@khmer-learning/contracts';

/** What somebody did, as the console says it. */
export const auditActionLabels: Readonly<Record<AuditAction, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  status: 'Status changed',
  moved: 'Moved',
  imported: 'Imported',
  exported: 'Exported',
  uploaded: 'Uploaded',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-out': 'Signed out',
  'password-forgotten': 'New password asked for',
  'password-changed': 'Password changed',
  'password-reset': 'Password set by mailed link',
  'password-refused': 'Wrong current password',
  'key-created': 'API key created',
  'key-revoked': 'API key revoked',
  refunded: 'Refunded',
  refused: 'Refused',
};

/** What it was done to: the audit trail's names of entities, as the console says them. */
export const auditEntityLabels: Readonly<Record<string, string>> = {
  'main-lesson': 'Main lesson',
  lesson: 'Lesson',
  'lesson-type': 'Lesson type',
  quiz: 'Quiz',
  user: 'User',
  'api-key': 'API key',
  purchase: 'Purchase',
  file: 'File',
  call: 'Call',
};

/** Who did it. Nobody: the system, or somebody who was not signed in. */
export function auditActorName({ actor }: Pick<AuditEntry, 'actor'>): string {
  if (actor === null) return 'Nobody signed in';
  return actor.name || actor.email || `User ${actor.id}`;
}

/** `title, sectionsCount · 12 lessons deleted with it`; empty when there is no more to say. */
export function auditDetailText({ fields, detail }: Pick<AuditEntry, 'fields' | 'detail'>): string {
  return [fields.map(humanizeFieldName).join(', '), detail ?? ''].filter(Boolean).join(' · ');
}

/** `imageCover` is told as `image cover`. */
function humanizeFieldName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
