/** One per time zone, because building one takes far longer than using it. A process uses one time zone. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day of a moment in `timeZone`, as `YYYY-MM-DD`.
 * Asia/Phnom_Penh is UTC+7: 31 October 17:00 UTC is already 1 November there.
 */
function dayOf(moment: Date, timeZone: string): string {
  // The Canadian date format is `2026-05-04`.
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  dayFormats.set(timeZone, format);
  return format.format(moment);
}

/** The calendar month of a moment in `timeZone`, as `YYYY-MM`. */
export function monthOf(moment: Date, timeZone: string): string {
  return dayOf(moment, timeZone).slice(0, 7);
}

/** The calendar day of a moment in `timeZone`, as `YYYY-MM-DD`, and the days before it: `count` in all, the earliest first. */
export function lastDays(moment: Date, timeZone: string, count: number): string[] {
  const today = Date.parse(dayOf(moment, timeZone));
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 24 * 60 * 60_000).toISOString().slice(0, 10),
  );
}

/** The month before `YYYY-MM`. */
export function previousMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const before = number === 1 ? { year: year - 1, month: 12 } : { year, month: number - 1 };
  return `${String(before.year).padStart(4, '0')}-${String(before.month).padStart(2, '0')}`;
}

/**
 * Growth from last month to this month in percent, rounded to two decimals; 0 when last month is 0
 * (decisions, Dashboard).
 */
export function growthPercent(thisMonth: number, lastMonth: number): number {
  if (lastMonth === 0) return 0;
  return Math.round((thisMonth / lastMonth - 1) * 10_000) / 100;
}
