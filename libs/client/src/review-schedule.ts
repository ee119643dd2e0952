import { createEmptyCard, fsrs, Rating, State } from 'ts-fsrs';
import type { ReviewCard, ReviewParameters } from './generated/calls.ts';

type ReviewSchedule = ReviewCard['schedule'];

/** One look at a card: when, and how well the learner knew it, from 0 (not at all) to 5 (perfectly). */
export interface Review {
  readonly at: string | Date;
  readonly grade: number;
}

/** A card as `reviews.due` and `progress.get` return it. */
export interface KnownCard {
  readonly card: string;
  readonly schedule?: ReviewSchedule | undefined;
  readonly reviews?: readonly Review[] | undefined;
}

/** A review that the app has not sent yet; its other records may be among them. */
export interface UnsentRecord {
  readonly type: string;
  readonly at: string;
  readonly card?: string | undefined;
  readonly grade?: number | undefined;
}

/** Reviews of a card that count: the latest ones. */
const maxReviews = 30;
const dayMs = 24 * 60 * 60_000;

/** FSRS's ratings of the grades 0 to 5, of which 3 is the first that passes. */
const ratings = [Rating.Again, Rating.Again, Rating.Again, Rating.Hard, Rating.Good, Rating.Easy] as const;
const stateNames = {
  [State.New]: 'learning',
  [State.Learning]: 'learning',
  [State.Review]: 'review',
  [State.Relearning]: 'relearning',
} as const;

const timeOf = ({ at }: Review) => new Date(at).getTime();

/**
 * The reviews of a card from several devices: those with the same time and grade once, in the order of time and grade, the latest 30.
 * The result is the same in whatever order and parts they come.
 */
export function mergeReviews<R extends Review>(known: readonly R[], added: readonly R[]): R[] {
  return [...known, ...added]
    .sort((one, other) => timeOf(one) - timeOf(other) || one.grade - other.grade)
    .filter((review, place, all) => {
      const before = all[place - 1];
      return !before || timeOf(before) !== timeOf(review) || before.grade !== review.grade;
    })
    .slice(-maxReviews);
}

/**
 * The schedule of a card after its reviews, by FSRS 6 with its default weights and learning steps and without chance, so that
 * server and apps compute the same. Days are those of UTC.
 *
 * @param reviews at least one, as `mergeReviews` returns them
 */
export function scheduleReviews(
  reviews: readonly Review[],
  {
    desiredRetention,
    maximumIntervalDays,
  }: Pick<ReviewParameters, 'desiredRetention' | 'maximumIntervalDays'>,
): ReviewSchedule {
  const scheduler = fsrs({
    request_retention: desiredRetention,
    maximum_interval: maximumIntervalDays,
    enable_fuzz: false,
  });
  let state = createEmptyCard(0);
  for (const review of reviews)
    state = scheduler.next(state, new Date(review.at), ratings[review.grade] ?? Rating.Again).card;
  const { stability, difficulty, reps, lapses, due, last_review } = state;
  // FSRS keeps the intervals of the grades apart, which goes a day or two beyond the maximum.
  const latest = (last_review?.getTime() ?? 0) + maximumIntervalDays * dayMs;
  return {
    dueAt: new Date(Math.min(due.getTime(), latest)).toISOString(),
    state: stateNames[state.state],
    ...{ stability, difficulty, reps, lapses },
  };
}

/**
 * The learner's due cards, those that have been for longest first, as `reviews.due` returns them after the records were sent.
 *
 * @param cards from `progress.get` or `reviews.due`; other entries of the progress may be among them
 * @param records what the app has not sent yet, or not yet read back
 * @param parameters from `reviews.due`
 * @param before default: now
 */
export function dueReviews(
  cards: readonly (KnownCard | { readonly card?: undefined })[],
  records: readonly UnsentRecord[],
  parameters: ReviewParameters,
  before: Date | string = new Date(),
): ReviewCard[] {
  const known = new Map(cards.flatMap((one) => (one.card === undefined ? [] : [[one.card, one] as const])));
  const added = new Map<string, Review[]>();
  for (const { type, card, grade, at } of records)
    if (type === 'review' && card !== undefined && grade !== undefined)
      added.set(card, [...(added.get(card) ?? []), { at, grade }]);
  return [...new Set([...known.keys(), ...added.keys()])]
    .flatMap((card): ReviewCard[] => {
      const { reviews = [], schedule } = known.get(card) ?? {};
      const merged = mergeReviews(reviews, added.get(card) ?? []);
      if (merged.length === 0) return [];
      const isKnown = schedule !== undefined && !added.has(card);
      return [
        {
          card,
          schedule: isKnown ? schedule : scheduleReviews(merged, parameters),
          reviews: merged.map(({ at, grade }) => ({ at: new Date(at).toISOString(), grade })),
        },
      ];
    })
    .filter(({ schedule }) => Date.parse(schedule.dueAt) <= new Date(before).getTime())
    .sort(
      (one, other) =>
        Date.parse(one.schedule.dueAt) - Date.parse(other.schedule.dueAt) || (one.card < other.card ? -1 : 1),
    );
}
