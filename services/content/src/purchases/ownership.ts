import { findOwnership } from '@khmer-learning/item-kit';
import type { Connection } from 'mongoose';

/** Reads which of the main lessons a learner owns; none without a learner. */
export async function readOwnedMainLessonIds(
  connection: Connection,
  learnerId: number | undefined,
  mainLessonIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const learnerIds = learnerId === undefined ? [] : [learnerId];
  const owned = await findOwnership(connection, learnerIds, mainLessonIds);
  return new Set(owned.map(({ mainLessonId }) => mainLessonId));
}
