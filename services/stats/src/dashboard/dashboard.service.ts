import { type DashboardStats, learningDays, recentContentLimits } from '@khmer-learning/contracts';
import { counterNames as names } from '../projection/contributions.ts';
import type { GenerationWatcher } from '../projection/generations.ts';
import {
  type ProjectionModels,
  readCounters,
  readLessonsPerType,
  readNewestEntities,
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
 * Reads the dashboard from the projection only: a fixed number of counters and the newest rows, so that the cost does
 * not depend on the amount of content (decisions, Dashboard).
 */
export async function readDashboard(deps: DashboardDeps): Promise<DashboardStats> {
  const generation = deps.generations.current();
  const now = (deps.now ?? (() => new Date()))();
  const month = monthOf(now, deps.timeZone);
  const days = lastDays(now, deps.timeZone, learningDays);
  const [counterValues, lessonsPerType, mainLessons, lessons, quizzes] = await Promise.all([
    readCounters(deps.models, generation, requiredCounters(month, days)),
    readLessonsPerType(deps.models, generation),
    readNewestEntities(deps.models, generation, 'main-lesson', recentContentLimits.mainLessons),
    readNewestEntities(deps.models, generation, 'lesson', recentContentLimits.lessons),
    readNewestEntities(deps.models, generation, 'quiz', recentContentLimits.quizzes),
  ]);
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
    lessonsByType: lessonsPerType,
    learningByDay: days.map((day) => ({
      day,
      activeLearners: counterValue(names.activeLearners(day)),
      lessonsFinished: counterValue(names.lessonsFinished(day)),
      answers: counterValue(names.answers(day)),
    })),
    recent: { mainLessons, lessons, quizzes },
  };
}

/** The names of all counters that the dashboard needs. */
function requiredCounters(month: string, days: readonly string[]): string[] {
  const kinds = ['main-lesson', 'lesson', 'quiz', 'user'];
  const months = [month, previousMonth(month)];
  return [
    ...kinds.map(names.total),
    ...kinds.flatMap((kind) => months.map((of) => names.month(kind, of))),
    ...months.map(names.activeUsersMonth),
    ...months.map(names.purchaseCentsMonth),
    ...days.flatMap((day) => [names.activeLearners(day), names.lessonsFinished(day), names.answers(day)]),
    names.free,
    names.premium,
    names.priceCents,
    names.activeUsers,
    names.purchaseCents,
  ];
}
