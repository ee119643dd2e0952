import { findOwnership } from '@khmer-learning/item-kit';
import type { Connection } from 'mongoose';

/** Whether a learner owns a main lesson; false without a learner. */
export type OwnershipCheck = (learnerId: number | undefined, mainLessonId: number) => boolean;

/** Reads in one query which of these learners own which of these main lessons, and returns the check. */
export async function createOwnershipCheck(
  connection: Connection,
  learnerIds: readonly number[],
  mainLessonIds: readonly number[],
): Promise<OwnershipCheck> {
  const found = await findOwnership(connection, learnerIds, mainLessonIds);
  const owned = new Set(found.map(({ userId, mainLessonId }) => `${userId}.${mainLessonId}`));
  return (learnerId, mainLessonId) => owned.has(`${learnerId}.${mainLessonId}`);
}
