import { type PurchaseDateFilter, purchaseDateFilters } from '@khmer-learning/contracts';
import fc from 'fast-check';
import { resolveDateRange } from './date-ranges.ts';

const cambodia = 'Asia/Phnom_Penh';
const range = (filter: PurchaseDateFilter, now: string, zone = cambodia) => {
  const { from, to } = resolveDateRange(filter, new Date(now), zone);
  return [from.toISOString(), to.toISOString()];
};

/** The start of a day in Phnom Penh. */
const start = (day: string) => new Date(`${day}T00:00:00+07:00`).toISOString();

describe('on a Thursday in the middle of a year', () => {
  it.each<[PurchaseDateFilter, string, string]>([
    ['today', '2026-07-16', '2026-07-17'],
    ['yesterday', '2026-07-15', '2026-07-16'],
    ['this-week', '2026-07-13', '2026-07-20'],
    ['last-week', '2026-07-06', '2026-07-13'],
    ['this-month', '2026-07-01', '2026-08-01'],
    ['last-month', '2026-06-01', '2026-07-01'],
    ['this-year', '2026-01-01', '2027-01-01'],
    ['last-year', '2025-01-01', '2026-01-01'],
    ['last-7-days', '2026-07-10', '2026-07-17'],
    ['last-30-days', '2026-06-17', '2026-07-17'],
    ['last-90-days', '2026-04-18', '2026-07-17'],
  ])('%s is from %s until %s', (filter, first, end) => {
    for (const now of ['2026-07-16T00:00:00.000+07:00', '2026-07-16T23:59:59.999+07:00'])
      expect(range(filter, now)).toEqual([start(first), start(end)]);
  });
});

describe('over a year’s end', () => {
  // In Cambodia it is already Friday, 1 January 2027.
  const newYear = '2026-12-31T17:00:00.000Z';
  it.each<[PurchaseDateFilter, string, string]>([
    ['today', '2027-01-01', '2027-01-02'],
    ['yesterday', '2026-12-31', '2027-01-01'],
    ['this-week', '2026-12-28', '2027-01-04'],
    ['last-week', '2026-12-21', '2026-12-28'],
    ['this-month', '2027-01-01', '2027-02-01'],
    ['last-month', '2026-12-01', '2027-01-01'],
    ['this-year', '2027-01-01', '2028-01-01'],
    ['last-year', '2026-01-01', '2027-01-01'],
    ['last-7-days', '2026-12-26', '2027-01-02'],
    ['last-30-days', '2026-12-03', '2027-01-02'],
    ['last-90-days', '2026-10-04', '2027-01-02'],
  ])('%s is from %s until %s', (filter, first, end) => {
    expect(range(filter, newYear)).toEqual([start(first), start(end)]);
  });

  it('a millisecond earlier it is still the old year', () => {
    const before = '2026-12-31T16:59:59.999Z';
    expect(range('this-year', before)).toEqual([start('2026-01-01'), start('2027-01-01')]);
    expect(range('today', before)).toEqual([start('2026-12-31'), start('2027-01-01')]);
  });

  it('a week that begins in one year and ends in the next', () => {
    expect(range('this-week', '2026-01-01T05:00:00Z')).toEqual([start('2025-12-29'), start('2026-01-05')]);
  });
});

it('knows that February may have 29 days, and that a Sunday ends the week', () => {
  expect(range('last-month', '2028-03-31T12:00:00Z')).toEqual([start('2028-02-01'), start('2028-03-01')]);
  expect(range('today', '2028-02-29T03:00:00Z')).toEqual([start('2028-02-29'), start('2028-03-01')]);
  expect(range('this-week', '2026-07-19T16:59:59Z')).toEqual([start('2026-07-13'), start('2026-07-20')]);
});

it('follows clocks that are put forward and back', () => {
  // New York: 8 March 2026 has 23 hours, 1 November 25.
  expect(range('today', '2026-03-08T12:00:00Z', 'America/New_York')).toEqual([
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
  expect(range('today', '2026-11-01T12:00:00Z', 'America/New_York')).toEqual([
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ]);
});

describe('for any moment and place', () => {
  const moments = fc.date({
    min: new Date('2001-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom(
    cambodia,
    'UTC',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Australia/Lord_Howe',
  );

  /** The local calendar date according to `Intl`, independent of the code under test. */
  function read(moment: Date, timeZone: string) {
    const text = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
    const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(moment);
    return { day: text, month: text.slice(0, 7), year: text.slice(0, 4), weekday };
  }

  it('today, this month and this year hold exactly the moments of that day, month and year', () => {
    fc.assert(
      fc.property(moments, zones, (now, zone) => {
        for (const [filter, part] of [
          ['today', 'day'],
          ['this-month', 'month'],
          ['this-year', 'year'],
        ] as const) {
          const { from, to } = resolveDateRange(filter, now, zone);
          const wanted = read(now, zone)[part];
          expect(read(from, zone)[part]).toBe(wanted);
          expect(read(new Date(to.getTime() - 1), zone)[part]).toBe(wanted);
          expect(read(new Date(from.getTime() - 1), zone)[part]).not.toBe(wanted);
          expect(read(to, zone)[part]).not.toBe(wanted);
        }
      }),
      { numRuns: depth(30, 150) },
    );
  });

  it('every range begins and ends where a day begins, and those that go together leave no gap', () => {
    fc.assert(
      fc.property(moments, zones, (now, zone) => {
        const of = (filter: PurchaseDateFilter) => resolveDateRange(filter, now, zone);
        for (const filter of purchaseDateFilters) {
          const { from, to } = of(filter);
          for (const edge of [from, to])
            expect(read(new Date(edge.getTime() - 1), zone).day).not.toBe(read(edge, zone).day);
        }
        for (const filter of ['this-week', 'last-week'] as const)
          expect(read(of(filter).from, zone).weekday).toBe('Mon');
        for (const [last, current] of [
          ['yesterday', 'today'],
          ['last-week', 'this-week'],
          ['last-month', 'this-month'],
          ['last-year', 'this-year'],
        ] as const)
          expect(of(last).to).toEqual(of(current).from);
        for (const filter of ['last-7-days', 'last-30-days', 'last-90-days'] as const)
          expect(of(filter).to).toEqual(of('today').to);
      }),
      { numRuns: depth(20, 100) },
    );
  });
});
