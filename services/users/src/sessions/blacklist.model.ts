import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A session that was signed out before it expired. */
export interface BlacklistRow {
  /** The session token's id (`jti`). The token itself is never stored, so a stolen list cannot be used to sign in. */
  token: string;
  userId: number;
  createdAt: Date;
  /** When the token expires. MongoDB deletes the row after this time. */
  expiredAt: Date;
}

const blacklistSchema = new Schema<BlacklistRow>(
  {
    token: { type: String, required: true },
    userId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiredAt: { type: Date, required: true },
  },
  { collection: 'blacklist', versionKey: false },
)
  .index({ token: 1 }, { unique: true })
  .index({ userId: 1, expiredAt: 1 })
  .index({ expiredAt: 1 }, { expireAfterSeconds: 0 });

export const blacklistModel = modelOf('Blacklist', blacklistSchema);
