import {
  addressOfComment,
  type CommentThreadEvent,
  commentThreadEvents,
  type EventOf,
  notificationLimits,
  type StateOf,
  staffRoles,
} from '@khmer-learning/contracts';
import {
  type EventConsumer,
  isEventOf,
  type Service,
  startEventConsumer,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { type MailJobModel, mailJobModel } from '../mails/mail-job.model.ts';
import { storeMail } from '../mails/mail-queue.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import { type UserModel, type UserRow, userModel } from '../users/user.model.ts';
import { type NotificationModel, type NotificationRow, notificationModel } from './notification.model.ts';

type Thread = StateOf<CommentThreadEvent>;
type Recipient = Pick<UserRow, '_id' | 'email' | 'language' | 'numerals'>;

interface Models {
  readonly users: UserModel;
  readonly notifications: NotificationModel;
  readonly mails: MailJobModel;
}

const definitions = Object.values(commentThreadEvents);
const lifetimeMs = notificationLimits.days * 24 * 60 * 60_000;

/**
 * Starts the consumer that notifies people of comments: those who are mentioned, and the authors of earlier comments in the
 * thread, never the author. A thread has one notification for each, which the next comment makes unread again. The mail
 * comes when it becomes unread, not again until it was read.
 */
export function startCommentConsumer(service: Service): EventConsumer {
  const { connection } = service;
  const models: Models = {
    users: userModel(connection),
    notifications: notificationModel(connection),
    mails: mailJobModel(connection),
  };
  return startEventConsumer(service, {
    durable: 'users-comments',
    filterSubject: 'events.*.comment-thread.*',
    events: definitions,
    async handle(events, tx) {
      for (const event of events)
        for (const definition of definitions)
          if (isEventOf(definition, event)) await notify(models, event, tx);
    },
  });
}

async function notify(
  { users, notifications, mails }: Models,
  { service, entityId, state, requestId }: EventOf<CommentThreadEvent>,
  { session }: Transaction,
): Promise<void> {
  const subject = `comment.${service}.${entityId}`;
  if (!state) {
    await notifications.deleteMany({ subject }, { session });
    return;
  }
  const newest = findNewest(state);
  const recipients = await users
    .find({ _id: { $in: [...newest.keys()] }, isActive: true, role: { $in: staffRoles } })
    .select({ email: 1, language: 1, numerals: 1 })
    .session(session)
    .lean<Recipient[]>();
  const known = await notifications
    .find({ _id: { $in: recipients.map(({ _id }) => `${subject}.${_id}`) } })
    .session(session)
    .lean<NotificationRow[]>();
  const byUser = new Map(known.map((row) => [row.userId, row]));
  for (const recipient of recipients) {
    const found = newest.get(recipient._id);
    const former = byUser.get(recipient._id);
    if (!found || (former && former.comment >= found.comment.id)) continue;
    const { comment, reason } = found;
    const at = new Date(comment.createdAt);
    const about = {
      kind: 'comment',
      reason,
      item: state.item,
      thread: state.id,
      byId: comment.authorId,
    } as const;
    const row: NotificationRow = {
      ...{ _id: `${subject}.${recipient._id}`, userId: recipient._id, subject, comment: comment.id },
      ...{ at, isRead: false, about, expiresAt: new Date(at.getTime() + lifetimeMs) },
    };
    await notifications.replaceOne({ _id: row._id }, row, { session, upsert: true });
    if (!former) await deleteOldest(notifications, recipient._id, session);
    if (former && !former.isRead) continue;
    const { email } = recipient;
    const path = addressOfComment(state.item, state.id);
    const mail = { kind: 'comment', email, ...languagePreferenceOf(recipient), path } as const;
    await storeMail(mails, { requestId }, { ...mail, authorId: comment.authorId }, session);
  }
}

/** The newest comment that each person is to be told of, by user id. */
function findNewest({ comments }: Thread) {
  const newest = new Map<number, { comment: Thread['comments'][number]; reason: 'mention' | 'reply' }>();
  const authors = new Set<number>();
  const oldest = Date.now() - lifetimeMs;
  for (const comment of comments) {
    const isKept = Date.parse(comment.createdAt) > oldest;
    const mentioned = new Set(comment.mentions);
    for (const userId of new Set([...authors, ...mentioned]))
      if (isKept && userId !== comment.authorId)
        newest.set(userId, { comment, reason: mentioned.has(userId) ? 'mention' : 'reply' });
    authors.add(comment.authorId);
  }
  return newest;
}

/** Keeps the number of a user's notifications bounded. */
async function deleteOldest(
  notifications: NotificationModel,
  userId: number,
  session: ClientSession,
): Promise<void> {
  const rows = await notifications
    .find({ userId }, { _id: 1 }, { session })
    .sort({ at: -1, _id: -1 })
    .skip(notificationLimits.perUser)
    .lean<{ _id: string }[]>();
  if (rows.length > 0)
    await notifications.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { session });
}
