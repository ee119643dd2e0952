import {
  addressOfComment,
  type CommentThreadEvent,
  commentThreadEvents,
  type EventOf,
  type StateOf,
} from '@khmer-learning/contracts';
import type { EventConsumer, Service, Transaction } from '@khmer-learning/service-kit';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { NotificationRow } from './notification.model.ts';
import {
  type NotifierDeps,
  notificationLifetimeMs,
  startNotifier,
  storeNotification,
} from './notification-rows.ts';

type Thread = StateOf<CommentThreadEvent>;

/**
 * Notifies those whom a comment mentions, and authors of earlier ones in its thread, but its author. A thread has one
 * notification for each; a mail comes when that becomes unread, not again until it was read.
 */
export function startCommentConsumer(service: Service): EventConsumer {
  return startNotifier(
    service,
    {
      durable: 'users-comments',
      filterSubject: 'events.*.comment-thread.*',
      events: Object.values(commentThreadEvents),
    },
    notify,
  );
}

async function notify(
  { staff, notifications, storeMail }: NotifierDeps,
  { service, entityId, state, requestId }: EventOf<CommentThreadEvent>,
  { session }: Transaction,
): Promise<void> {
  const subject = `comment.${service}.${entityId}`;
  if (!state) {
    await notifications.deleteMany({ subject }, { session });
    return;
  }
  const newest = findNewest(state);
  const recipients = await staff.of([...newest.keys()], session);
  const known = await notifications
    .find({ _id: { $in: recipients.map(({ _id }) => `${subject}.${_id}`) } })
    .session(session)
    .lean<NotificationRow[]>();
  const byUser = new Map(known.map((row) => [row.userId, row]));
  for (const recipient of recipients) {
    const found = newest.get(recipient._id);
    const former = byUser.get(recipient._id);
    if (!found || (former?.comment ?? 0) >= found.comment.id) continue;
    const { comment, reason } = found;
    const at = new Date(comment.createdAt);
    const { item, id: thread } = state;
    const about = { kind: 'comment', reason, item, thread, byId: comment.authorId } as const;
    const row = { subject, userId: recipient._id, comment: comment.id, at, about };
    await storeNotification(notifications, row, former, session);
    if (former && !former.isRead) continue;
    const { email } = recipient;
    const path = addressOfComment(state.item, state.id);
    const mail = { kind: 'comment', email, ...languagePreferenceOf(recipient), path } as const;
    await storeMail({ actor: null, requestId }, { ...mail, authorId: comment.authorId }, session);
  }
}

/** The newest comment that each person is to be told of, by user id. */
function findNewest({ comments }: Thread) {
  const newest = new Map<number, { comment: Thread['comments'][number]; reason: 'mention' | 'reply' }>();
  const authors = new Set<number>();
  const oldest = Date.now() - notificationLifetimeMs;
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
