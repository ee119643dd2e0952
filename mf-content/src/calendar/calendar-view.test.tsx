import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { ContentRelease, ScheduledItem } from '@khmer-learning/contracts';
import { setLanguage } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { CalendarView } from './calendar-view.tsx';
import { addDays, addMonths, monthOf, weeksOf } from './month-days.ts';

const schoolZone = '<meta name="console-time-zone" content="Asia/Phnom_Penh">';
const entry = (id: number, at: string, change: Partial<ScheduledItem> = {}): ScheduledItem => ({
  ...{ id, title: `Item ${id}`, action: 'publish', at, version: 1, of: 'item', isPinned: false },
  ...{ scheduledBy: null, failure: null },
  ...change,
});

let api: FakeApi;
let lessons: ScheduledItem[];
let releases: ContentRelease[];

beforeEach(() => {
  resetBrowserState();
  document.head.innerHTML = schoolZone;
  jest.useFakeTimers({ now: new Date('2026-11-10T03:00:00Z'), doNotFake: realTimers });
  lessons = [
    // Six in the morning of the 12th in Phnom Penh.
    entry(7, '2026-11-11T23:00:00.000Z', { title: 'Greetings' }),
    entry(8, '2026-11-12T02:00:00.000Z', { action: 'unpublish', title: 'ផ្សារ' }),
  ];
  releases = [];
  const answer =
    (all: () => readonly (ScheduledItem | ContentRelease)[]) => (request: { query: URLSearchParams }) => {
      const [from, until] = [request.query.get('from') ?? '', request.query.get('until') ?? ''];
      const data = all().filter(({ at }) => at !== null && at >= from && at < until);
      return { body: { data, isComplete: true } };
    };
  api = fakeApi({
    'GET /api/lessons/schedules': answer(() => lessons),
    'GET /api/main-lessons/schedules': answer(() => [entry(2, '2026-11-30T05:00:00.000Z')]),
    'GET /api/quizzes/schedules': answer(() => [
      entry(3, '2026-12-20T05:00:00.000Z', { failure: 'Refused', title: 'Quiz' }),
    ]),
    'GET /api/content-releases': answer(() => releases),
    'PATCH /api/lessons/7/schedule': ({ body }) => {
      const { at } = body as { at: string };
      lessons = [entry(7, at, { title: 'Greetings' })];
      return { body: lessons[0] };
    },
  });
});
afterEach(() => jest.useRealTimers());

const realTimers = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask'] as const),
  ...(['setImmediate', 'requestAnimationFrame', 'performance'] as const),
];
const cellOf = (day: string) => screen.getByLabelText(day).closest('td') as HTMLElement;

async function open() {
  renderView(CalendarView, 'calendar');
  await screen.findByRole('link', { name: '06:00 Greetings' });
}

it('shows what is published and unpublished on which day, in the school’s time zone, with links to the forms', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy();
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect([headers[0], headers[6]]).toEqual(['Monday', 'Sunday']);
  const cell = cellOf('Thursday, November 12, 2026');
  expect(
    within(cell)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['06:00 GreetingsLesson · is published', '09:00 ផ្សារLesson · is unpublished']);
  expect(
    within(cell)
      .getByRole('link', { name: /Greetings/ })
      .getAttribute('href'),
  ).toBe('#/lessons?open=7');
  expect(screen.getByRole('link', { name: '12:00 Item 2' }).getAttribute('href')).toBe(
    '#/main_lessons?open=2',
  );
  expect(cellOf('Tuesday, November 10, 2026').getAttribute('aria-current')).toBe('date');
  expect(await axeViolations()).toEqual([]);
});

it('goes to other months and back, and says when nothing is scheduled', async () => {
  await open();
  await clickButton('Next month');
  await screen.findByText('Quiz · could not be done');
  await clickButton('Next month');
  await screen.findByText('Nothing is scheduled in this month');
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeTruthy();
  await clickButton('This month');
  await screen.findByRole('link', { name: '06:00 Greetings' });
});

it('moves an entry by Shift and an arrow key, at the same time of day, and keeps the focus', async () => {
  await open();
  screen.getByRole('link', { name: '06:00 Greetings' }).focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await screen.findByText('Greetings: Nov 19, 2026, 06:00');
  expect(api.sent('PATCH', '/api/lessons/7/schedule')[0]?.body).toEqual({ at: '2026-11-18T23:00:00.000Z' });
  const link = await within(cellOf('Thursday, November 19, 2026')).findByRole('link');
  await waitFor(() => expect(document.activeElement).toBe(link));
});

