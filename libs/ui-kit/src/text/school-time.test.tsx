import '../testing.ts';
import { act, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { DateText } from './date-text.tsx';
import {
  formatSchoolMinute,
  fromSchoolClockTime,
  schoolTimeZoneName,
  startOfSchoolDay,
  toSchoolClockTime,
} from './school-time.ts';

const school = (timeZone: string) => {
  document.head.innerHTML = `<meta name="console-time-zone" content="${timeZone}">`;
};
afterEach(() => document.head.replaceChildren());

test('formats a day in the school’s time zone, wherever the browser is', () => {
  for (const [timeZone, day] of [
    ['Asia/Phnom_Penh', 'May 5, 2026'],
    ['America/Los_Angeles', 'May 4, 2026'],
  ] as const) {
    school(timeZone);
    render(<DateText at="2026-05-04T17:30:00.000Z" />);
    expect(screen.getByText(day).getAttribute('title')).toMatch(/2026 at .* (GMT|PDT)/);
  }
});

test.each([
  ['Asia/Phnom_Penh', '2026-05-04', 0, '2026-05-03T17:00:00.000Z'],
  ['Asia/Phnom_Penh', '2026-02-28', 1, '2026-02-28T17:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', 0, '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', 1, '2026-03-29T22:00:00.000Z'],
  ['Nowhere/Known', 'no day', 0, undefined],
])('in %s, %s and %i days later, the day begins at %s', (timeZone, day, daysLater, start) => {
  school(timeZone);
  expect(startOfSchoolDay(day, daysLater)?.toISOString()).toBe(start);
});

test('without a known time zone, uses the browser’s', () => {
  school('Mars/Olympus');
  render(<DateText at="2026-05-04T12:00:00.000Z" />);
  document.head.replaceChildren();
  render(<DateText at="2026-05-04T12:00:00.000Z" />);
  expect(screen.getAllByText('May 4, 2026')).toHaveLength(2);
});

describe('a moment', () => {
  const now = Date.parse('2026-05-10T03:00:00.000Z');
  const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
  beforeEach(() => {
    school('Asia/Phnom_Penh');
    jest.useFakeTimers({ now });
  });
  afterEach(() => jest.useRealTimers());

  test.each([
    [-30, 'just now'],
    [59, 'just now'],
    [119, '1 minute ago'],
    [3 * 3_600, '3 hours ago'],
    [86_400, 'yesterday'],
    [7 * 86_400, '7 days ago'],
    [7 * 86_400 + 1, 'May 3, 2026'],
  ])('%i seconds ago is `%s`, with the exact time as its title', (seconds, text) => {
    render(<DateText at={ago(seconds)} />);
    const time = screen.getByText(text, { selector: 'time' });
    expect(time.getAttribute('datetime')).toBe(ago(seconds));
    expect(time.title).toMatch(/, May \d+, 2026 at \d\d:\d\d:\d\d GMT\+7$/);
  });

  test('has the time of day, or only the day, where people need it', () => {
    render(<DateText at={ago(60)} format="minute" />);
    render(<DateText at={ago(60)} format="day" />);
    for (const text of ['May 10, 2026, 09:59', 'May 10, 2026']) expect(screen.getByText(text)).toBeTruthy();
  });

  test('stays current while it is on the page; all moments share one timer', () => {
    const { unmount } = render([0, 3_570].map((seconds) => <DateText key={seconds} at={ago(seconds)} />));
    expect(jest.getTimerCount()).toBe(1);
    for (const text of ['just now', '59 minutes ago']) expect(screen.getByText(text)).toBeTruthy();
    act(() => jest.advanceTimersByTime(60_000));
    for (const text of ['1 minute ago', '1 hour ago']) expect(screen.getByText(text)).toBeTruthy();
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('formats a minute in the school’s time zone, and names the zone', () => {
  school('Asia/Phnom_Penh');
  expect(formatSchoolMinute(new Date('2026-11-23T23:00:00.000Z'))).toBe('Nov 24, 2026, 06:00');
  expect(schoolTimeZoneName()).toBe('Asia/Phnom_Penh');
});

test('reads back every minute that it splits into day and time, also around changes of clocks', () => {
  const minute = fc
    .integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2028, 0) / 60_000 })
    .map((minutes) => new Date(minutes * 60_000));
  for (const timeZone of ['Asia/Phnom_Penh', 'Asia/Kathmandu', 'America/New_York']) {
    school(timeZone);
    fc.assert(
      fc.property(minute, (at) => {
        const split = toSchoolClockTime(at);
        const read = fromSchoolClockTime(split);
        // The hour that clocks show twice in autumn has two moments.
        expect(read && toSchoolClockTime(read)).toEqual(split);
        expect(Math.abs((read?.getTime() ?? 0) - at.getTime())).toBeLessThanOrEqual(3_600_000);
        if (timeZone !== 'America/New_York') expect(read).toEqual(at);
      }),
    );
  }
});

test.each([
  ['', '06:00'],
  ['2026-05-04', ''],
  ['2026-13-04', '06:00'],
  ['soon', 'noon'],
])('does not read %j at %j', (day, time) => {
  school('Asia/Phnom_Penh');
  expect(fromSchoolClockTime({ day, time })).toBeUndefined();
});
