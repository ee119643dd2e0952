import { coalesceReads, type JobRow, modelOf } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';
import { type ExcludedLessons, readNotOrphanedCondition } from './lesson-cascade.model.ts';

/** A main lesson whose status has changed, and whose lessons are still being shown or hidden. */
export interface LessonVisibilityUpdate extends JobRow {
  _id: number;
}

const schema = new Schema<LessonVisibilityUpdate>(
  { _id: Number },
  { versionKey: false, collection: 'lesson_visibility_updates' },
).index({ heldUntil: 1 });

export const lessonVisibilityUpdatesOf = modelOf('LessonVisibilityUpdate', schema);

/** The ids of those main lessons: few, because staff publish them one by one. */
async function readUpdatedMainLessonIds(connection: Connection): Promise<number[]> {
  const updates = await lessonVisibilityUpdatesOf(connection).find({}, { _id: 1 }).lean();
  return updates.map(({ _id }) => _id);
}

const coalescedRead = coalesceReads(async (connection): Promise<ExcludedLessons> => {
  const [notOrphaned, mainLessonIds] = await Promise.all([
    readNotOrphanedCondition(connection, null),
    readUpdatedMainLessonIds(connection),
  ]);
  if (mainLessonIds.length === 0) return notOrphaned;
  return { $nor: [...(notOrphaned.$nor ?? []), { mainLessonId: { $in: mainLessonIds } }] };
});

/**
 * Builds the condition that excludes from a query for learners the lessons of deleted parents, and all lessons of a main
 * lesson of which only a part has been shown or hidden yet. Concurrent callers share one read.
 */
export function sharedSettledCondition(connection: Connection): Promise<ExcludedLessons> {
  return coalescedRead(connection, undefined);
}

/** Whether the lessons of every main lesson have the visibility that follows from its status. */
export async function visibilitiesAreSettled(connection: Connection): Promise<boolean> {
  return (await readUpdatedMainLessonIds(connection)).length === 0;
}
