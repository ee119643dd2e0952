import { mergeReviews, scheduleReviews } from '@khmer-learning/client/review-schedule';
import type { ProgressEntry, ReviewCard, ReviewParameters } from '@khmer-learning/contracts';
import type { ProgressEntryRow, StoredRecord, StoredReview } from './progress.model.ts';

/** The key of the lesson, question or card that a record is about, unique for the learner. */
export function entryKeyOf(record: StoredRecord): string {
  switch (record.type) {
    case 'lesson-opened':
    case 'lesson-finished':
      return `lesson:${record.lessonId}`;
    case 'answer':
      return `question:${record.quizId}:${record.questionId}`;
    case 'review':
      return `card:${record.card}`;
  }
}

type Latest = ProgressEntryRow['latest'];

/** Merges records into an entry: the latest of each type stays, in whatever order they arrive. */
export function mergeRecords(latest: Latest, records: readonly StoredRecord[]): Latest {
  const merged: Record<string, StoredRecord> = { ...latest };
  for (const record of records) {
    const known = merged[record.type];
    if (!known || compareRecords(known, record) < 0) merged[record.type] = record;
  }
  return merged as Latest;
}

/** The first answer among the known one and those in records; undefined without an answer. */
export function mergeFirstAnswer(
  known: ProgressEntryRow['first'],
  records: readonly StoredRecord[],
): ProgressEntryRow['first'] {
  let first = known;
  for (const record of records)
    if (record.type === 'answer' && (!first || compareRecords(record, first) < 0)) first = record;
  return first;
}

/** The reviews of a card and the schedule after them, if it is one. A row of before spaced repetition has its latest review. */
export function scheduleCard(
  known: Pick<ProgressEntryRow, 'latest' | 'reviews'> | undefined,
  records: readonly StoredRecord[],
  parameters: ReviewParameters,
): Pick<ProgressEntryRow, 'reviews' | 'schedule'> {
  const toReviews = (record: StoredRecord | undefined): StoredReview[] =>
    record?.type === 'review' ? [{ at: record.at, grade: record.grade }] : [];
  const reviews = mergeReviews(known?.reviews ?? toReviews(known?.latest.review), records.flatMap(toReviews));
  if (reviews.length === 0) return {};
  const schedule = scheduleReviews(reviews, parameters);
  return { reviews, schedule: { ...schedule, dueAt: new Date(schedule.dueAt) } };
}

/** What an app needs of a card to compute its next schedule. */
function toReviewState({
  reviews = [],
  schedule,
}: Pick<ProgressEntryRow, 'reviews' | 'schedule'>): Partial<ReviewCard> {
  if (!schedule) return {};
  return {
    schedule: { ...schedule, dueAt: schedule.dueAt.toISOString() },
    reviews: reviews.map(({ at, grade }) => ({ at: at.toISOString(), grade })),
  };
}

/** A due card as apps receive it. */
export function toReviewCard({ latest, ...row }: ProgressEntryRow): ReviewCard[] {
  const { schedule, reviews } = toReviewState(row);
  return latest.review && schedule && reviews ? [{ card: latest.review.card, schedule, reviews }] : [];
}

function compareRecords(first: StoredRecord, second: StoredRecord): number {
  const difference = first.at.getTime() - second.at.getTime() || first.sequence - second.sequence;
  if (difference !== 0 || first.clientId === second.clientId) return difference;
  return first.clientId < second.clientId ? -1 : 1;
}

export function latestAtOf(latest: Latest): Date {
  return new Date(Math.max(...Object.values(latest).map(({ at }) => at.getTime())));
}

export function toProgressEntry({
  latest,
  ...row
}: Pick<ProgressEntryRow, 'latest' | 'reviews' | 'schedule'>): ProgressEntry {
  const { answer, review } = latest;
  if (answer) {
    const { quizId, questionId, answer: text, at } = answer;
    return { type: 'answer', quizId, questionId, answer: text, at: at.toISOString() };
  }
  if (review) {
    const { card, grade, scheduler = null, at } = review;
    const state = toReviewState(row);
    const dueAt = review.dueAt ?? state.schedule?.dueAt ?? at.toISOString();
    return { type: 'card', card, grade, dueAt, scheduler, at: at.toISOString(), ...state };
  }
  const opened = latest['lesson-opened'];
  const finished = latest['lesson-finished'];
  return {
    type: 'lesson',
    lessonId: opened?.lessonId ?? finished?.lessonId ?? 0,
    openedAt: opened?.at.toISOString() ?? null,
    finishedAt: finished?.at.toISOString() ?? null,
  };
}
