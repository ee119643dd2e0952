import { type ContentStatus, contentStatuses } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** What this service keeps of a lesson of the content service. */
export interface LessonReplica {
  _id: number;
  mainLessonId: number;
  title: string;
  status: ContentStatus;
  /** How often a write has relied on it; see `lockLesson`. */
  holds: number;
}

/** What this service keeps of a main lesson of the content service. */
export interface MainLessonReplica {
  _id: number;
  status: ContentStatus;
  free: boolean;
  holds: number;
}

const status = { type: String, enum: contentStatuses };

const lessonSchema = new Schema<LessonReplica>(
  { _id: Number, mainLessonId: Number, title: String, status, holds: Number },
  { versionKey: false, collection: 'lessons' },
);
// Serves the lessons that an imported file names by their titles.
lessonSchema.index({ title: 1 });

/** Holds the ids of main lessons that everybody may read. */
export const freeMainLessonIndex = { free: 1, _id: 1 } as const;

const mainLessonSchema = new Schema<MainLessonReplica>(
  { _id: Number, status, free: Boolean, holds: Number },
  { versionKey: false, collection: 'main_lessons' },
);
mainLessonSchema.index(freeMainLessonIndex);

export function lessonReplicasOf(connection: Connection): Model<LessonReplica> {
  return connection.models.LessonCopy ?? connection.model<LessonReplica>('LessonCopy', lessonSchema);
}

export function mainLessonReplicasOf(connection: Connection): Model<MainLessonReplica> {
  return (
    connection.models.MainLessonCopy ??
    connection.model<MainLessonReplica>('MainLessonCopy', mainLessonSchema)
  );
}
