import type { Actor, PronunciationReplacement } from '@khmer-learning/contracts';
import type { JobRow } from '@khmer-learning/service-kit';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A replacement of the pronunciations of a word, which a background job does, and its result. */
export interface StoredReplacement
  extends JobRow,
    Pick<PronunciationReplacement, 'khmer' | 'phonemic' | 'lessons' | 'changed' | 'failedLessons'> {
  _id: number;
  wordId: string;
  isDone: boolean;
  /** The last lesson that was looked at. */
  afterLesson: number;
  actor: Actor | null;
  requestId: string | null;
  createdAt: Date;
}

const secondsKept = 30 * 24 * 3600;

const schema = new Schema<StoredReplacement>(
  {
    _id: Number,
    wordId: String,
    khmer: String,
    phonemic: String,
    isDone: Boolean,
    lessons: Number,
    changed: Number,
    failedLessons: [Schema.Types.Mixed],
    afterLesson: Number,
    actor: Schema.Types.Mixed,
    requestId: String,
    createdAt: Date,
  },
  { versionKey: false, collection: 'pronunciation_replacements' },
)
  .index({ heldUntil: 1 })
  .index({ wordId: 1, isDone: 1 })
  .index({ createdAt: 1 }, { expireAfterSeconds: secondsKept });

export const pronunciationReplacementsOf = modelOf('PronunciationReplacement', schema);
