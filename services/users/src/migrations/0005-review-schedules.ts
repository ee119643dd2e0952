import { scheduleReviews } from '@khmer-learning/client/review-schedule';
import type { Migration } from '@khmer-learning/service-kit';

interface CardEntry {
  _id: string;
  latest: { review: { at: Date; grade: number } };
  version: number;
}

const batchSize = 200;

/** Cards get the schedule after their latest review: earlier ones were not kept. */
export const reviewSchedules: Migration = {
  name: '0005-review-schedules',
  async up(connection) {
    const entries = connection.collection<CardEntry>('progress_entries');
    const lacking = { 'latest.review': { $exists: true }, schedule: { $exists: false } };
    let after = '';
    for (;;) {
      const batch = await entries
        .find({ ...lacking, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      if (batch.length === 0) return;
      await entries.bulkWrite(
        batch.map(({ _id, version, latest: { review } }) => {
          const reviews = [{ at: review.at, grade: review.grade }];
          const schedule = scheduleReviews(reviews, { desiredRetention: 0.9, maximumIntervalDays: 365 });
          return {
            updateOne: {
              filter: { _id, version },
              update: { $set: { reviews, schedule: { ...schedule, dueAt: new Date(schedule.dueAt) } } },
            },
          };
        }),
        { ordered: false },
      );
      after = batch.at(-1)?._id ?? after;
    }
  },
};
