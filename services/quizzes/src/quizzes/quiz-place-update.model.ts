import type { JobRow } from '@khmer-learning/service-kit';
import { modelOf } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

/** What a quiz takes its visibility and place from: its lesson or its main lesson, by the field of the quiz. */
export type QuizParentField = 'lessonId' | 'mainLessonId';

/** A changed lesson or main lesson with more quizzes than one transaction updates. */
export interface QuizPlaceUpdate extends JobRow {
  /** `lessonId.5` */
  _id: string;
  field: QuizParentField;
  parentId: number;
  /** Whether learners see none of its quizzes meanwhile: more has changed than the order. */
  hides: boolean;
  /** The quizzes up to here are done: the id of a lesson's last quiz, or that of a main lesson's last lesson. */
  after: number;
}

const schema = new Schema<QuizPlaceUpdate>(
  { _id: String, field: String, parentId: Number, hides: Boolean, after: Number },
  { versionKey: false, collection: 'quiz_place_updates' },
).index({ heldUntil: 1 });

export const quizPlaceUpdatesOf = modelOf('QuizPlaceUpdate', schema);

/** A MongoDB condition that excludes quizzes of some lessons and main lessons. */
export interface ExcludedQuizzes {
  readonly $nor?: Partial<Record<QuizParentField, { $in: number[] }>>[];
}

/**
 * Builds the condition that excludes from a query for learners all quizzes of a lesson or main lesson of which only a part
 * follows it yet. There are few: those with very many quizzes that have just changed.
 */
export async function readSettledCondition(connection: Connection): Promise<ExcludedQuizzes> {
  const updates = await quizPlaceUpdatesOf(connection)
    .find({ hides: true }, { field: 1, parentId: 1 })
    .lean();
  if (updates.length === 0) return {};
  const idsOf = (wanted: QuizParentField) =>
    updates.flatMap(({ field, parentId }) => (field === wanted ? parentId : []));
  return {
    $nor: [{ lessonId: { $in: idsOf('lessonId') } }, { mainLessonId: { $in: idsOf('mainLessonId') } }],
  };
}

/** Whether all quizzes have the visibility and place that follow from their lesson and main lesson. */
export async function placesAreSettled(connection: Connection): Promise<boolean> {
  return (await quizPlaceUpdatesOf(connection).exists({})) === null;
}
