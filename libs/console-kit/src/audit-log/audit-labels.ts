import type { ActivityWords } from '@khmer-learning/console-sdk';
import type { AuditAction, AuditEntry } from '@khmer-learning/contracts';
import { formatSchoolMinute } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

/** The words for actions that no remote has words for. */
const actionMessages = {
  created: 'auditLabels.created',
  deleted: 'auditLabels.deleted',
  exported: 'auditLabels.exported',
  imported: 'auditLabels.imported',
  moved: 'auditLabels.moved',
  'password-changed': 'auditLabels.passwordChanged',
  'refund-requested': 'auditLabels.refundRequested',
  'refund-withdrawn': 'auditLabels.refundWithdrawn',
  refunded: 'auditLabels.refunded',
  refused: 'auditLabels.refused',
  restored: 'auditLabels.restored',
  'schedule-cancelled': 'auditLabels.scheduleCancelled',
  scheduled: 'auditLabels.scheduled',
  status: 'auditLabels.status',
  updated: 'auditLabels.updated',
  uploaded: 'auditLabels.uploaded',
  'working-copy-discarded': 'auditLabels.workingCopyDiscarded',
  'working-copy-published': 'auditLabels.workingCopyPublished',
  'working-copy-saved': 'auditLabels.workingCopySaved',
} as const satisfies Partial<Record<AuditAction, string>>;

const isCommonAction = (action: string): action is keyof typeof actionMessages =>
  Object.hasOwn(actionMessages, action);

/** `password-changed` becomes `Password changed`. */
function humanizeAction(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The word for an action of an entity. An action without a word is named by its id. */
export function actionLabelOf(words: ActivityWords | undefined, action: string): string {
  return (
    words?.actions?.[action] ??
    (isCommonAction(action) ? message(actionMessages[action]) : humanizeAction(action))
  );
}

/**
 * Display name of an entry's actor. The actor is null for the system, whose entries have no network address, and for requests
 * without a session.
 */
export function auditActorName({
  actor,
  address,
}: Pick<AuditEntry, 'actor'> & Partial<Pick<AuditEntry, 'address'>>): string {
  if (actor === null) return message(address === null ? 'auditLabels.system' : 'auditLabels.notSignedIn');
  return actor.name || actor.email || message('auditLabels.account', { id: String(actor.id) });
}

/** A time as services write it into details. */
const isoTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * The changed fields and the detail: `title, sections count · 12 lessons deleted with it`; empty without both. Times in
 * the detail are shown in the school's time zone.
 */
export function auditDetailText({ fields, detail }: Pick<AuditEntry, 'fields' | 'detail'>): string {
  const readable = detail?.replace(isoTime, (at) => formatSchoolMinute(new Date(at))) ?? '';
  return [fields.map(humanizeFieldName).join(', '), readable].filter(Boolean).join(' · ');
}

/** `imageCover` becomes `image cover`. */
export function humanizeFieldName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
