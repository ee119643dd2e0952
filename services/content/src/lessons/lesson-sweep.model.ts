import type { Actor } from '@khmer-learning/contracts';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import { sharedLookUp } from '../store/shared-look-up.ts';

/** A deleted parent whose lessons are still being deleted. Until they are, nobody sees them. */
export interface LessonSweep {
  /** `main-lesson.7` */
  _id: string;
  /** The one of the two that is gone. */
  mainLessonId?: number;
  lessonTypeId?: number;
  actor: Actor | null;
  requestId: string | null;
}

const schema = new Schema<LessonSweep>(
  {
    _id: String,
    mainLessonId: Number,
    lessonTypeId: Number,
    actor: Schema.Types.Mixed,
    requestId: String,
  },
  { versionKey: false, collection: 'lesson_sweeps' },
);

export function lessonSweepsOf(connection: Connection): Model<LessonSweep> {
  return connection.models.LessonSweep ?? connection.model<LessonSweep>('LessonSweep', schema);
}

/** @param session sees the sweeps as its transaction does */
export async function readNotSwept(connection: Connection, session: ClientSession | null): Promise<NotSwept> {
  const sweeps = await lessonSweepsOf(connection)
    .find({}, { mainLessonId: 1, lessonTypeId: 1 })
    .session(session)
    .lean();
  if (sweeps.length === 0) return {};
  return {
    $nor: [
      { mainLessonId: { $in: sweeps.flatMap(({ mainLessonId }) => mainLessonId ?? []) } },
      { lessonTypeId: { $in: sweeps.flatMap(({ lessonTypeId }) => lessonTypeId ?? []) } },
    ],
  };
}

const notSwept = sharedLookUp((connection) => readNotSwept(connection, null));

/** What keeps lessons of deleted parents out of a query: nothing while there are none. */
export function withoutSwept(connection: Connection): Promise<NotSwept> {
  return notSwept(connection, undefined);
}

/** A condition on lessons. */
export interface NotSwept {
  readonly $nor?: [{ mainLessonId: { $in: number[] } }, { lessonTypeId: { $in: number[] } }];
}
