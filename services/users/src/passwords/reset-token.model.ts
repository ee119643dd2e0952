import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The reset link of a user. Each user has at most one: a newer link replaces the older. */
export interface ResetTokenRow {
  /** The user's id. */
  _id: number;
  /** SHA-256 (hex) of the token in the link. */
  tokenHash: string;
  /** The account's address and epoch when the link was mailed. A changed address or password invalidates the link. */
  email: string;
  epoch: number;
  expiresAt: Date;
  /** Until this time one request has exclusive use of the link. The link is deleted when the new password is stored. */
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

/** The Mongoose model of the reset links, registered on the service's own connection. */
export function resetTokenModel(connection: Connection) {
  return connection.model('ResetToken', resetTokenSchema);
}
export type ResetTokenModel = ReturnType<typeof resetTokenModel>;
