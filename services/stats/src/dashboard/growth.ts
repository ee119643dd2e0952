import { dayOf } from '@khmer-learning/service-kit';
import { Temporal } from 'temporal-polyfill';

/** The calendar month of a moment in `timeZone`, as `YYYY-MM`. */
export function monthOf(moment: Date, timeZone: string): string {
  return dayOf(moment, timeZone).slice(0, 7);
}

/** The calendar day of a moment in `timeZone`, as `YYYY-MM-DD`, and the days before it: `count` in all, the earliest first. */
export function lastDays(moment: Date, timeZone: string, count: number): string[] {
  const today = Temporal.PlainDate.from(dayOf(moment, timeZone));
  return Array.from({ length: count }, (_, index) => today.subtract({ days: count - 1 - index }).toString());
}

export function previousMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();
}

/** Growth from last month to this month in percent, rounded to two decimals; 0 when last month is 0. */
export function growthPercent(thisMonth: number, lastMonth: number): number {
  if (lastMonth === 0) return 0;
  return Math.round((thisMonth / lastMonth - 1) * 10_000) / 100;
}
