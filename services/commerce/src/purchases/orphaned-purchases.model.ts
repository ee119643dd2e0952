import type { Actor } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** A main lesson or a person that is gone, with more purchases than one transaction bears. */
export interface StoredOrphanedPurchases {
  /** `<field>:<id>` */
  _id: string;
  field: 'mainLessonId' | 'userId';
  id: number;
  /** Who is behind it. */
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<StoredOrphanedPurchases>(
  { _id: String, field: String, id: Number, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'departures' },
);

export function orphanedPurchasesOf(connection: Connection): Model<StoredOrphanedPurchases> {
  return connection.models.Departure ?? connection.model<StoredOrphanedPurchases>('Departure', schema);
}
