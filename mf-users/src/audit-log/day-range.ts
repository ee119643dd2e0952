import { startOfSchoolDay } from '@khmer-learning/ui-kit';

/** The start of a day (`2026-05-04`) in the school's time zone, as an ISO 8601 string. */
export function startOfDayIso(day: string | undefined): string | undefined {
  return day === undefined ? undefined : startOfSchoolDay(day)?.toISOString();
}

/** The end of a day in the school's time zone: the start of the next day, because a range excludes its end. */
export function endOfDayIso(day: string | undefined): string | undefined {
  return day === undefined ? undefined : startOfSchoolDay(day, 1)?.toISOString();
}
