import type { Actor } from '@khmer-learning/contracts';
import { coalesceReads, modelOf } from '@khmer-learning/service-kit';
import { type ClientSession, type Connection, Schema } from 'mongoose';

/** A deleted parent whose lessons are still being deleted. Queries exclude these orphaned lessons. */
export interface LessonCascade {
  /** `main-lesson.7` */
  _id: string;
  /** The id of the deleted parent: only one of these two is set. */
  mainLessonId?: number;
  lessonTypeId?: number;
  /** Its title; absent if an earlier release recorded the deletion. */
  title?: string;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<LessonCascade>(
  {
    _id: String,
    mainLessonId: Number,
    lessonTypeId: Number,
    title: String,
    actor: Schema.Types.Mixed,
    requestId: String,
  },
  { versionKey: false, collection: 'lesson_sweeps' },
).index({ heldUntil: 1 });

export const lessonCascadesOf = modelOf('LessonSweep', schema);

/** The condition that excludes lessons of deleted parents from a query; empty while there are none, as is mostly the case. */
export async function readNotOrphanedCondition(
  connection: Connection,
  session: ClientSession | null,
): Promise<ExcludedLessons> {
  const cascades = await lessonCascadesOf(connection)
    .find({}, { mainLessonId: 1, lessonTypeId: 1 })
    .session(session)
    .lean();
  if (cascades.length === 0) return {};
  return {
    $nor: [
      { mainLessonId: { $in: cascades.flatMap(({ mainLessonId }) => mainLessonId ?? []) } },
      { lessonTypeId: { $in: cascades.flatMap(({ lessonTypeId }) => lessonTypeId ?? []) } },
    ],
  };
}

const coalescedRead = coalesceReads((connection) => readNotOrphanedCondition(connection, null));

/** `readNotOrphanedCondition` outside a transaction. Concurrent callers share one read. */
export function sharedNotOrphanedCondition(connection: Connection): Promise<ExcludedLessons> {
  return coalescedRead(connection, undefined);
}

/** A MongoDB condition that excludes lessons of some parents. */
export interface ExcludedLessons {
  readonly $nor?: ({ mainLessonId: { $in: number[] } } | { lessonTypeId: { $in: number[] } })[];
}
