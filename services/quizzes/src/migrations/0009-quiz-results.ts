import { inBatches, type Migration } from '@khmer-learning/service-kit';

const batchSize = 500;

/** Quizzes get the row of their results, whose first answers are then published. */
export const quizResults: Migration = {
  name: '0009-quiz-results',
  async up(connection) {
    const results = connection.collection<{ _id: number }>('quiz_results');
    const quizzes = connection.collection<{ _id: number }>('quizzes').find({}, { projection: { _id: 1 } });
    for await (const batch of inBatches(quizzes, batchSize))
      await results.bulkWrite(
        batch.map(({ _id }) => ({
          updateOne: { filter: { _id }, update: { $set: { isChanged: true } }, upsert: true },
        })),
      );
  },
};
