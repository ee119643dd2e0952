import {
  defaultPageSize,
  deletedLearnerName,
  type Notification,
  notificationLimits,
  notificationsList,
  notificationsRead,
  notificationsUnread,
} from '@khmer-learning/contracts';
import { mountEndpoint, pageOf } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { requireSessionUserId } from '../sessions/require-session.ts';
import type { UserNameLookup } from '../users/user-name-lookup.ts';
import { type NotificationRow, notificationModel } from './notification.model.ts';

export function notificationRoutes(
  app: FastifyInstance,
  connection: Connection,
  findUserNames: UserNameLookup,
): void {
  const notifications = notificationModel(connection);

  const countUnread = (userId: number) =>
    notifications.countDocuments({ userId, isRead: false }, { limit: notificationLimits.counted + 1 });

  async function withNames(rows: readonly NotificationRow[]): Promise<Notification[]> {
    const names = await findUserNames([...new Set(rows.map(({ about }) => about.byId))]);
    return rows.map(({ _id: id, at, isRead, about: { byId, ...about } }) => ({
      ...{ id, at: at.toISOString(), isRead },
      about: { ...about, by: { id: byId, name: names.get(byId)?.name ?? deletedLearnerName } },
    }));
  }

  mountEndpoint(app, notificationsList, async ({ query, principal }) => {
    const userId = requireSessionUserId(principal);
    const { limit, offset } = pageOf(query) ?? { limit: defaultPageSize, offset: 0 };
    const rows = await notifications
      .find({ userId })
      .sort({ at: -1, _id: -1 })
      .skip(offset)
      .limit(limit + 1)
      .lean<NotificationRow[]>();
    return {
      notifications: await withNames(rows.slice(0, limit)),
      hasMore: rows.length > limit,
      unread: await countUnread(userId),
    };
  });
  mountEndpoint(app, notificationsUnread, async ({ principal }) => ({
    unread: await countUnread(requireSessionUserId(principal)),
  }));
  mountEndpoint(app, notificationsRead, async ({ body: { id }, principal }) => {
    const userId = requireSessionUserId(principal);
    const where = id === undefined ? { userId, isRead: false } : { _id: id, userId };
    await notifications.updateMany(where, { $set: { isRead: true } });
    return { unread: await countUnread(userId) };
  });
}
