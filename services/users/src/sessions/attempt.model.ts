import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The tries of one account, network or browser, or the uses of a costly call. */
export interface AttemptRow {
  /** `account:<e-mail>`, `account:<e-mail> <network or browser>`, `network:<network>`, or what is used and by whom. */
  _id: string;
  /** Wrong tries, or uses of what has no right or wrong. */
  count: number;
  /** Being checked at this moment, possibly by another process. */
  pending: number;
  /** Tells one row from its successor under the same id. */
  startedAt: Date;
  /** Until when no further try is heard. */
  blockedUntil: Date;
  /** When the row is forgotten. */
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
  { collection: 'attempts', versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The tries, registered on the service's own connection: every process counts in the same place. */
export function attemptModel(connection: Connection) {
  return connection.model('Attempt', attemptSchema);
}
export type AttemptModel = ReturnType<typeof attemptModel>;
