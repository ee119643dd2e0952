import { addressOfItem, type EventOf, type ReviewEvent, reviewEvents } from '@khmer-learning/contracts';
import type { EventConsumer, Service, Transaction } from '@khmer-learning/service-kit';
import { languagePreferenceOf } from '../users/language-preference.ts';
import type { NotificationRow } from './notification.model.ts';
import {
  type NotifierDeps,
  notificationLifetimeMs,
  startNotifier,
  storeNotification,
} from './notification-rows.ts';

/**
 * Notifies who may publish an item of a request for review, and the requester of the answer, but who acts. The next step of a
 * review forgets the former ones. A mail comes when a notification becomes unread, not again until it was read.
 */
export function startReviewConsumer(service: Service): EventConsumer {
  return startNotifier(
    service,
    {
      durable: 'users-reviews',
      filterSubject: 'events.*.review.*',
      events: Object.values(reviewEvents),
    },
    notify,
  );
}

async function notify(
  { staff, notifications, storeMail }: NotifierDeps,
  { service, entityId, version, state, requestId }: EventOf<ReviewEvent>,
  { session }: Transaction,
): Promise<void> {
  const subject = `review.${service}.${entityId}`;
  const isRequest = state?.state === 'requested';
  const at = new Date((isRequest ? state.requestedAt : state?.answeredAt) ?? 0);
  const byId = isRequest ? state.requestedBy : state?.answeredBy;
  // A schedule that nobody set has published it, or it is as old as what is forgotten.
  const isTold = state && byId != null && at.getTime() > Date.now() - notificationLifetimeMs;
  const found = !isTold
    ? []
    : await (isRequest ? staff.reviewersOf(state, session) : staff.of([state.requestedBy], session));
  const recipients = found.filter(({ _id }) => _id !== byId);
  const known = await notifications.find({ subject }).session(session).lean<NotificationRow[]>();
  const ids = new Set(recipients.map(({ _id }) => _id));
  const outdated = known.filter(({ userId }) => !ids.has(userId));
  if (outdated.length > 0)
    await notifications.deleteMany({ _id: { $in: outdated.map(({ _id }) => _id) } }, { session });
  if (!isTold) return;
  for (const recipient of recipients) {
    const former = known.find(({ userId }) => userId === recipient._id);
    if ((former?.version ?? 0) >= version) continue;
    const about = { kind: 'review', reason: state.state, item: state.item, byId } as const;
    const row = { subject, userId: recipient._id, version, at, about };
    await storeNotification(notifications, row, former, session);
    if (former && !former.isRead && former.about.kind === 'review' && former.about.reason === state.state)
      continue;
    const mail = { email: recipient.email, ...languagePreferenceOf(recipient), authorId: byId };
    const path = addressOfItem(state.item);
    await storeMail({ actor: null, requestId }, { ...mail, kind: mailOf[state.state], path }, session);
  }
}

const mailOf = {
  requested: 'reviewRequested',
  'changes-requested': 'changesRequested',
  granted: 'reviewGranted',
} as const;
