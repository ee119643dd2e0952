import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** The tries of one account or address since the first of them. */
export interface AttemptRow {
  /** `account:<e-mail>` or `address:<network address>`. */
  _id: string;
  wrong: number;
  /** Being checked at this moment, possibly by another process. */
  pending: number;
  /** When the tries are forgotten; also tells one row from its successor under the same id. */
  expiresAt: Date;
}

const attemptSchema = new Schema<AttemptRow>(
  {
    _id: { type: String, required: true },
    wrong: { type: Number, required: true },
    pending: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'attempts', versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The tries, registered on the service's own connection: every process counts in the same place. */
export function attemptModel(connection: Connection) {
  return connection.model('Attempt', attemptSchema);
}
export type AttemptModel = ReturnType<typeof attemptModel>;
