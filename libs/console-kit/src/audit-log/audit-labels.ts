import type { ActivityWords } from '@khmer-learning/console-sdk';
import type { AuditAction, AuditEntry } from '@khmer-learning/contracts';
import { formatSchoolMinute } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

/** The words for actions that any entity can have. */
const commonActionLabels = () =>
  ({
    updated: message('auditLabels.updated'),
    status: message('auditLabels.status'),
    refused: message('auditLabels.refused'),
  }) satisfies Partial<Record<AuditAction, string>>;

/** `password-changed` becomes `Password changed`. */
function humanizeAction(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The word for an action of an entity. An action without a word is named by its id. */
export function actionLabelOf(words: ActivityWords | undefined, action: string): string {
  const common: Readonly<Record<string, string>> = commonActionLabels();
  return words?.actions?.[action] ?? common[action] ?? humanizeAction(action);
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
