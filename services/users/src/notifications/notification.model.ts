import type { Notification } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { type Model, Schema } from 'mongoose';

type Stored<About> = About extends unknown ? Omit<About, 'by'> & { readonly byId: number } : never;
/** What a notification says; names are looked up when it is read. */
type StoredAbout = Stored<Notification['about']>;

/** A notification of a user. One about comments stands for all that are new in a thread, one about a review for its last step. */
export interface NotificationRow {
  /** `comment.content.12.7`: the thread 12 of content, for the user 7. */
  _id: string;
  userId: number;
  /** The subject: `comment.content.12`. */
  subject: string;
  /** The comment it is about, or the version of the review. Only a later one makes it unread again. */
  comment?: number;
  version?: number;
  at: Date;
  isRead: boolean;
  about: StoredAbout;
  /** MongoDB deletes it after this time (TTL index). */
  expiresAt: Date;
}

const schema = new Schema<NotificationRow>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    subject: { type: String, required: true },
    comment: Number,
    version: Number,
    at: { type: Date, required: true },
    isRead: { type: Boolean, required: true },
    about: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'notifications', versionKey: false },
)
  .index({ userId: 1, at: -1, _id: -1 })
  .index({ userId: 1, isRead: 1 })
  // Serves the end of a thread.
  .index({ subject: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const notificationModel = modelOf('Notification', schema);
export type NotificationModel = Model<NotificationRow>;
