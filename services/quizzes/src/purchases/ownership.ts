import { type EventOf, owningStatuses, type Principal, type purchaseEvent } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { type OwningPurchase, ownershipIndex, owningPurchasesOf } from './owning-purchase.model.ts';

/** The learner whose token came with a request of `/api/v1`; undefined when there was none. */
export function learnerOf(principal: Principal): number | undefined {
  return principal.kind === 'apiKey' ? principal.learner?.userId : undefined;
}

/** Says whether a learner owns a main lesson. */
export type Ownership = (learnerId: number | undefined, mainLessonId: number) => boolean;

/** What these learners own of these main lessons, in one look-up. */
export async function readOwnership(
  connection: Connection,
  learnerIds: readonly number[],
  mainLessonIds: readonly number[],
): Promise<Ownership> {
  if (learnerIds.length === 0 || mainLessonIds.length === 0) return () => false;
  const purchases = await owningPurchasesOf(connection)
    .find(
      { userId: { $in: learnerIds }, mainLessonId: { $in: mainLessonIds } },
      { _id: 0, userId: 1, mainLessonId: 1 },
    )
    .hint(ownershipIndex)
    .lean();
  const owned = new Set(purchases.map(({ userId, mainLessonId }) => `${userId}.${mainLessonId}`));
  return (learnerId, mainLessonId) => owned.has(`${learnerId}.${mainLessonId}`);
}

/** Takes purchases as they are now; those that give nothing (any more) are forgotten. */
export async function keepPurchases(
  connection: Connection,
  events: readonly EventOf<typeof purchaseEvent>[],
  session: ClientSession,
): Promise<void> {
  if (events.length === 0) return;
  await owningPurchasesOf(connection).bulkWrite(
    events.map((event) => {
      const filter = { _id: Number(event.entityId) };
      const owned = whatIsOwned(event);
      if (!owned) return { deleteOne: { filter } };
      return { updateOne: { filter, update: { $set: owned }, upsert: true } };
    }),
    { session },
  );
}

function whatIsOwned({ state }: EventOf<typeof purchaseEvent>): Omit<OwningPurchase, '_id'> | undefined {
  if (!state || !owningStatuses.some((status) => status === state.paymentStatus)) return undefined;
  const { userId, mainLessonId } = state;
  return userId === null || mainLessonId === null ? undefined : { userId, mainLessonId };
}
