import type { Quiz } from '@khmer-learning/contracts';
import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import { questionKey } from '../quizzes/question-key.ts';

/** Quizzes in memory at the same time, each of up to 900 KB. */
const batchSize = 20;

/** Quizzes get the keys by which other quizzes with the same questions are found. */
export const questionKeys: Migration = {
  name: '0007-question-keys',
  up: (connection) =>
    recomputeFields<Pick<Quiz, 'questions'>>(connection, 'quizzes', {
      reads: ['questions'],
      compute: ({ questions }) => ({ questionKeys: questions.map(questionKey) }),
      batchSize,
    }),
};
