import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** A console session that was signed out before its end. */
export interface BlacklistRow {
  /** The session token's id (`jti`), never the token itself: the list is of no use to a thief. */
  token: string;
  userId: number;
  createdAt: Date;
  /** When the token would have ended anyway; MongoDB removes the row after that. */
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

/** The signed-out sessions, registered on the service's own connection. */
export function blacklistModel(connection: Connection) {
  return connection.model('Blacklist', blacklistSchema);
}
export type BlacklistModel = ReturnType<typeof blacklistModel>;
