import type { LanguagePreference } from '@khmer-learning/contracts';
import { type JobRow, modelOf } from '@khmer-learning/service-kit';
import { Schema, type Types } from 'mongoose';

/** A queued mail. Text and account are looked up when it is sent: each address is the same work, and no link is stored. */
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
  email: string;
  /** What the text mentions: the address of an admin, or the name of an identity provider. */
  about?: string;
  at?: Date;
  /** The author of a comment, or who acted on a review. */
  authorId?: number;
  /** The place in the console that the link opens. */
  path?: string;
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

export const mailJobModel = modelOf('MailJob', mailJobSchema);
