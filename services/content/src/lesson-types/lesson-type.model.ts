import { type Actor, iconModes, type LessonType } from '@khmer-learning/contracts';
import { type SearchFields, searchSchemaFields } from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/** A lesson type as stored. */
export interface StoredLessonType extends SearchFields {
  _id: number;
  title: string;
  /** The normalised title, which is unique; see `normaliseTitle`. */
  titleKey: string;
  icon: string;
  iconMode: LessonType['iconMode'];
  version: number;
  /** The image that some of its lessons still have after a title change; null when all are up to date. */
  formerImage: string | null;
  /** Who changed the title, while `formerImage` is not null. */
  renamedBy?: { actor: Actor | null; requestId: string | null };
  /** Fields of the job that updates those lessons, which a later rename must not inherit; see `JobRow`. */
  heldUntil?: Date;
  failures?: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The indexes that cover filter and sort (newest first) of the list, by name. */
export const lessonTypeIndexes = {
  titleKey: { titleKey: 1 },
  newest: { _id: 1 },
  words: { searchKeys: 1, _id: -1 },
} as const;

const schema = new Schema<StoredLessonType>(
  {
    _id: Number,
    title: String,
    titleKey: String,
    icon: String,
    iconMode: { type: String, enum: iconModes },
    version: Number,
    formerImage: String,
    renamedBy: Schema.Types.Mixed,
    heldUntil: Date,
    failures: Number,
    createdAt: Date,
    updatedAt: Date,
    ...searchSchemaFields,
  },
  { versionKey: false, collection: 'lesson_types' },
);
schema.index(lessonTypeIndexes.titleKey, { unique: true });
schema.index(lessonTypeIndexes.words);
// Every instance polls each second for lesson types whose lessons still have the former image.
schema.index({ heldUntil: 1 }, { partialFilterExpression: { formerImage: { $type: 'string' } } });

/** The model of the collection `lesson_types` on a connection; registers it on first use. */
export function lessonTypesOf(connection: Connection): Model<StoredLessonType> {
  return connection.models.LessonType ?? connection.model<StoredLessonType>('LessonType', schema);
}
