import { type AuditAction, type AuditEntry, auditActions } from '@khmer-learning/contracts';
import type { ActivityWords } from '../extensions/activity-words.ts';

/** The words for actions that any entity can have. */
const commonActionLabels: Partial<Record<AuditAction, string>> = {
  updated: 'Changed',
  status: 'Status changed',
  refused: 'Access denied',
};

/** `password-changed` becomes `Password changed`. */
function humanizeAction(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const actionLabels: Record<string, string> = {
  ...Object.fromEntries(auditActions.map((action) => [action, humanizeAction(action)])),
  ...commonActionLabels,
};
const entityLabels: Record<string, string> = {};

/**
 * Display names of the audit log's actions, with the words of the remotes once their manifests are read.
 * @deprecated since 2.6: `useActivityWords` knows the words of each entity.
 */
export const auditActionLabels: Readonly<Record<AuditAction, string>> = actionLabels as Record<
  AuditAction,
  string
>;

/**
 * Display names of the audit log's entities, filled by the remotes' manifests.
 * @deprecated since 2.6: use `useActivityWords`.
 */
export const auditEntityLabels: Readonly<Record<string, string>> = entityLabels;

/** Fills the deprecated labels, which remotes of earlier versions read. The first words of an entity are used. */
export function setActivityWords(words: readonly ActivityWords[]): void {
  for (const { entity, label, actions } of words.toReversed()) {
    entityLabels[entity] = label;
    Object.assign(actionLabels, actions);
  }
}

/** The word for an action of an entity. An action without a word is named by its id. */
export function actionLabelOf(words: ActivityWords | undefined, action: string): string {
  const common: Readonly<Record<string, string>> = commonActionLabels;
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
  if (actor === null) return address === null ? 'System' : 'Not signed in';
  return actor.name || actor.email || `Account ${actor.id}`;
}

/** The changed fields and the detail: `title, sections count · 12 lessons deleted with it`; empty without both. */
export function auditDetailText({ fields, detail }: Pick<AuditEntry, 'fields' | 'detail'>): string {
  return [fields.map(humanizeFieldName).join(', '), detail ?? ''].filter(Boolean).join(' · ');
}

/** `imageCover` becomes `image cover`. */
export function humanizeFieldName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
