import { z } from 'zod';
import { hiddenBySchema } from '../content/lesson.ts';
import { endpoint } from '../core/endpoint.ts';
import { isoDate } from '../core/fields.ts';

const recentRow = z.object({
  id: z.number().int(),
  title: z.string(),
  status: z.string(),
  /** Of a lesson or quiz that is published or active, if learners cannot see it. */
  hiddenBy: hiddenBySchema.optional(),
  updatedAt: isoDate,
});

/** Number of items of each type on the Recent Content card. */
export const recentContentLimits = { mainLessons: 3, lessons: 3, quizzes: 2, total: 8 } as const;

/** What learners did in apps on one day in `TIME_ZONE`. */
const learningDaySchema = z.object({
  /** `2026-05-04` */
  day: z.string(),
  /** Learners who sent any progress of this day. */
  activeLearners: z.number().int(),
  lessonsFinished: z.number().int(),
  answers: z.number().int(),
});
export type LearningDay = z.infer<typeof learningDaySchema>;

/** Number of days in `learningByDay` and `figuresByDay`, today included. */
export const learningDays = 30;

/** A figure at the end of each of the last 30 days, the earliest first. The last one is the figure of now. */
const figureByDay = z.array(z.number());

/**
 * Dashboard statistics. Growth is the percentage change from last calendar month in
 * `TIME_ZONE`, 0 when last month has none. `avgPrice` and `totalPurchaseHistoryComplete` are in USD. Revenue is for
 * admins: `totalPurchaseHistoryComplete` and `purchasesGrowth` are absent for everybody else.
 */
const dashboardStatsSchema = z.object({
  totalMainLessons: z.number().int(),
  mainLessonsGrowth: z.number(),
  premiumMainLessons: z.number().int(),
  avgPrice: z.number(),
  freeMainLessons: z.number().int(),
  totalLessons: z.number().int(),
  lessonsGrowth: z.number(),
  totalQuizzes: z.number().int(),
  quizzesGrowth: z.number(),
  totalUsers: z.number().int(),
  usersGrowth: z.number(),
  totalActiveUsers: z.number().int(),
  activeUsersGrowth: z.number(),
  totalPurchaseHistoryComplete: z.number().optional(),
  purchasesGrowth: z.number().optional(),
  /** Lessons per lesson type, in descending order; types without lessons are omitted. */
  lessonsByType: z.array(
    z.object({ lessonTypeId: z.number().int(), title: z.string(), count: z.number().int() }),
  ),
  /** The last 30 days, the earliest first. Absent from services of an earlier version. */
  learningByDay: z.array(learningDaySchema).optional(),
  /**
   * How the figures came about, by the name of their field. A day counts what exists now and was created, or bought, by
   * then: what has been deleted since is not in it, nor what something was before it was changed. Absent until the
   * projection has the days (docs/releases.md).
   */
  figuresByDay: z
    .object({
      totalMainLessons: figureByDay,
      premiumMainLessons: figureByDay,
      freeMainLessons: figureByDay,
      totalLessons: figureByDay,
      totalQuizzes: figureByDay,
      totalUsers: figureByDay,
      totalActiveUsers: figureByDay,
      /** USD. For admins. */
      totalPurchaseHistoryComplete: figureByDay.optional(),
    })
    .optional(),
  /** What somebody should look at. Absent like `figuresByDay`. */
  attention: z
    .object({
      /** Drafts that were not edited on any of the last 30 days. */
      oldMainLessonDrafts: z.number().int(),
      oldLessonDrafts: z.number().int(),
      oldQuizDrafts: z.number().int(),
      /** Lessons and quizzes with a stale recording, as `recordings=stale` lists them. */
      staleLessonRecordings: z.number().int(),
      staleQuizRecordings: z.number().int(),
      /** What waits for a review, as `status=review` lists it. Absent from services of an earlier version. */
      mainLessonReviews: z.number().int().optional(),
      lessonReviews: z.number().int().optional(),
      quizReviews: z.number().int().optional(),
      /** Purchases of the last 30 days whose payment failed. For admins. */
      failedPayments: z.number().int().optional(),
      /** Purchases with a refund that the payment provider has not confirmed. For admins. */
      pendingRefunds: z.number().int().optional(),
    })
    .optional(),
  recent: z.object({
    mainLessons: z.array(recentRow),
    lessons: z.array(recentRow),
    quizzes: z.array(recentRow),
  }),
});
export type DashboardStats = z.infer<typeof dashboardStatsSchema>;

/** Constant time, from the projection. With `X-After`, waits up to 1 s for that change. */
export const dashboardStatsGet = endpoint({
  id: 'dashboard.stats',
  service: 'stats',
  method: 'GET',
  path: '/api/dashboard/stats',
  access: 'session',
  summary: 'Dashboard statistics',
  sharedByRole: true,
  response: dashboardStatsSchema,
});
