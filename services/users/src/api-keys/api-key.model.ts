import type { ApiKeyScope } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A registered key. The key itself is never stored. Keys from before there were settings lack the optional fields. */
export interface ApiKeyRow {
  _id: number;
  userId: number;
  keyHash: string;
  prefix: string;
  name?: string | null;
  scopes?: ApiKeyScope[];
  /** Calls per minute; null for the default of the installation. */
  quotaPerMinute?: number | null;
  origins?: string[];
  expiresAt?: Date | null;
  /** The version of its last event; absent: 1. */
  version?: number;
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
    name: { type: String, default: null },
    scopes: { type: [String], required: true },
    quotaPerMinute: { type: Number, default: null },
    origins: { type: [String], required: true },
    expiresAt: { type: Date, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  { collection: 'api_keys', versionKey: false },
)
  .index({ keyHash: 1 }, { unique: true })
  .index({ revokedAt: 1, _id: -1 })
  .index({ userId: 1, revokedAt: 1 })
  // One active key without a name per admin, also under concurrent requests.
  .index({ userId: 1, name: 1 }, { unique: true, partialFilterExpression: { revokedAt: null, name: null } });

export const apiKeyModel = modelOf('ApiKey', apiKeySchema);
