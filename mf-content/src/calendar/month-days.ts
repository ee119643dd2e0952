/** A month of the school's calendar: `2026-11`. */
export type Month = string;
/** A day of the school's calendar: `2026-11-24`. */
export type Day = string;

const dayMs = 86_400_000;
const daysInWeek = 7;

// Days are counted in UTC, where each has 24 hours.
const toTime = (day: Day) => Date.parse(`${day}T00:00Z`);
const toDay = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addDays = (day: Day, days: number): Day => toDay(toTime(day) + days * dayMs);

export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toDay(Date.UTC(year, number - 1 + months)).slice(0, 7);
}

/** The weeks that a month's page shows: each seven days from Monday on, of which the first and last may be of other months. */
export function weeksOf(month: Month): readonly (readonly Day[])[] {
  const first = `${month}-01`;
  const daysSinceMonday = (new Date(toTime(first)).getUTCDay() + 6) % daysInWeek;
  const weeks: Day[][] = [];
  for (
    let monday = addDays(first, -daysSinceMonday);
    monthOf(monday) <= month;
    monday = addDays(monday, daysInWeek)
  )
    weeks.push(Array.from({ length: daysInWeek }, (_, index) => addDays(monday, index)));
  return weeks;
}
