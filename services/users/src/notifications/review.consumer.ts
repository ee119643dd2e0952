import { addressOfItem, type EventOf, type ReviewEvent, reviewEvents } from '@khmer-learning/contracts';
import {
  type EventConsumer,
  isEventOf,
  type Service,
  startEventConsumer,
  type Transaction,
} from '@khmer-learning/service-kit';
import { createMailStore } from '../mails/mail-queue.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';
import { createReviewerLookup, createStaffLookup } from '../users/staff-lookup.ts';
import { type NotificationModel, type NotificationRow, notificationModel } from './notification.model.ts';
import { notificationLifetimeMs, storeNotification } from './notification-rows.ts';

interface Deps {
  readonly findStaff: ReturnType<typeof createStaffLookup>;
  readonly findReviewers: ReturnType<typeof createReviewerLookup>;
  readonly notifications: NotificationModel;
  readonly storeMail: ReturnType<typeof createMailStore>;
}

const definitions = Object.values(reviewEvents);

/**
 * Starts the consumer that notifies people of reviews: who may publish the item of a request, and the requester of the answer, never
 * who acts. What others were told of the same review is forgotten with its next step. The mail comes when the notification becomes
 * unread, not again until it was read.
 */
export function startReviewConsumer(service: Service): EventConsumer {
  const { connection } = service;
  const deps: Deps = {
    findStaff: createStaffLookup(connection),
    findReviewers: createReviewerLookup(connection),
    notifications: notificationModel(connection),
    storeMail: createMailStore(connection),
  };
  return startEventConsumer(service, {
    durable: 'users-reviews',
    filterSubject: 'events.*.review.*',
    events: definitions,
    async handle(events, tx) {
      for (const event of events)
        for (const definition of definitions) if (isEventOf(definition, event)) await notify(deps, event, tx);
    },
  });
}

async function notify(
  { findStaff, findReviewers, notifications, storeMail }: Deps,
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
    : await (isRequest ? findReviewers(state, session) : findStaff([state.requestedBy], session));
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
