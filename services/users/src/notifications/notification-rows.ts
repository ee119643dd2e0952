import { type EventDefinition, type EventOf, notificationLimits } from '@khmer-learning/contracts';
import {
  type EventConsumer,
  isEventOf,
  type Service,
  startEventConsumer,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { createMailStore } from '../mails/mail-queue.ts';
import { createStaffLookup } from '../users/staff-lookup.ts';
import { type NotificationModel, type NotificationRow, notificationModel } from './notification.model.ts';

export interface NotifierDeps {
  readonly staff: ReturnType<typeof createStaffLookup>;
  readonly notifications: NotificationModel;
  readonly storeMail: ReturnType<typeof createMailStore>;
}

/** Starts a consumer that notifies people of events of some kinds. */
export function startNotifier<D extends EventDefinition>(
  service: Service,
  options: { readonly durable: string; readonly filterSubject: string; readonly events: readonly D[] },
  notify: (deps: NotifierDeps, event: EventOf<D>, tx: Transaction) => Promise<void>,
): EventConsumer {
  const { connection } = service;
  const deps = {
    staff: createStaffLookup(connection),
    notifications: notificationModel(connection),
    storeMail: createMailStore(connection),
  };
  return startEventConsumer(service, {
    ...options,
    async handle(events, tx) {
      for (const event of events)
        for (const definition of options.events)
          if (isEventOf(definition, event)) await notify(deps, event, tx);
    },
  });
}

/** How long a notification is kept. */
export const notificationLifetimeMs = notificationLimits.days * 24 * 60 * 60_000;

/** Stores what a user is told, unread, in the place of what the user was told of the same subject. */
export async function storeNotification(
  notifications: NotificationModel,
  notification: Omit<NotificationRow, '_id' | 'isRead' | 'expiresAt'>,
  former: NotificationRow | undefined,
  session: ClientSession,
): Promise<void> {
  const { subject, userId, at } = notification;
  const expiresAt = new Date(at.getTime() + notificationLifetimeMs);
  const row: NotificationRow = { ...notification, _id: `${subject}.${userId}`, isRead: false, expiresAt };
  await notifications.replaceOne({ _id: row._id }, row, { session, upsert: true });
  if (!former) await deleteOldest(notifications, userId, session);
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
