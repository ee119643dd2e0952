import type { ActivityWords } from '@khmer-learning/console-sdk';
import { isActivityWords, useExtensions } from '@khmer-learning/console-sdk';
import type { AuditAction, AuditEntry } from '@khmer-learning/contracts';
import { formatSchoolMinute, translateServerMessage } from '@khmer-learning/ui-kit';
import { useMemo } from 'react';
import { en } from '../messages/en.ts';
import { message } from '../messages/messages.ts';

/** The words for actions that no remote has words for, and for fields. */
type CommonId = Extract<keyof typeof en, `auditAction.${AuditAction}` | `fieldName.${string}`>;

const isCommon = (id: string): id is CommonId => Object.hasOwn(en, id);

/** `password-changed` becomes `Password changed`. */
function humanizeAction(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The word for an action of an entity. An action without a word is named by its id. */
function actionLabelOf(words: ActivityWords | undefined, action: string): string {
  const id = `auditAction.${action}`;
  return words?.actions?.[action] ?? (isCommon(id) ? message(id) : humanizeAction(action));
}

/** Display name of an entry's actor, which is null for the system (no network address) and for requests without a session. */
export function auditActorName({
  actor,
  address,
}: Pick<AuditEntry, 'actor'> & Partial<Pick<AuditEntry, 'address'>>): string {
  if (actor === null) return message(address === null ? 'auditLabels.system' : 'auditLabels.notSignedIn');
  return actor.name || actor.email || message('auditLabels.account', { id: String(actor.id) });
}

/** A time as services write it into details. */
const isoTime = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A part of a detail: a text, or the field and the value of a filter, such as `mainLessonId 3`. */
function translateDetailPart(part: string): string {
  const [, field = '', value = ''] = /^(\w+) (.+)$/.exec(part) ?? [];
  return isCommon(`fieldName.${field}`)
    ? `${fieldName(field)} ${translateServerMessage(value)}`
    : translateServerMessage(part);
}

/** A service records a detail in English: one text, or several with commas or arrows between them. */
function translateDetail(detail: string): string {
  const whole = translateServerMessage(detail);
  return whole === detail
    ? detail
        .split(/(, | → )/)
        .map(translateDetailPart)
        .join('')
    : whole;
}

/** Titles that services record for what has no name of its own. */
const givenTitle = /^(?:API key of user \d+|Privacy policy|Deleted learner)$/;

/** The title of an entry in the language of the page, if a service has given it; else as people have written it. */
export const auditTitle = ({ title }: Pick<AuditEntry, 'title'>): string =>
  givenTitle.test(title) ? translateServerMessage(title) : title;

/** The changed fields and the detail: `title, sections count · 12 lessons deleted with it`; empty without both. */
export function auditDetailText({ fields, detail }: Pick<AuditEntry, 'fields' | 'detail'>): string {
  const readable = translateDetail(detail ?? '').replace(isoTime, (at) => formatSchoolMinute(new Date(at)));
  return [fields.map(fieldName).join(', '), readable].filter(Boolean).join(' · ');
}

/** `imageCover` becomes `image cover`. A field without a word is shown in English. */
export function fieldName(name: string): string {
  const id = `fieldName.${name}`;
  return isCommon(id) ? message(id) : name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** How the activity names entities and actions. */
export interface ActivityWording {
  /** The entities that have words, by order. */
  readonly entities: readonly { readonly entity: string; readonly label: string }[];
  /** The display name of an entity; its id if no remote has words for it. */
  readonly entityLabel: (entity: string) => string;
  /** The word for an action of an entity; without an entity, that of the first one that has a word for it. */
  readonly actionLabel: (action: string, entity?: string) => string;
}

/** The words of all remotes for the activity. If two have words for an entity, the first by order is used. */
export function useActivityWords(): ActivityWording {
  const provided = useExtensions(isActivityWords);
  return useMemo(() => {
    const words = provided.map(({ extension }) => extension);
    const byEntity = new Map(words.toReversed().map((one) => [one.entity, one]));
    return {
      entities: words.filter((one) => byEntity.get(one.entity) === one),
      entityLabel: (entity) => byEntity.get(entity)?.label ?? entity,
      actionLabel: (action, entity) =>
        actionLabelOf(
          entity === undefined
            ? words.find(({ actions }) => actions?.[action] !== undefined)
            : byEntity.get(entity),
          action,
        ),
    };
  }, [provided]);
}
