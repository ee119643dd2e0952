import type { PurchaseDateFilter } from '@khmer-learning/contracts';
import { dayOf } from '@khmer-learning/service-kit';
import { Temporal } from 'temporal-polyfill';

/** The time range of a filter, relative to `now`, without `to`. Weeks start on Monday; `last-N-days` includes today. */
export function resolveDateRange(filter: PurchaseDateFilter, now: Date, timeZone: string) {
  const today = Temporal.PlainDate.from(dayOf(now, timeZone));
  const [first, days] = dayRange(filter, today);
  // Without a time, a day starts when its date does: daylight saving time may change at midnight.
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  return { from: startOf(first), to: startOf(first.add(days)) };
}

/** The first day, and the length. */
type Range = readonly [Temporal.PlainDate, Temporal.DurationLike];

function dayRange(filter: PurchaseDateFilter, today: Temporal.PlainDate): Range {
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const month = today.with({ day: 1 });
  const year = today.with({ month: 1, day: 1 });
  const lastDays = (days: number): Range => [today.subtract({ days: days - 1 }), { days }];
  const ranges: Readonly<Record<PurchaseDateFilter, Range>> = {
    today: lastDays(1),
    yesterday: [today.subtract({ days: 1 }), { days: 1 }],
    'this-week': [monday, { weeks: 1 }],
    'last-week': [monday.subtract({ weeks: 1 }), { weeks: 1 }],
    'this-month': [month, { months: 1 }],
    'last-month': [month.subtract({ months: 1 }), { months: 1 }],
    'this-year': [year, { years: 1 }],
    'last-year': [year.subtract({ years: 1 }), { years: 1 }],
    'last-7-days': lastDays(7),
    'last-30-days': lastDays(30),
    'last-90-days': lastDays(90),
  };
  return ranges[filter];
}
