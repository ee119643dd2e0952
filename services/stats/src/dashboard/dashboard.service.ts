import { type DashboardStats, learningDays, recentContentLimits } from '@khmer-learning/contracts';
import { createBatcher } from '@khmer-learning/service-kit';
import { counterNames as names } from '../projection/contributions.ts';
import type { CurrentGeneration, GenerationWatcher } from '../projection/generations.ts';
import {
  type CounterRange,
  counterRange,
  type ProjectionModels,
  prefixRange,
  readCounters,
  readNewestEntities,
  readRevision,
  readTitles,
  withHiddenBy,
} from '../projection/projection.queries.ts';
import { growthPercent, lastDays, monthOf, previousMonth } from './growth.ts';

export interface DashboardDeps {
  readonly models: ProjectionModels;
  readonly generations: Pick<GenerationWatcher, 'current'>;
  readonly timeZone: string;
  /** The clock; tests set it. */
  readonly now?: () => Date;
}

/**
 * Returns a function that reads the dashboard. Its answer is kept until any instance has projected another event, which
 * reads that wait at the same time ask together, or the minute ends: figures also change with the day.
 */
export function createDashboard(deps: DashboardDeps): () => Promise<DashboardStats> {
  let kept: { readonly key: string; readonly stats: DashboardStats } | undefined;
  const read = createBatcher<undefined, DashboardStats>(
    async (readers) => {
      const current = deps.generations.current();
      const now = (deps.now ?? (() => new Date()))();
      const minute = Math.floor(now.getTime() / 60_000);
      const revision = await readRevision(deps.models, current.generation);
      const key = `${current.generation} ${minute} ${revision}`;
      if (kept?.key !== key) kept = { key, stats: await computeStats(deps, current, now) };
      const { stats } = kept;
      return readers.map(() => ({ value: stats }));
    },
    { concurrency: 1, maxItems: 1_000 },
  );
  return () => read(undefined);
}

/** Computes the figures from counters and the newest rows alone: the cost does not depend on the amount of content. */
async function computeStats(
  { models, timeZone }: DashboardDeps,
  { generation, hasDays }: CurrentGeneration,
  now: Date,
): Promise<DashboardStats> {
  const month = monthOf(now, timeZone);
  const days = lastDays(now, timeZone, learningDays);
  const [counterValues, mainLessons, lessons, quizzes] = await Promise.all([
    readCounters(models, generation, requiredCounters(month, days)),
    readNewestEntities(models, generation, 'main-lesson', recentContentLimits.mainLessons),
    readNewestEntities(models, generation, 'lesson', recentContentLimits.lessons),
    readNewestEntities(models, generation, 'quiz', recentContentLimits.quizzes),
  ]);
  const lessonsByType = await toLessonsByType(models, generation, counterValues);
  const counterValue = (name: string) => counterValues.get(name) ?? 0;
  const monthlyGrowth = (counter: (month: string) => string) =>
    growthPercent(counterValue(counter(month)), counterValue(counter(previousMonth(month))));
  const createdGrowth = (kind: string) => monthlyGrowth((of) => names.month(kind, of));
  const premium = counterValue(names.premium);

  return {
    totalMainLessons: counterValue(names.total('main-lesson')),
    mainLessonsGrowth: createdGrowth('main-lesson'),
    premiumMainLessons: premium,
    avgPrice: premium === 0 ? 0 : Math.round(counterValue(names.priceCents) / premium) / 100,
    freeMainLessons: counterValue(names.free),
    totalLessons: counterValue(names.total('lesson')),
    lessonsGrowth: createdGrowth('lesson'),
    totalQuizzes: counterValue(names.total('quiz')),
    quizzesGrowth: createdGrowth('quiz'),
    totalUsers: counterValue(names.total('user')),
    usersGrowth: createdGrowth('user'),
    totalActiveUsers: counterValue(names.activeUsers),
    activeUsersGrowth: monthlyGrowth(names.activeUsersMonth),
    totalPurchaseHistoryComplete: counterValue(names.purchaseCents) / 100,
    purchasesGrowth: monthlyGrowth(names.purchaseCentsMonth),
    lessonsByType,
    learningByDay: days.map((day) => ({
      day,
      activeLearners: counterValue(names.activeLearners(day)),
      lessonsFinished: counterValue(names.lessonsFinished(day)),
      answers: counterValue(names.answers(day)),
    })),
    ...(hasDays
      ? { figuresByDay: toFiguresByDay(counterValue, days), attention: toAttention(counterValue, days) }
      : {}),
    recent: {
      mainLessons,
      lessons: await withHiddenBy(models, generation, lessons),
      quizzes: await withHiddenBy(models, generation, quizzes),
    },
  };
}

