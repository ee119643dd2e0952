import { type EventOf, ownershipOf, type purchaseEvent } from '@khmer-learning/contracts';
import { syncReplicas } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { ownershipIndex, purchaseReplicasOf } from './purchase-replica.model.ts';

/** Reads which of the main lessons a learner owns; none without a learner. */
export async function readOwnedMainLessonIds(
  connection: Connection,
  learnerId: number | undefined,
  mainLessonIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (learnerId === undefined || mainLessonIds.length === 0) return new Set();
  const purchases = await purchaseReplicasOf(connection)
    .find({ userId: learnerId, mainLessonId: { $in: mainLessonIds } }, { _id: 0, mainLessonId: 1 })
    .hint(ownershipIndex)
    .lean();
  return new Set(purchases.map(({ mainLessonId }) => mainLessonId));
}

/** Updates the replicas from purchase events and deletes those of purchases that give no ownership (any more). */
export function replicatePurchases(
  connection: Connection,
  events: readonly EventOf<typeof purchaseEvent>[],
  session: ClientSession,
): Promise<void> {
  return syncReplicas(purchaseReplicasOf(connection), events, session, ownershipOf);
}
