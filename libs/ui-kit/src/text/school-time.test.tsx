import { render, screen } from '@testing-library/react';
import { DateText } from './date-text.tsx';
import { startOfSchoolDay } from './school-time.ts';

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
