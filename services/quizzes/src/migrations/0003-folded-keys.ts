import { recomputeDeletedItems } from '@khmer-learning/item-kit';
import { type Migration, recomputeFields } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { quizSearchFields } from '../quizzes/quiz-search-fields.ts';

/** Quizzes in memory at the same time, each of up to 3 MB with its keys. */
const batchSize = 10;

/** Quizzes and deleted ones get the keys of `foldText`, by which they are found and sorted. */
export const foldedKeys: Migration = {
  name: '0003-folded-keys',
  async up(connection) {
    await recomputeQuizSearch(connection);
    await recomputeDeletedItems(connection);
  },
};

export const recomputeQuizSearch = (connection: Connection): Promise<void> =>
  recomputeFields<Parameters<typeof quizSearchFields>[0]>(connection, 'quizzes', {
    reads: ['title', 'description', 'questions'],
    compute: quizSearchFields,
    batchSize,
  });
