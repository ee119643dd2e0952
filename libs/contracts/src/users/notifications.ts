import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { isoDate, pagingFields } from '../core/fields.ts';
import { versionUserSchema } from '../core/versions.ts';

const session = { service: 'users', access: 'session' } as const;

/** Limits of notifications. */
export const notificationLimits = {
  /** Notifications of a user: the newest are kept, for these days. */
  perUser: 500,
  days: 90,
  /** Unread notifications are counted up to this number. */
  counted: 99,
} as const;

/** What a notification is about. Other kinds have other fields. */
const aboutSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('comment'),
    /** Why the user is told: a comment mentions them, or follows theirs in the thread. */
    reason: z.enum(['mention', 'reply']),
    item: z.object({ entity: z.string(), id: z.number().int(), title: z.string() }),
    thread: z.number().int(),
    by: versionUserSchema,
  }),
  z.object({
    kind: z.literal('review'),
    /** Why the user is told: may review it, has to change it, or has it published. */
    reason: z.enum(['requested', 'changes-requested', 'granted']),
    item: z.object({ entity: z.string(), id: z.number().int(), title: z.string() }),
    by: versionUserSchema,
  }),
]);

const notificationSchema = z.object({
  id: z.string(),
  at: isoDate,
  isRead: z.boolean(),
  about: aboutSchema,
});
/** A notification of a user of the console. */
export type Notification = z.infer<typeof notificationSchema>;

const unreadFields = {
  /** The number of unread ones, up to `notificationLimits.counted` + 1. */
  unread: z.number().int(),
};

/** The own notifications, newest first. */
export const notificationsList = endpoint({
  ...session,
  id: 'notifications.list',
  method: 'GET',
  path: '/api/notifications',
  summary: 'The own notifications, newest first',
  query: z.object(pagingFields),
  response: z.object({ notifications: z.array(notificationSchema), hasMore: z.boolean(), ...unreadFields }),
});

export const notificationsUnread = endpoint({
  ...session,
  id: 'notifications.unread',
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'The number of own unread notifications',
  response: z.object(unreadFields),
});

/** Marks one of the own notifications, or without `id` all of them, as read. Nothing happens to others. */
export const notificationsRead = endpoint({
  ...session,
  id: 'notifications.read',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark one or all of the own notifications as read',
  body: z.object({ id: z.string().min(1).max(100).optional() }),
  response: z.object(unreadFields),
});
