import { growthPercent, lastDays, monthOf, previousMonth } from './growth.ts';

describe('months in TIME_ZONE', () => {
  it.each([
    ['2026-10-31T16:59:59.999Z', 'Asia/Phnom_Penh', '2026-10'],
    ['2026-10-31T17:00:00.000Z', 'Asia/Phnom_Penh', '2026-11'],
    ['2026-12-31T17:00:00.000Z', 'Asia/Phnom_Penh', '2027-01'],
    ['2026-12-31T17:00:00.000Z', 'UTC', '2026-12'],
  ])('%s in %s is %s', (moment, zone, month) => {
    expect(monthOf(new Date(moment), zone)).toBe(month);
  });

  it('goes back over a year’s end', () => {
    expect(previousMonth('2026-11')).toBe('2026-10');
    expect(previousMonth('2026-01')).toBe('2025-12');
  });
});

describe('days in TIME_ZONE', () => {
  it.each([
    ['2026-02-28T16:59:59.999Z', 'Asia/Phnom_Penh', ['2026-02-26', '2026-02-27', '2026-02-28']],
    ['2026-02-28T17:00:00.000Z', 'Asia/Phnom_Penh', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['2026-02-28T17:00:00.000Z', 'UTC', ['2026-02-26', '2026-02-27', '2026-02-28']],
    // Clocks change in between.
    ['2026-03-30T12:00:00.000Z', 'Europe/Berlin', ['2026-03-28', '2026-03-29', '2026-03-30']],
  ])('the last at %s in %s are %j', (moment, zone, days) => {
    expect(lastDays(new Date(moment), zone, 3)).toEqual(days);
  });
});

describe('growth', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [0, 4, -100],
    [4, 4, 0],
    [3, 2, 50],
    [12, 10, 20],
    [1, 3, -66.67],
  ])('%d this month after %d last month is %d %%', (now, before, expected) => {
    expect(growthPercent(now, before)).toBe(expected);
  });
});
