import type { Proof } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A session of the console, so that its user can recognise and end it. The signed token, not this row, grants access. */
export interface ConsoleSessionRow {
  /** The session token's id (`jti`). */
  _id: string;
  userId: number;
  /** The epoch of the user's sessions at sign-in. When it is raised, the session has ended. */
  epoch: number;
  /** What the browser sent, shortened. */
  userAgent: string;
  createdAt: Date;
  /** When the session last loaded the console, to the minute. */
  lastUsedAt: Date;
  /** How the sign-in was proved, and when the user last proved who it is; absent in rows of an earlier release. */
  proof?: Proof;
  provedAt?: Date;
  /** The session of the school's provider (`sid`) that it came from. */
  schoolSessionId?: string;
  /** When the session ends at the latest. MongoDB deletes the row after this time. */
  expiresAt: Date;
}

const consoleSessionSchema = new Schema<ConsoleSessionRow>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    epoch: { type: Number, required: true },
    userAgent: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    proof: String,
    provedAt: Date,
    schoolSessionId: String,
    expiresAt: { type: Date, required: true },
  },
  { collection: 'console_sessions', versionKey: false },
)
  .index({ userId: 1, createdAt: -1 })
  .index({ schoolSessionId: 1 }, { sparse: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const consoleSessionModel = modelOf('ConsoleSession', consoleSessionSchema);
