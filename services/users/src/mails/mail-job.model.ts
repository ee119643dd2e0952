import mongoose, { type Connection, type Types } from 'mongoose';

const { Schema } = mongoose;

/**
 * A mail that is to be written and sent. Whom it concerns and what it says is found out when it is sent, so that the
 * request writes the same for every address, and no link is stored.
 */
export interface MailJobRow {
  _id: Types.ObjectId;
  kind: 'resetPassword' | 'confirmEmail' | 'emailChanged' | 'adminCreated';
  /** Whom it is sent to. */
  email: string;
  /** The address that it speaks of: of who changed the recipient's, or of the new administrator. */
  about?: string;
  /** When that was. */
  at?: Date;
  /** Of the registration to confirm. */
  registrationId?: Types.ObjectId;
  /** Of the request behind it, for the audit trail. */
  requestId: string | null;
  address: string | null;
  attempts: number;
  /** When it is tried next; a process that sends it moves this on, so that another takes over if it dies. */
  dueAt: Date;
  /** When it is given up. */
  expiresAt: Date;
}

const mailJobSchema = new Schema<MailJobRow>(
  {
    kind: { type: String, required: true },
    email: { type: String, required: true },
    about: String,
    at: Date,
    registrationId: Schema.Types.ObjectId,
    requestId: { type: String, default: null },
    address: { type: String, default: null },
    attempts: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'mail_jobs', versionKey: false },
)
  .index({ dueAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The mails that wait, registered on the service's own connection. */
export function mailJobModel(connection: Connection) {
  return connection.model('MailJob', mailJobSchema);
}
export type MailJobModel = ReturnType<typeof mailJobModel>;
