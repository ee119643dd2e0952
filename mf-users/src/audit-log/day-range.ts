import { startOfSchoolDay } from '@khmer-learning/ui-kit';

/** The first moment of a day of the school's, as a query takes it. `day` is `2026-05-04`. */
export function startOfDayIso(day: string | undefined): string | undefined {
  return day === undefined ? undefined : startOfSchoolDay(day)?.toISOString();
}

/** The first moment after a day of the school's: a range's end is not in it. */
export function endOfDayIso(day: string | undefined): string | undefined {
  return day === undefined ? undefined : startOfSchoolDay(day, 1)?.toISOString();
}
