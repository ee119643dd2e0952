import { notificationLimits } from '@khmer-learning/contracts';
import type { ClientSession } from 'mongoose';
import type { NotificationModel, NotificationRow } from './notification.model.ts';

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
