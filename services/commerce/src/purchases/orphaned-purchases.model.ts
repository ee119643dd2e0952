import type { Actor } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** A deleted main lesson or user with more purchases than one transaction can process. */
export interface StoredOrphanedPurchases {
  /** `<field>:<id>` */
  _id: string;
  field: 'mainLessonId' | 'userId';
  id: number;
  /** Who deleted it. */
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<StoredOrphanedPurchases>(
  { _id: String, field: String, id: Number, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'departures' },
);

/** The Mongoose model of the pending orphaned purchases of a connection. */
export function orphanedPurchasesOf(connection: Connection): Model<StoredOrphanedPurchases> {
  return connection.models.Departure ?? connection.model<StoredOrphanedPurchases>('Departure', schema);
}
