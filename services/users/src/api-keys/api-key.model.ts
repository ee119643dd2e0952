import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** A registered key. The key itself is never stored. */
export interface ApiKeyRow {
  _id: number;
  userId: number;
  /** SHA-256 (hex) of the key. */
  keyHash: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Revoked keys are kept, so that a leaked key can never be registered again. */
  revokedAt: Date | null;
}

const apiKeySchema = new Schema<ApiKeyRow>(
  {
    _id: { type: Number, required: true },
    userId: { type: Number, required: true },
    keyHash: { type: String, required: true },
    prefix: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  { collection: 'api_keys', versionKey: false },
)
  .index({ keyHash: 1 }, { unique: true })
  .index({ revokedAt: 1, _id: -1 })
  // One active key per admin, also under concurrent requests.
  .index({ userId: 1 }, { unique: true, partialFilterExpression: { revokedAt: null } });

/** The Mongoose model of the API keys, registered on the service's own connection. */
export function apiKeyModel(connection: Connection) {
  return connection.model('ApiKey', apiKeySchema);
}
export type ApiKeyModel = ReturnType<typeof apiKeyModel>;
