import mongoose, { type Connection } from 'mongoose';

const { Schema } = mongoose;

/** A learner who has deleted the account, until the learner's name and address are erased from the audit log. */
export interface ErasureRow {
  /** The id of the former user. */
  _id: number;
  email: string;
  deletedAt: Date;
  /** When the audit log is searched next: its records arrive later than the deletion. */
  dueAt: Date;
  holder?: string | null;
  heldUntil?: Date;
  failures?: number;
}

const erasureSchema = new Schema<ErasureRow>(
  {
    _id: { type: Number, required: true },
    email: { type: String, required: true },
    deletedAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    holder: String,
    heldUntil: Date,
    failures: Number,
  },
  { collection: 'erasures', versionKey: false },
).index({ dueAt: 1 });

/** The Mongoose model of the erasures, registered on the service's own connection. */
export function erasureModel(connection: Connection) {
  return connection.model('Erasure', erasureSchema);
}
export type ErasureModel = ReturnType<typeof erasureModel>;
