import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The counter of attempts of one account, network or browser, or of uses of a rate-limited call. */
export interface AttemptRow {
  /** `account:<email>`, `account:<email> <network or browser>`, `network:<network>`, or the key of a limited call. */
  _id: string;
  /** Wrong attempts, or uses of a rate-limited call. */
  count: number;
  /** Attempts that are being checked now, possibly by another process. */
  pending: number;
  /** Distinguishes a window from the next one under the same id. */
  startedAt: Date;
  /** Until this time further attempts are rejected. */
  blockedUntil: Date;
  /** The end of the window. MongoDB deletes the row after this time. */
  expiresAt: Date;
}

const attemptSchema = new Schema<AttemptRow>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    pending: { type: Number, required: true },
    startedAt: { type: Date, required: true },
    blockedUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'rate_limits', versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The Mongoose model of the attempt counters, registered on the service's own connection. */
export function attemptModel(connection: Connection) {
  return connection.model('Attempt', attemptSchema);
}
export type AttemptModel = ReturnType<typeof attemptModel>;
