import type { Actor } from '@khmer-learning/contracts';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import { coalesceReads } from '../store/coalesce-reads.ts';

/** A deleted parent whose lessons are still being deleted. Until they are, nobody sees them. */
export interface LessonCascade {
  /** `main-lesson.7` */
  _id: string;
  /** The one of the two that is gone. */
  mainLessonId?: number;
  lessonTypeId?: number;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<LessonCascade>(
  {
    _id: String,
    mainLessonId: Number,
    lessonTypeId: Number,
    actor: Schema.Types.Mixed,
    requestId: String,
  },
  { versionKey: false, collection: 'lesson_sweeps' },
);

export function lessonCascadesOf(connection: Connection): Model<LessonCascade> {
  return connection.models.LessonSweep ?? connection.model<LessonCascade>('LessonSweep', schema);
}

/** @param session sees the sweeps as its transaction does */
export async function readNotOrphanedCondition(
  connection: Connection,
  session: ClientSession | null,
): Promise<NotOrphanedCondition> {
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

/** What keeps lessons of deleted parents out of a query: nothing while there are none. */
export function sharedNotOrphanedCondition(connection: Connection): Promise<NotOrphanedCondition> {
  return coalescedRead(connection, undefined);
}

/** A condition on lessons. */
export interface NotOrphanedCondition {
  readonly $nor?: [{ mainLessonId: { $in: number[] } }, { lessonTypeId: { $in: number[] } }];
}
