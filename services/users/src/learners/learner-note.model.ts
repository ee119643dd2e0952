import { type Connection, type Model, Schema } from 'mongoose';

/** A note of staff about a learner. */
export interface LearnerNoteRow {
  _id: number;
  /** The learner's id. */
  userId: number;
  authorId: number;
  text: string;
  createdAt: Date;
}

const schema = new Schema<LearnerNoteRow>(
  { _id: Number, userId: Number, authorId: Number, text: String, createdAt: Date },
  { collection: 'learner_notes', versionKey: false },
).index({ userId: 1, _id: -1 });

/** The Mongoose model of the notes, registered on the service's own connection. */
export function learnerNoteModel(connection: Connection): Model<LearnerNoteRow> {
  return connection.models.LearnerNote ?? connection.model<LearnerNoteRow>('LearnerNote', schema);
}
