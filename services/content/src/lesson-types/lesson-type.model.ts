import { type Actor, iconModes, type LessonType } from '@khmer-learning/contracts';
import { itemSchema, type StoredItem } from '@khmer-learning/item-kit';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

export interface StoredLessonType extends StoredItem {
  /** The normalised title, which is unique; see `normaliseTitle`. */
  titleKey: string;
  icon: string;
  iconMode: LessonType['iconMode'];
  /** The image that some of its lessons still have after a title change; null when all are up to date. */
  formerImage: string | null;
  /** Who changed the title, while `formerImage` is not null. */
  renamedBy?: { actor: Actor | null; requestId: string | null };
  /** Fields of the job that updates those lessons, which a later rename must not inherit; see `JobRow`. */
  heldUntil?: Date;
  failures?: number;
}

export const lessonTypeTitleIndex = { titleKey: 1 } as const;

const schema = itemSchema<StoredLessonType>('lesson_types', {
  titleKey: String,
  icon: String,
  iconMode: { type: String, enum: iconModes },
  formerImage: String,
  renamedBy: Schema.Types.Mixed,
  heldUntil: Date,
  failures: Number,
});
schema.index(lessonTypeTitleIndex, { unique: true });
// Every instance polls each second for lesson types whose lessons still have the former image.
schema.index({ heldUntil: 1 }, { partialFilterExpression: { formerImage: { $type: 'string' } } });

export const lessonTypesOf = modelOf('LessonType', schema);
