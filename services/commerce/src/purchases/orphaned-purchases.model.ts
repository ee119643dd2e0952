import type { Actor } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A deleted main lesson or user, or a user's new address, with more purchases than one transaction can process. */
export interface StoredOrphanedPurchases {
  /** `<field>:<id>`, or `email:<id>` */
  _id: string;
  field: 'mainLessonId' | 'userId';
  id: number;
  /** A user's new address; absent for a deletion. */
  email?: string;
  /** Who deleted or changed it. */
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<StoredOrphanedPurchases>(
  { _id: String, field: String, id: Number, email: String, actor: Schema.Types.Mixed, requestId: String },
  { versionKey: false, collection: 'departures' },
).index({ heldUntil: 1 });

export const orphanedPurchasesOf = modelOf('Departure', schema);
