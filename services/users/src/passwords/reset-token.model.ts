import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The one link by which a person may set a new password; a newer one takes its place. */
export interface ResetTokenRow {
  /** The person's id. */
  _id: number;
  /** SHA-256 (hex) of the token in the link. */
  tokenHash: string;
  /** What the account was when the link was made: a link mailed to an earlier address is dead, and so is one from before a password change. */
  email: string;
  epoch: number;
  expiresAt: Date;
  /** Until when one request alone may use the link; it is deleted with the new password. */
  claimedUntil?: Date;
}

const resetTokenSchema = new Schema<ResetTokenRow>(
  {
    _id: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    email: { type: String, required: true },
    epoch: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    claimedUntil: Date,
  },
  { collection: 'reset_tokens', versionKey: false },
)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The links that were mailed, registered on the service's own connection. */
export function resetTokenModel(connection: Connection) {
  return connection.model('ResetToken', resetTokenSchema);
}
export type ResetTokenModel = ReturnType<typeof resetTokenModel>;