it('moves an entry by dragging it to a day that is to come', async () => {
  await open();
  const item = screen.getByRole('link', { name: '06:00 Greetings' }).closest('li') as HTMLElement;
  fireEvent.dragStart(item);
  const past = fireEvent.dragOver(cellOf('Monday, November 9, 2026'));
  expect(past).toBe(true);
  const target = cellOf('Friday, November 20, 2026');
  expect(fireEvent.dragOver(target)).toBe(false);
  fireEvent.drop(target);
  await within(target).findByRole('link', { name: '06:00 Greetings' });
});

it('says why an entry could not be moved, and leaves it', async () => {
  await open();
  api.route('PATCH /api/lessons/7/schedule', () =>
    errorResponse(400, { message: 'Choose a time in the future' }),
  );
  screen.getByRole('link', { name: '06:00 Greetings' }).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await screen.findByText('Choose a time in the future');
  expect(within(cellOf('Thursday, November 12, 2026')).getByText(/Greetings/)).toBeTruthy();
});

describe('a release', () => {
  const item = (entity: 'lesson' | 'quiz', id: number) => ({ entity, id, version: 1, of: 'item' }) as const;
  const release: ContentRelease = {
    ...{ id: 4, at: '2026-11-13T02:00:00.000Z', state: 'scheduled', failure: null },
    items: [item('lesson', 7), item('lesson', 8), item('quiz', 7)],
    createdBy: { id: 1, name: 'Chan Dara' },
  };

  it('is one entry, which is moved like the others', async () => {
    releases = [release];
    api.route('PATCH /api/content-releases/4', ({ body }) => {
      releases = [{ ...release, at: (body as { at: string }).at }];
      return { body: releases[0] };
    });
    await open();
    const button = screen.getByRole('button', { name: '09:00 Release: 2 lessons, 1 quiz' });
    expect(button.closest('li')?.textContent).toContain('Release · is published');
    button.focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await screen.findByText('Release: 2 lessons, 1 quiz: Nov 14, 2026, 09:00');
    const moved = await within(cellOf('Saturday, November 14, 2026')).findByRole('button');
    await waitFor(() => expect(document.activeElement).toBe(moved));
  });

  it('says why it failed, and is cancelled', async () => {
    const reason = { entity: 'quiz', id: 7, title: 'River words', message: 'Quiz not found' } as const;
    const message = 'Nothing was published: some items cannot be published now';
    releases = [{ ...release, state: 'failed', failure: { message, items: [reason] } }];
    api.route('DELETE /api/content-releases/4', () => {
      releases = [];
      return { body: { message: 'The release was cancelled' } };
    });
    await open();
    expect(screen.getByText('Release · could not be done')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Release: 2 lessons/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Release: 2 lessons, 1 quiz' });
    expect(within(dialog).getByText('River words: Quiz not found')).toBeTruthy();
    expect(within(dialog).getByText(/scheduled by Chan Dara/)).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Cancel the release');
    await screen.findByText('The release was cancelled');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Release: 2 lessons/ })).toBeNull());
  });
});

it('says that it could not be loaded, and tries again', async () => {
  api.route('GET /api/quizzes/schedules', () => errorResponse(503, { message: 'Not now' }));
  renderView(CalendarView, 'calendar');
  await screen.findByText('The calendar could not be loaded');
  api.route('GET /api/quizzes/schedules', () => ({ body: { data: [], isComplete: false } }));
  await clickButton('Try again');
  await screen.findByText(/some are missing/);
});

it('is in the language of the page', async () => {
  await open();
  await act(() => setLanguage('km'));
  expect(await screen.findByRole('heading', { name: 'វិច្ឆិកា 2026' })).toBeTruthy();
  await act(() => setLanguage('en'));
});

it('shows each day of a month once, in whole weeks from Monday', () => {
  const month = fc
    .record({ year: fc.integer({ min: 1970, max: 2100 }), number: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, number }) => `${year}-${String(number).padStart(2, '0')}`);
  fc.assert(
    fc.property(month, fc.integer({ min: -30, max: 30 }), (one, months) => {
      const days = weeksOf(one).flat();
      expect(days.length % 7).toBe(0);
      expect(new Date(`${days[0]}T00:00Z`).getUTCDay()).toBe(1);
      expect(days.every((day, index) => index === 0 || day === addDays(days[index - 1] ?? '', 1))).toBe(true);
      const [year = 0, number = 0] = one.split('-').map(Number);
      expect(days.filter((day) => monthOf(day) === one)).toHaveLength(
        new Date(Date.UTC(year, number, 0)).getUTCDate(),
      );
      expect(addMonths(addMonths(one, months), -months)).toBe(one);
    }),
  );
});
