import {
  addressOfComment,
  type CommentThreadEvent,
  commentThreadEvents,
  type EventOf,
  type StateOf,
} from '@khmer-learning/contracts';
import {
  type EventConsumer,
  isEventOf,
  type Service,
  startEventConsumer,
  type Transaction,
} from '@khmer-learning/service-kit';
import { createMailStore } from '../mails/mail-queue.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import { createStaffLookup } from '../users/staff-lookup.ts';
import { type NotificationModel, type NotificationRow, notificationModel } from './notification.model.ts';
import { notificationLifetimeMs, storeNotification } from './notification-rows.ts';

type Thread = StateOf<CommentThreadEvent>;

interface Deps {
  readonly findStaff: ReturnType<typeof createStaffLookup>;
  readonly notifications: NotificationModel;
  readonly storeMail: ReturnType<typeof createMailStore>;
}

const definitions = Object.values(commentThreadEvents);

/**
 * Starts the consumer that notifies people of comments: those who are mentioned, and the authors of earlier comments in the
 * thread, never the author. A thread has one notification for each, which the next comment makes unread again. The mail
 * comes when it becomes unread, not again until it was read.
 */
export function startCommentConsumer(service: Service): EventConsumer {
  const { connection } = service;
  const deps: Deps = {
    findStaff: createStaffLookup(connection),
    notifications: notificationModel(connection),
    storeMail: createMailStore(connection),
  };
  return startEventConsumer(service, {
    durable: 'users-comments',
    filterSubject: 'events.*.comment-thread.*',
    events: definitions,
    async handle(events, tx) {
      for (const event of events)
        for (const definition of definitions) if (isEventOf(definition, event)) await notify(deps, event, tx);
    },
  });
}

async function notify(
  { findStaff, notifications, storeMail }: Deps,
  { service, entityId, state, requestId }: EventOf<CommentThreadEvent>,
  { session }: Transaction,
): Promise<void> {
  const subject = `comment.${service}.${entityId}`;
  if (!state) {
    await notifications.deleteMany({ subject }, { session });
    return;
  }
  const newest = findNewest(state);
  const recipients = await findStaff([...newest.keys()], session);
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
    const about = {
      kind: 'comment',
      reason,
      item: state.item,
      thread: state.id,
      byId: comment.authorId,
    } as const;
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
