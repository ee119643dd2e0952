import type { DashboardStats } from '@khmer-learning/contracts';
import {
  BookOpenIcon,
  CardGrid,
  CreditCardIcon,
  DollarSignIcon,
  GiftIcon,
  LibraryBigIcon,
  ListChecksIcon,
  StatCard,
  StatCardSkeleton,
  UserCheckIcon,
  UsersIcon,
} from '@khmer-learning/ui-kit';
import { formatCompactUsd, formatCount, formatUsd, roundedPercent } from './number-format.ts';

/** Four cards per row beside the sidebar, two on a phone. */
const cardWidth = 'min(13.5rem, 42vw)';

/** The eight statistics cards (decisions, Dashboard). */
export function StatCards({ stats }: { stats: DashboardStats }) {
  const freeShare = roundedPercent(stats.freeMainLessons, stats.totalMainLessons);
  return (
    <CardGrid minColumnWidth={cardWidth}>
      <StatCard
        label="Total Main Lessons"
        icon={<LibraryBigIcon aria-hidden="true" />}
        value={formatCount(stats.totalMainLessons)}
        growth={stats.mainLessonsGrowth}
      />
      <StatCard
        label="Premium Main Lessons"
        icon={<CreditCardIcon aria-hidden="true" />}
        value={formatCount(stats.premiumMainLessons)}
        detail={`Average price: ${formatUsd(stats.avgPrice)}`}
      />
      <StatCard
        label="Free Main Lessons"
        icon={<GiftIcon aria-hidden="true" />}
        value={formatCount(stats.freeMainLessons)}
        detail={`${freeShare}% of total content`}
      />
      <StatCard
        label="Total Lessons"
        icon={<BookOpenIcon aria-hidden="true" />}
        value={formatCount(stats.totalLessons)}
        growth={stats.lessonsGrowth}
      />
      <StatCard
        label="Total Quizzes"
        icon={<ListChecksIcon aria-hidden="true" />}
        value={formatCount(stats.totalQuizzes)}
        growth={stats.quizzesGrowth}
      />
      <StatCard
        label="Total Users"
        icon={<UsersIcon aria-hidden="true" />}
        value={formatCount(stats.totalUsers)}
        growth={stats.usersGrowth}
        growthDecimals={2}
      />
      <StatCard
        label="Total Active Users"
        icon={<UserCheckIcon aria-hidden="true" />}
        value={formatCount(stats.totalActiveUsers)}
        growth={stats.activeUsersGrowth}
        growthDecimals={2}
      />
      <StatCard
        label="Total Purchases Complete"
        icon={<DollarSignIcon aria-hidden="true" />}
        value={formatCompactUsd(stats.totalPurchaseHistoryComplete)}
        growth={stats.purchasesGrowth}
        growthDecimals={2}
      />
    </CardGrid>
  );
}

/** Four placeholder cards, shown while the statistics load (spec 2.6). */
export function StatCardSkeletons() {
  return (
    <CardGrid minColumnWidth={cardWidth}>
      <StatCardSkeleton />
      <StatCardSkeleton />
      <StatCardSkeleton />
      <StatCardSkeleton />
    </CardGrid>
  );
}
