import { type Connection, type Model, Schema } from 'mongoose';

/** The replica of a purchase that gives a learner ownership of a main lesson; other purchases are not stored. */
export interface PurchaseReplica {
  /** The id of the purchase: a learner may have bought a main lesson several times. */
  _id: number;
  userId: number;
  mainLessonId: number;
}

/** Covers every query. */
export const ownershipIndex = { userId: 1, mainLessonId: 1 } as const;

const schema = new Schema<PurchaseReplica>(
  { _id: Number, userId: Number, mainLessonId: Number },
  { versionKey: false, collection: 'owning_purchases' },
);
schema.index(ownershipIndex);

/** The model of the collection `owning_purchases` on a connection; registers it on first use. */
export function purchaseReplicasOf(connection: Connection): Model<PurchaseReplica> {
  return connection.models.OwningPurchase ?? connection.model<PurchaseReplica>('OwningPurchase', schema);
}
