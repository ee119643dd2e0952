import { isDuplicateKey, nextId } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { checkoutsOf, type StoredCheckout } from './checkout.model.ts';

export type Checkout = Omit<StoredCheckout, 'holds'>;

/** What a learner wants to buy, for how much. */
export interface CheckoutRequest {
  readonly userId: number;
  readonly mainLessonId: number;
  /** Cents, USD. */
  readonly amount: number;
}

/**
 * The learner's checkout of a main lesson, begun if there is none: two requests at the same time share one, and with
 * it the provider's order.
 *
 * @param replaced a checkout that has ended, or is about another price, to be replaced by a new one
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
    const known = await checkouts.findById(_id, { holds: 0 }).lean<Checkout>();
    if (known) return known;
  }
  const purchase = await nextId(connection, 'purchase');
  const fresh = { purchase, requestId: `order-${purchase}`, amount, createdAt: now };
  try {
    if (replaced) await checkouts.updateOne({ _id, purchase: replaced.purchase }, { $set: fresh });
    else await checkouts.create({ _id, ...fresh, holds: 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Another request may have been quicker: all go on with what is stored.
  const stored = await checkouts.findById(_id, { holds: 0 }).lean<Checkout>();
  return stored ?? findOrCreateCheckout(connection, { userId, mainLessonId, amount }, now);
}

/**
 * Holds a checkout until the transaction ends: it is neither replaced nor ended meanwhile.
 *
 * @returns false when that has happened already
 */
export async function lockCheckout(
  connection: Connection,
  { _id, purchase }: Checkout,
  session: ClientSession,
): Promise<boolean> {
  const { matchedCount } = await checkoutsOf(connection).updateOne(
    { _id, purchase },
    { $inc: { holds: 1 } },
    { session },
  );
  return matchedCount === 1;
}

/** Ends the checkout of a purchase that is deleted: the next order is a new one. */
export async function deleteCheckout(
  connection: Connection,
  row: { _id: number; userId: number | null; mainLessonId: number | null },
  session: ClientSession,
): Promise<void> {
  const { _id: purchase, userId, mainLessonId } = row;
  await checkoutsOf(connection).deleteOne({ _id: `${userId}:${mainLessonId}`, purchase }, { session });
}
