import { type DashboardStats, recentContentLimits } from '@khmer-learning/contracts';
import { counters as names } from '../projection/contributions.ts';
import type { Generations } from '../projection/generations.ts';
import {
  type ProjectionModels,
  readFigures,
  readLessonsPerType,
  readNewest,
} from '../projection/projection.queries.ts';
import { growth, monthBefore, monthOf } from './growth.ts';

export interface DashboardDeps {
  readonly models: ProjectionModels;
  readonly generations: Pick<Generations, 'current'>;
  readonly timeZone: string;
  /** The present moment; tests set it. */
  readonly now?: () => Date;
}

/**
 * The dashboard's figures, from the projection alone: a handful of counters and the newest few rows,
 * however much content there is (decisions, Dashboard).
 */
export async function readDashboard(deps: DashboardDeps): Promise<DashboardStats> {
  const generation = deps.generations.current();
  const month = monthOf((deps.now ?? (() => new Date()))(), deps.timeZone);
  const [figures, lessonsPerType, mainLessons, lessons, quizzes] = await Promise.all([
    readFigures(deps.models, generation, wantedFigures(month)),
    readLessonsPerType(deps.models, generation),
    readNewest(deps.models, generation, 'main-lesson', recentContentLimits.mainLessons),
    readNewest(deps.models, generation, 'lesson', recentContentLimits.lessons),
    readNewest(deps.models, generation, 'quiz', recentContentLimits.quizzes),
  ]);
  const figure = (name: string) => figures.get(name) ?? 0;
  const monthly = (counter: (month: string) => string) =>
    growth(figure(counter(month)), figure(counter(monthBefore(month))));
  const created = (kind: string) => monthly((of) => names.month(kind, of));
  const premium = figure(names.premium);

  return {
    totalMainLessons: figure(names.total('main-lesson')),
    mainLessonsGrowth: created('main-lesson'),
    premiumMainLessons: premium,
    avgPrice: premium === 0 ? 0 : Math.round(figure(names.priceCents) / premium) / 100,
    freeMainLessons: figure(names.free),
    totalLessons: figure(names.total('lesson')),
    lessonsGrowth: created('lesson'),
    totalQuizzes: figure(names.total('quiz')),
    quizzesGrowth: created('quiz'),
    totalUsers: figure(names.total('user')),
    usersGrowth: created('user'),
    totalActiveUsers: figure(names.activeUsers),
    activeUsersGrowth: monthly(names.activeUsersMonth),
    totalPurchaseHistoryComplete: figure(names.purchaseCents) / 100,
    purchasesGrowth: monthly(names.purchaseCentsMonth),
    lessonsByType: lessonsPerType,
    recent: { mainLessons, lessons, quizzes },
  };
}

/** Every counter the figures are made from. */
function wantedFigures(month: string): string[] {
  const kinds = ['main-lesson', 'lesson', 'quiz', 'user'];
  const months = [month, monthBefore(month)];
  return [
    ...kinds.map(names.total),
    ...kinds.flatMap((kind) => months.map((of) => names.month(kind, of))),
    ...months.map(names.activeUsersMonth),
    ...months.map(names.purchaseCentsMonth),
    names.free,
    names.premium,
    names.priceCents,
    names.activeUsers,
    names.purchaseCents,
  ];
}
