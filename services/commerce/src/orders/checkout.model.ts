import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A learner's only open checkout of a main lesson. It is stored before the order is created at the provider. */
export interface Checkout {
  /** `<user id>:<main lesson id>` */
  _id: string;
  /** The id of the purchase that it becomes. */
  purchase: number;
  /** `PayPal-Request-Id` of the order, stored before it is sent. */
  requestId: string;
  /** Cents, USD. */
  amount: number;
  createdAt: Date;
}

const schema = new Schema<Checkout>(
  { _id: String, purchase: Number, requestId: String, amount: Number, createdAt: Date },
  { versionKey: false, collection: 'checkouts' },
);

export const checkoutsOf = modelOf('Checkout', schema);
