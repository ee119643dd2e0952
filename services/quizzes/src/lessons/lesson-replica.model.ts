import { type ContentStatus, contentStatuses } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** The replica of a lesson of the content service: the fields that this service needs. */
export interface LessonReplica {
  _id: number;
  mainLessonId: number;
  title: string;
  titleKey: string;
  status: ContentStatus;
  /** Its place in the main lesson. */
  position: number;
}

/** The replica of a main lesson of the content service: the fields that this service needs. */
export interface MainLessonReplica {
  _id: number;
  status: ContentStatus;
  free: boolean;
  /** Its place in the catalogue. */
  position: number;
}

const status = { type: String, enum: contentStatuses };

const lessonSchema = new Schema<LessonReplica>(
  { _id: Number, mainLessonId: Number, title: String, titleKey: String, status, position: Number },
  { versionKey: false, collection: 'lessons' },
);
// For the lessons that an imported file references by title.
lessonSchema.index({ titleKey: 1 });

const mainLessonSchema = new Schema<MainLessonReplica>(
  { _id: Number, status, free: Boolean, position: Number },
  { versionKey: false, collection: 'main_lessons' },
);

export const lessonReplicasOf = modelOf('LessonCopy', lessonSchema);

export const mainLessonReplicasOf = modelOf('MainLessonCopy', mainLessonSchema);
