import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** One sign-in of a learner's app that can get new tokens: the family of its refresh tokens (RFC 9700, 4.14.2). */
export interface RefreshFamilyRow {
  /** The id (`jti`) of all access tokens of the family. */
  _id: string;
  userId: number;
  /** SHA-256 (hex) of the only refresh token that can be used. */
  tokenHash: string;
  /** The epoch of the user's sessions at sign-in. When it is raised, the family ends. */
  epoch: number;
  /** When the last access token of the family has expired. */
  accessExpiresAt: Date;
  usedAt: Date;
  /** When the refresh token expires. MongoDB deletes the row after this time. */
  expiresAt: Date;
}

const refreshFamilySchema = new Schema<RefreshFamilyRow>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    tokenHash: { type: String, required: true },
    epoch: { type: Number, required: true },
    accessExpiresAt: { type: Date, required: true },
    usedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'refresh_families', versionKey: false },
)
  .index({ userId: 1, usedAt: -1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The Mongoose model of the refresh token families, registered on the service's own connection. */
export function refreshFamilyModel(connection: Connection) {
  return connection.model('RefreshFamily', refreshFamilySchema);
}
export type RefreshFamilyModel = ReturnType<typeof refreshFamilyModel>;
