import { type Connection, type Model, Schema } from 'mongoose';

/** A purchase with which a learner owns a main lesson; one that no longer counts is not kept. */
export interface PurchaseReplica {
  /** The purchase's id: a learner may have bought a main lesson several times. */
  _id: number;
  userId: number;
  mainLessonId: number;
}

/** Holds everything that is asked for. */
export const ownershipIndex = { userId: 1, mainLessonId: 1 } as const;

const schema = new Schema<PurchaseReplica>(
  { _id: Number, userId: Number, mainLessonId: Number },
  { versionKey: false, collection: 'owning_purchases' },
);
schema.index(ownershipIndex);

export function purchaseReplicasOf(connection: Connection): Model<PurchaseReplica> {
  return connection.models.OwningPurchase ?? connection.model<PurchaseReplica>('OwningPurchase', schema);
}
