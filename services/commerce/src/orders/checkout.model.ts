import { type Connection, type Model, Schema } from 'mongoose';

/** The one open order of a learner for a main lesson. It is there before the provider is asked for an order. */
export interface StoredCheckout {
  /** `<user id>:<main lesson id>` */
  _id: string;
  /** The purchase it becomes, or has become. */
  purchase: number;
  /** `PayPal-Request-Id` of the order, stored before it is sent. */
  requestId: string;
  /** Cents, USD. */
  amount: number;
  createdAt: Date;
  /** How often a write has relied on it. */
  holds: number;
}

const schema = new Schema<StoredCheckout>(
  { _id: String, purchase: Number, requestId: String, amount: Number, createdAt: Date, holds: Number },
  { versionKey: false, collection: 'checkouts' },
);

export function checkoutsOf(connection: Connection): Model<StoredCheckout> {
  return connection.models.Checkout ?? connection.model<StoredCheckout>('Checkout', schema);
}
