import { type EventOf, owningStatuses, type Principal, type purchaseEvent } from '@khmer-learning/contracts';
import type { ClientSession, Connection } from 'mongoose';
import { type OwningPurchase, ownershipIndex, owningPurchasesOf } from './owning-purchase.model.ts';

/** The learner whose token came with a request of `/api/v1`; undefined when there was none. */
export function learnerOf(principal: Principal): number | undefined {
  return principal.kind === 'apiKey' ? principal.learner?.userId : undefined;
}

/** Which of these main lessons a learner owns: none when nobody is named. */
export async function ownedMainLessons(
  connection: Connection,
  learnerId: number | undefined,
  mainLessonIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (learnerId === undefined || mainLessonIds.length === 0) return new Set();
  const purchases = await owningPurchasesOf(connection)
    .find({ userId: learnerId, mainLessonId: { $in: mainLessonIds } }, { _id: 0, mainLessonId: 1 })
    .hint(ownershipIndex)
    .lean();
  return new Set(purchases.map(({ mainLessonId }) => mainLessonId));
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
