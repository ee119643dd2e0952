import { type QuizStatus, quizStatuses } from '@khmer-learning/contracts';
import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** The replica of a quiz of the quizzes service: what the lists of lessons are filtered by. */
export interface QuizReplica {
  _id: number;
  /** null when it has no lesson. */
  lessonId: number | null;
  status: QuizStatus;
}

/** The index of the quizzes of lessons; it has all that is read of them. */
export const quizzesOfLessons = { lessonId: 1, status: 1 } as const;

const schema = new Schema<QuizReplica>(
  { _id: Number, lessonId: Number, status: { type: String, enum: quizStatuses } },
  { versionKey: false, collection: 'quizzes' },
).index(quizzesOfLessons);

export const quizReplicasOf = modelOf('QuizCopy', schema);
