import { isDuplicateKey, lockRows, modelOf, nextId } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';

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

/** The main lesson that a learner wants to buy, and its price. */
export interface CheckoutRequest {
  readonly userId: number;
  readonly mainLessonId: number;
  /** Cents, USD. */
  readonly amount: number;
}

/**
 * Finds or creates the learner's checkout of a main lesson. Concurrent requests share one, and so an order.
 * @param replaced one that has ended or has another price, to be replaced
 */
export async function findOrCreateCheckout(
  connection: Connection,
  { userId, mainLessonId, amount }: CheckoutRequest,
  now: Date,
  replaced?: Checkout,
): Promise<Checkout> {
  const _id = `${userId}:${mainLessonId}`;
  const checkouts = checkoutsOf(connection);
  if (!replaced) {
    const known = await checkouts.findById(_id).lean<Checkout>();
    if (known) return known;
  }
  const purchase = await nextId(connection, 'purchase');
  const fresh = { purchase, requestId: `order-${purchase}`, amount, createdAt: now };
  try {
    if (replaced) await checkouts.updateOne({ _id, purchase: replaced.purchase }, { $set: fresh });
    else await checkouts.create({ _id, ...fresh });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // A concurrent request may have won: every request continues with the stored checkout.
  const stored = await checkouts.findById(_id).lean<Checkout>();
  return stored ?? findOrCreateCheckout(connection, { userId, mainLessonId, amount }, now);
}

/** Locks a checkout until the transaction ends. @returns false when it has been replaced or deleted */
export async function lockCheckout(
  connection: Connection,
  { _id, purchase }: Checkout,
  session: ClientSession,
): Promise<boolean> {
  return (await lockRows(checkoutsOf(connection), [_id], session, { where: { purchase } })) === 1;
}

/** Deletes the checkout of a deleted purchase, so that the learner's next order is a new one. */
export async function deleteCheckout(
  connection: Connection,
  row: { _id: number; userId: number | null; mainLessonId: number | null },
  session: ClientSession,
): Promise<void> {
  const { _id: purchase, userId, mainLessonId } = row;
  await checkoutsOf(connection).deleteOne({ _id: `${userId}:${mainLessonId}`, purchase }, { session });
}
