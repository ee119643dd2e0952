import { type EventOf, ownershipOf, type purchaseEvent } from '@khmer-learning/contracts';
import { syncReplicas } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { ownershipIndex, purchaseReplicasOf } from './purchase-replica.model.ts';

/** Whether a learner owns a main lesson; false without a learner. */
export type OwnershipCheck = (learnerId: number | undefined, mainLessonId: number) => boolean;

/** Reads in one query which of these learners own which of these main lessons, and returns the check. */
export async function createOwnershipCheck(
  connection: Connection,
  learnerIds: readonly number[],
  mainLessonIds: readonly number[],
): Promise<OwnershipCheck> {
  if (learnerIds.length === 0 || mainLessonIds.length === 0) return () => false;
  const purchases = await purchaseReplicasOf(connection)
    .find(
      { userId: { $in: learnerIds }, mainLessonId: { $in: mainLessonIds } },
      { _id: 0, userId: 1, mainLessonId: 1 },
    )
    .hint(ownershipIndex)
    .lean();
  const owned = new Set(purchases.map(({ userId, mainLessonId }) => `${userId}.${mainLessonId}`));
  return (learnerId, mainLessonId) => owned.has(`${learnerId}.${mainLessonId}`);
}

/** Updates the replicas from purchase events and deletes those of purchases that give no ownership (any more). */
export function replicatePurchases(
  connection: Connection,
  events: readonly EventOf<typeof purchaseEvent>[],
  session: ClientSession,
): Promise<void> {
  return syncReplicas(purchaseReplicasOf(connection), events, session, ownershipOf);
}
