import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** Limits of analytics. */
export const analyticsLimits = {
  /** Days of a period. */
  days: 366,
  /** Words, questions and lessons listed. */
  listed: 15,
  courses: 100,
  /** First answers from which on a word or question is listed. */
  minTries: 5,
} as const;

const day = (name: string) => z.iso.date({ error: `${name} must be a date such as 2026-05-04` });
const count = z.number().int();

/** Sums of a period. */
const totalsSchema = z.object({
  newLearners: count,
  lessonsOpened: count,
  lessonsFinished: count,
  answers: count,
  /** Submissions of quizzes, and those with at least 70 of 100 points. */
  tries: count,
  passed: count,
});
export type AnalyticsTotals = z.infer<typeof totalsSchema>;

const answeredFields = {
  /** First answers of learners, and the right ones of them. */
  tries: count,
  right: count,
  /** The most frequent wrong answers. */
  instead: z.array(z.object({ answer: z.string(), picks: count })),
};

/** A learner or money counts for `TIME_ZONE`'s day. Money is in cents, for admins. What was deleted is in no figure. */
const analyticsSchema = z.object({
  /** Whether there is a learner with progress. */
  hasLearners: z.boolean(),
  from: z.string(),
  to: z.string(),
  days: z.array(totalsSchema.extend({ day: z.string(), activeLearners: count })),
  /** Learners of each week that begins on a Monday of the period, or contains its first day. */
  weeks: z.array(z.object({ monday: z.string(), activeLearners: count })),
  totals: totalsSchema,
  /** Of as many days before the period. */
  totalsBefore: totalsSchema,
  /** Submissions by points: 0 to 9, …, 90 to 100. */
  scores: z.array(count),
  /** The months of the period, by the day of purchase. */
  months: z
    .array(z.object({ month: z.string(), purchases: count, revenue: count, refunded: count }))
    .optional(),
  /** Since the beginning. The main lessons with the most learners. */
  courses: z.array(
    z.object({
      id: count,
      title: z.string(),
      isFree: z.boolean(),
      /** Those who have opened its most opened lesson. */
      learners: count,
      /** Of each 100 opened lessons. */
      finishedShare: z.number().nullable(),
      purchases: count.optional(),
      revenue: count.optional(),
      refunded: count.optional(),
    }),
  ),
  /** Since the beginning: lessons that most learners have opened and not finished. */
  stops: z.array(z.object({ id: count, title: z.string(), opened: count, finished: count })),
  /** Of a year: right answers to questions across quizzes, and questions; the hardest first. */
  words: z.array(z.object({ word: z.string(), questions: count, ...answeredFields })),
  questions: z.array(z.object({ quizId: count, questionId: count, question: z.string(), ...answeredFields })),
  /** Learners with progress, and completed purchases for each 100 of them. */
  learners: count,
  purchasesPer100: z.number().nullable().optional(),
  /** Words of all lessons, and those with a recording. */
  wordCount: count,
  recordedWords: count,
});
export type Analytics = z.infer<typeof analyticsSchema>;

/**
 * What learners do and find hard. Reads counters of twice the period, and of lessons and main lessons: the cost does not depend on
 * the number of learners. Without `from` and `to` the last 30 days.
 */
export const analyticsGet = endpoint({
  id: 'analytics.get',
  service: 'stats',
  method: 'GET',
  path: '/api/analytics',
  access: 'session',
  summary: 'Analytics of a period',
  query: z
    .object({ from: day('from').optional(), to: day('to').optional() })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), 'from and to come together')
    .refine(
      ({ from = '', to = '' }) =>
        from <= to && Date.parse(to || '0') - Date.parse(from || '0') < analyticsLimits.days * 86_400_000,
      `A period has at most ${analyticsLimits.days} days`,
    ),
  response: analyticsSchema,
});