type CounterValue = (name: string) => number;

/** Each figure goes back from what it is now by what each day added to it. */
function toFiguresByDay(
  counterValue: CounterValue,
  days: readonly string[],
): NonNullable<DashboardStats['figuresByDay']> {
  const byDay = (counter: string): number[] => {
    let value = counterValue(counter);
    const latestFirst = days.toReversed().map((day) => {
      const atItsEnd = value;
      value -= counterValue(names.day(day, counter));
      return atItsEnd;
    });
    return latestFirst.reverse();
  };
  return {
    totalMainLessons: byDay(names.total('main-lesson')),
    premiumMainLessons: byDay(names.premium),
    freeMainLessons: byDay(names.free),
    totalLessons: byDay(names.total('lesson')),
    totalQuizzes: byDay(names.total('quiz')),
    totalUsers: byDay(names.total('user')),
    totalActiveUsers: byDay(names.activeUsers),
    totalPurchaseHistoryComplete: byDay(names.purchaseCents).map((cents) => cents / 100),
  };
}

/** Counts of the last days need as many counters as days, and what is older is the rest: nothing is searched for. */
function toAttention(
  counterValue: CounterValue,
  days: readonly string[],
): NonNullable<DashboardStats['attention']> {
  const ofLastDays = (counter: string) =>
    days.reduce((sum, day) => sum + counterValue(names.day(day, counter)), 0);
  const oldDrafts = (kind: string) => counterValue(names.drafts(kind)) - ofLastDays(names.drafts(kind));
  return {
    oldMainLessonDrafts: oldDrafts('main-lesson'),
    oldLessonDrafts: oldDrafts('lesson'),
    oldQuizDrafts: oldDrafts('quiz'),
    staleLessonRecordings: counterValue(names.staleRecordings('lesson')),
    staleQuizRecordings: counterValue(names.staleRecordings('quiz')),
    mainLessonReviews: counterValue(names.requestedReviews('main-lesson')),
    lessonReviews: counterValue(names.requestedReviews('lesson')),
    quizReviews: counterValue(names.requestedReviews('quiz')),
    failedPayments: ofLastDays(names.failedPayments),
    pendingRefunds: counterValue(names.pendingRefunds),
  };
}

/** The lesson types with lessons, the one with the most lessons first. Staff create lesson types one by one. */
async function toLessonsByType(
  models: ProjectionModels,
  generation: number,
  counterValues: ReadonlyMap<string, number>,
): Promise<DashboardStats['lessonsByType']> {
  const counts = [...counterValues]
    .filter(([name, count]) => name.startsWith(names.lessonTypePrefix) && count > 0)
    .map(([name, count]) => ({ lessonTypeId: Number(name.slice(names.lessonTypePrefix.length)), count }))
    .sort((one, other) => other.count - one.count || one.lessonTypeId - other.lessonTypeId);
  const ids = counts.map(({ lessonTypeId }) => lessonTypeId);
  const cards = await readTitles({ models, generation }, 'lesson-type', ids);
  return counts.map((one) => ({ ...one, title: cards.get(one.lessonTypeId)?.title ?? '' }));
}

/** The ranges of all counters that the dashboard needs. */
function requiredCounters(month: string, days: readonly string[]): CounterRange[] {
  const kinds = ['main-lesson', 'lesson', 'quiz', 'user'];
  const months = [month, previousMonth(month)];
  const required = [
    ...kinds.map(names.total),
    ...kinds.flatMap((kind) => months.map((of) => names.month(kind, of))),
    ...months.map(names.activeUsersMonth),
    ...months.map(names.purchaseCentsMonth),
    names.free,
    names.premium,
    names.priceCents,
    names.activeUsers,
    names.purchaseCents,
    ...['main-lesson', 'lesson', 'quiz'].flatMap((kind) => [
      names.drafts(kind),
      names.requestedReviews(kind),
    ]),
    ...['lesson', 'quiz'].map(names.staleRecordings),
    names.pendingRefunds,
  ];
  return [
    ...required.map(counterRange),
    prefixRange(names.lessonTypePrefix),
    prefixRange(names.dayPrefix(days[0] ?? ''), names.dayPrefix(days.at(-1) ?? '')),
    prefixRange(names.learningPrefix(days[0] ?? ''), names.learningPrefix(days.at(-1) ?? '')),
  ];
}
