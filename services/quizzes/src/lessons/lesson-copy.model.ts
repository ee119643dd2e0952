import { type ContentStatus, contentStatuses } from '@khmer-learning/contracts';
import { type Connection, type Model, Schema } from 'mongoose';

/** What this service keeps of a lesson of the content service. */
export interface LessonCopy {
  _id: number;
  mainLessonId: number;
  title: string;
  status: ContentStatus;
  /** How often a write has relied on it; see `holdLesson`. */
  holds: number;
}

/** What this service keeps of a main lesson of the content service. */
export interface MainLessonCopy {
  _id: number;
  status: ContentStatus;
  free: boolean;
  holds: number;
}

const status = { type: String, enum: contentStatuses };

const lessonSchema = new Schema<LessonCopy>(
  { _id: Number, mainLessonId: Number, title: String, status, holds: Number },
  { versionKey: false, collection: 'lessons' },
);
// Serves the lessons that an imported file names by their titles.
lessonSchema.index({ title: 1 });

/** Holds the ids of main lessons that everybody may read. */
export const freeIndex = { free: 1, _id: 1 } as const;

const mainLessonSchema = new Schema<MainLessonCopy>(
  { _id: Number, status, free: Boolean, holds: Number },
  { versionKey: false, collection: 'main_lessons' },
);
mainLessonSchema.index(freeIndex);

export function lessonCopiesOf(connection: Connection): Model<LessonCopy> {
  return connection.models.LessonCopy ?? connection.model<LessonCopy>('LessonCopy', lessonSchema);
}

export function mainLessonCopiesOf(connection: Connection): Model<MainLessonCopy> {
  return (
    connection.models.MainLessonCopy ?? connection.model<MainLessonCopy>('MainLessonCopy', mainLessonSchema)
  );
}
