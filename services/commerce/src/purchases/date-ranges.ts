import type { PurchaseDateFilter } from '@khmer-learning/contracts';

/** A range of time: `from` is inclusive, `to` is exclusive. */
export interface DateRange {
  readonly from: Date;
  readonly to: Date;
}

/** A calendar day without a time zone, as the number of days since 1 January 1970. */
type Day = number;

const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;

/**
 * The time range of a date filter in `timeZone`, relative to `now`. Weeks start on Monday. `last-N-days` includes today
 * (decisions, Purchases and payments).
 */
export function resolveDateRange(filter: PurchaseDateFilter, now: Date, timeZone: string): DateRange {
  const [first, end] = dayRange(filter, localDayOf(now, timeZone));
  return { from: startOfDay(first, timeZone), to: startOfDay(end, timeZone) };
}

/** The first day, and the day after the last. */
function dayRange(filter: PurchaseDateFilter, today: Day): [Day, Day] {
  const tomorrow = today + 1;
  const monday = today - weekday(today);
  const { year, month } = yearAndMonth(today);
  switch (filter) {
    case 'today':
      return [today, tomorrow];
    case 'yesterday':
      return [today - 1, today];
    case 'this-week':
      return [monday, monday + 7];
    case 'last-week':
      return [monday - 7, monday];
    case 'this-month':
      return [day(year, month, 1), day(year, month + 1, 1)];
    case 'last-month':
      return [day(year, month - 1, 1), day(year, month, 1)];
    case 'this-year':
      return [day(year, 0, 1), day(year + 1, 0, 1)];
    case 'last-year':
      return [day(year - 1, 0, 1), day(year, 0, 1)];
    case 'last-7-days':
      return [tomorrow - 7, tomorrow];
    case 'last-30-days':
      return [tomorrow - 30, tomorrow];
    case 'last-90-days':
      return [tomorrow - 90, tomorrow];
  }
}

/** The day of a calendar date. A month below 0 or above 11 rolls over to another year. */
function day(year: number, month: number, date: number): Day {
  return Date.UTC(year, month, date) / dayMs;
}

function yearAndMonth(of: Day): { year: number; month: number } {
  const date = new Date(of * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() };
}

/** 0 is Monday. */
function weekday(of: Day): number {
  return (new Date(of * dayMs).getUTCDay() + 6) % 7;
}

/** The local day of a moment. */
function localDayOf(moment: Date, timeZone: string): Day {
  return Math.floor((moment.getTime() + utcOffsetMs(moment, timeZone)) / dayMs);
}

/**
 * The first moment of a local day. Daylight saving time may change at midnight, so the offset at midnight is not
 * enough: a binary search around midnight UTC finds the moment at which the day changes.
 */
function startOfDay(of: Day, timeZone: string): Date {
  const midnight = of * dayMs;
  // No time zone is further from UTC than 14 hours.
  let before = midnight - 15 * hourMs;
  let after = midnight + 15 * hourMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDayOf(new Date(middle), timeZone) < of) before = middle;
    else after = middle;
  }
  return new Date(after);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, format);
  return format;
}

/** The offset of a time zone from UTC at a moment; positive east of UTC. */
function utcOffsetMs(moment: Date, timeZone: string): number {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(moment.getTime() / 1_000) * 1_000;
}
