import type { ActivityWords } from '@khmer-learning/console-sdk';
import type { AuditAction, AuditEntry } from '@khmer-learning/contracts';
import { formatSchoolMinute, translateServerMessage } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

/** The words for actions that no remote has words for. */
const actionMessages = {
  commented: 'auditLabels.commented',
  'comment-deleted': 'auditLabels.commentDeleted',
  'comment-edited': 'auditLabels.commentEdited',
  'comments-reopened': 'auditLabels.commentsReopened',
  'comments-resolved': 'auditLabels.commentsResolved',
  'changes-requested': 'auditLabels.changesRequested',
  created: 'auditLabels.created',
  deleted: 'auditLabels.deleted',
  'edited-together': 'auditLabels.editedTogether',
  'edits-undone': 'auditLabels.editsUndone',
  'import-undone': 'auditLabels.importUndone',
  exported: 'auditLabels.exported',
  imported: 'auditLabels.imported',
  moved: 'auditLabels.moved',
  'password-changed': 'auditLabels.passwordChanged',
  'preview-link-created': 'auditLabels.previewLinkCreated',
  'preview-link-revoked': 'auditLabels.previewLinkRevoked',
  'refund-requested': 'auditLabels.refundRequested',
  'refund-withdrawn': 'auditLabels.refundWithdrawn',
  refunded: 'auditLabels.refunded',
  refused: 'auditLabels.refused',
  released: 'auditLabels.released',
  restored: 'auditLabels.restored',
  'review-granted': 'auditLabels.reviewGranted',
  'review-requested': 'auditLabels.reviewRequested',
  'review-withdrawn': 'auditLabels.reviewWithdrawn',
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

/** A part of a detail: a text, or the field and the value of a filter, such as `mainLessonId 3`. */
function translateDetailPart(part: string): string {
  const [, field = '', value = ''] = /^(\w+) (.+)$/.exec(part) ?? [];
  return isKnownField(field)
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

/**
 * The changed fields and the detail: `title, sections count · 12 lessons deleted with it`; empty without both. Times in
 * the detail are shown in the school's time zone. Parts of a detail without a translation are shown in English.
 */
export function auditDetailText({ fields, detail }: Pick<AuditEntry, 'fields' | 'detail'>): string {
  const readable = translateDetail(detail ?? '').replace(isoTime, (at) => formatSchoolMinute(new Date(at)));
  return [fields.map(fieldName).join(', '), readable].filter(Boolean).join(' · ');
}

const fieldMessages = {
  active: 'fieldName.active',
  description: 'fieldName.description',
  email: 'fieldName.email',
  expiresAt: 'fieldName.expiresAt',
  firstName: 'fieldName.firstName',
  flags: 'fieldName.flags',
  free: 'fieldName.free',
  from: 'fieldName.from',
  icon: 'fieldName.icon',
  iconMode: 'fieldName.iconMode',
  image: 'fieldName.image',
  imageCover: 'fieldName.imageCover',
  lastName: 'fieldName.lastName',
  lesson: 'fieldName.lesson',
  lessonType: 'fieldName.lessonType',
  lessonId: 'fieldName.lessonId',
  lessonTypeId: 'fieldName.lessonTypeId',
  mainLessonId: 'fieldName.mainLessonId',
  level: 'fieldName.level',
  mainLesson: 'fieldName.mainLesson',
  name: 'fieldName.name',
  origins: 'fieldName.origins',
  paymentStatus: 'fieldName.paymentStatus',
  position: 'fieldName.position',
  practice: 'fieldName.practice',
  price: 'fieldName.price',
  questions: 'fieldName.questions',
  quotaPerMinute: 'fieldName.quotaPerMinute',
  recordings: 'fieldName.recordings',
  release: 'fieldName.release',
  rights: 'fieldName.rights',
  role: 'fieldName.role',
  scopes: 'fieldName.scopes',
  search: 'fieldName.search',
  sections: 'fieldName.sections',
  status: 'fieldName.status',
  text: 'fieldName.text',
  title: 'fieldName.title',
  to: 'fieldName.to',
  workingCopies: 'fieldName.workingCopies',
} as const;

const isKnownField = (name: string): name is keyof typeof fieldMessages => Object.hasOwn(fieldMessages, name);

/** `imageCover` becomes `image cover`. A field without a word is shown in English. */
export function fieldName(name: string): string {
  if (isKnownField(name)) return message(fieldMessages[name]);
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
