import type { PurchaseDateFilter } from '@khmer-learning/contracts';
import { dayOf } from '@khmer-learning/service-kit';
import { Temporal } from 'temporal-polyfill';

/** A range of time: `from` is inclusive, `to` is exclusive. */
export interface DateRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * The time range of a date filter in `timeZone`, relative to `now`. Weeks start on Monday. `last-N-days` includes today
 *.
 */
export function resolveDateRange(filter: PurchaseDateFilter, now: Date, timeZone: string): DateRange {
  const today = Temporal.PlainDate.from(dayOf(now, timeZone));
  const [first, days] = dayRange(filter, today);
  // Without a time, a day starts when its date does: daylight saving time may change at midnight.
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  return { from: startOf(first), to: startOf(first.add(days)) };
}

/** The first day, and the length. */
function dayRange(
  filter: PurchaseDateFilter,
  today: Temporal.PlainDate,
): [Temporal.PlainDate, Temporal.DurationLike] {
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const month = today.with({ day: 1 });
  const year = today.with({ month: 1, day: 1 });
  const lastDays = (days: number): [Temporal.PlainDate, Temporal.DurationLike] => [
    today.subtract({ days: days - 1 }),
    { days },
  ];
  switch (filter) {
    case 'today':
      return lastDays(1);
    case 'yesterday':
      return [today.subtract({ days: 1 }), { days: 1 }];
    case 'this-week':
      return [monday, { weeks: 1 }];
    case 'last-week':
      return [monday.subtract({ weeks: 1 }), { weeks: 1 }];
    case 'this-month':
      return [month, { months: 1 }];
    case 'last-month':
      return [month.subtract({ months: 1 }), { months: 1 }];
    case 'this-year':
      return [year, { years: 1 }];
    case 'last-year':
      return [year.subtract({ years: 1 }), { years: 1 }];
    case 'last-7-days':
      return lastDays(7);
    case 'last-30-days':
      return lastDays(30);
    case 'last-90-days':
      return lastDays(90);
  }
}
