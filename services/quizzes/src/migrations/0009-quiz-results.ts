import type { Migration } from '@khmer-learning/service-kit';

const batchSize = 500;

/** Quizzes get the row of their results, whose first answers are then published. */
export const quizResults: Migration = {
  name: '0009-quiz-results',
  async up(connection) {
    const results = connection.collection<{ _id: number }>('quiz_results');
    const quizzes = connection.collection<{ _id: number }>('quizzes').find({}, { projection: { _id: 1 } });
    let ids: number[] = [];
    const write = async () => {
      if (ids.length === 0) return;
      await results.bulkWrite(
        ids.map((_id) => ({
          updateOne: { filter: { _id }, update: { $set: { isChanged: true } }, upsert: true },
        })),
      );
      ids = [];
    };
    for await (const { _id } of quizzes) if (ids.push(_id) === batchSize) await write();
    await write();
  },
};
