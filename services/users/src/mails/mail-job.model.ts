import type { LanguagePreference } from '@khmer-learning/contracts';
import type { JobRow } from '@khmer-learning/service-kit';
import mongoose, { type Connection, type Types } from 'mongoose';

const { Schema } = mongoose;

/**
 * A queued mail. Its text, and the recipient's account for a link, are looked up when it is sent. So the request does the same
 * work for every address, and no link is stored.
 */
export interface MailJobRow extends JobRow, Partial<LanguagePreference> {
  kind:
    | 'resetPassword'
    | 'invitation'
    | 'confirmEmail'
    | 'emailChanged'
    | 'adminCreated'
    | 'secondFactorAdded'
    | 'secondFactorRemoved'
    | 'passkeyCopied'
    | 'secondFactorReset'
    | 'secondFactorResetByYou'
    | 'newBrowser'
    | 'identityLinked'
    | 'accountDeleted'
    | 'comment'
    | 'reviewRequested'
    | 'changesRequested'
    | 'reviewGranted'
    | 'webhookOff';
  /** The recipient. */
  email: string;
  /**
   * What the text mentions: the address of the admin who made the change or of the new administrator, or the name of
   * the identity provider.
   */
  about?: string;
  /** When the change was made. */
  at?: Date;
  /** The author of a comment, or who acted on a review. */
  authorId?: number;
  /** The place in the console that the link opens. */
  path?: string;
  /** The registration to confirm. */
  registrationId?: Types.ObjectId;
  /** The id of the request that queued the mail, for the audit log. */
  requestId: string | null;
  address: string | null;
  /** When MongoDB deletes it if it was not sent. */
  expiresAt: Date;
}

const mailJobSchema = new Schema<MailJobRow>(
  {
    // Not String: rows of the previous release have an ObjectId.
    _id: { type: Schema.Types.Mixed, required: true },
    kind: { type: String, required: true },
    email: { type: String, required: true },
    about: String,
    at: Date,
    language: String,
    numerals: String,
    authorId: Number,
    path: String,
    registrationId: Schema.Types.ObjectId,
    requestId: { type: String, default: null },
    address: { type: String, default: null },
    expiresAt: { type: Date, required: true },
    heldUntil: Date,
  },
  { collection: 'mail_jobs', versionKey: false },
)
  .index({ heldUntil: 1 })
  // Serves the deletion of an account.
  .index({ email: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The Mongoose model of the queued mails, registered on the service's own connection. */
export function mailJobModel(connection: Connection) {
  return connection.model('MailJob', mailJobSchema);
}
export type MailJobModel = ReturnType<typeof mailJobModel>;
