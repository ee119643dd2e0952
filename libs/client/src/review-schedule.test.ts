import fc from 'fast-check';
import { dueReviews, mergeReviews, scheduleReviews } from './review-schedule.ts';

const parameters = { desiredRetention: 0.9, maximumIntervalDays: 365, version: 3 };
const dayMs = 24 * 60 * 60_000;
const start = Date.parse('2026-01-01T12:00:00Z');
const reviewsOf = (...reviews: readonly (readonly [day: number, grade: number])[]) =>
  reviews.map(([day, grade]) => ({ at: new Date(start + day * dayMs).toISOString(), grade }));
const daysUntilDue = (...reviews: readonly (readonly [number, number])[]) => {
  const { dueAt } = scheduleReviews(reviewsOf(...reviews), parameters);
  return (Date.parse(dueAt) - start) / dayMs - (reviews.at(-1)?.[0] ?? 0);
};

it('shows a card later the better it is known, and soon after it was forgotten', () => {
  const minutes = 1 / (24 * 60);
  expect(daysUntilDue([0, 0])).toBeCloseTo(minutes);
  expect(daysUntilDue([0, 2])).toBeCloseTo(minutes);
  expect(daysUntilDue([0, 3])).toBeCloseTo(6 * minutes);
  expect(daysUntilDue([0, 4])).toBeCloseTo(10 * minutes);
  expect([daysUntilDue([0, 4], [0.25, 4]), daysUntilDue([0, 5])]).toEqual([2, 8]);
  const [hard = 0, good = 0, easy = 0] = [3, 4, 5].map((grade) => daysUntilDue([0, 5], [8, grade]));
  expect([8 < hard, hard < good, good < easy]).toEqual([true, true, true]);
  const forgotten = scheduleReviews(reviewsOf([0, 5], [8, 5], [60, 1]), parameters);
  expect(forgotten).toMatchObject({ state: 'relearning', reps: 3, lapses: 1 });
});

it('never waits longer than the school wants', () => {
  const reviews = reviewsOf([0, 5], [8, 5], [60, 5]);
  for (const maximumIntervalDays of [1, 2, 30]) {
    const { dueAt } = scheduleReviews(reviews, { ...parameters, maximumIntervalDays });
    expect(Date.parse(dueAt)).toBe(start + (60 + maximumIntervalDays) * dayMs);
  }
});

it('has one result for the reviews of several devices, in whatever order and parts they come', () => {
  const review = fc.record({ at: fc.nat(60).map((n) => new Date(start + n * dayMs)), grade: fc.nat(5) });
  fc.assert(
    fc.property(
      fc
        .array(review, { maxLength: 80 })
        .chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length }),
            fc.integer({ min: 1, max: 9 }),
          ),
        ),
      ([all, shuffled, size]) => {
        let merged: typeof all = [];
        for (let from = 0; from < shuffled.length; from += size)
          merged = mergeReviews(merged, shuffled.slice(Math.max(0, from - 1), from + size));
        expect(merged).toEqual(mergeReviews([], all));
        expect(merged.length).toBeLessThanOrEqual(30);
        if (merged.length > 0) expect(scheduleReviews(merged, parameters).reps).toBe(merged.length);
      },
    ),
    { numRuns: depth(100, 2_000) },
  );
});

it('lists the due cards offline: what the server has said, and what the app has not sent yet', () => {
  const [first, second] = reviewsOf([0, 4], [1, 1]);
  if (!first || !second) throw new Error('No reviews');
  // Of a card without an own review, the time of the server counts: its parameters may have changed since.
  const schedule = { ...scheduleReviews([first], parameters), dueAt: '2026-01-01T00:00:00.000Z' };
  const cards = [
    { card: 'told', schedule, reviews: [first] },
    { card: 'forgotten', schedule, reviews: [first] },
    { type: 'lesson', lessonId: 1 },
  ];
  const records = [
    { type: 'review', card: 'forgotten', ...second },
    { type: 'review', card: 'new', ...first },
    { type: 'lesson-opened', lessonId: 1, at: first.at },
  ];
  const at = (day: number) => new Date(start + day * dayMs);
  const due = dueReviews(cards, records, parameters, at(2));
  expect(due.map(({ card }) => card)).toEqual(['told', 'new', 'forgotten']);
  expect(due[2]?.schedule).toEqual(scheduleReviews([first, second], parameters));
  expect(due[2]?.reviews).toEqual([first, second]);
  expect(dueReviews(cards, records, parameters, at(0.5)).map(({ card }) => card)).toEqual(['told', 'new']);
});
