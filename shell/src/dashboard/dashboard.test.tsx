import { useIntent } from '@khmer-learning/console-sdk';
import type { DashboardStats } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { contentRemote } from '../testing/content-manifest.ts';
import {
  admin,
  emptyStats,
  errorResponse,
  type FakeGateway,
  installFakeGateway,
  teacher,
} from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';

let gateway: FakeGateway;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', { body: { user: admin } });
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
});

const row = (id: number, title: string, status = 'published') => ({
  id,
  title,
  status,
  updatedAt: '2025-11-18T08:10:00.000Z',
});

const stats: DashboardStats = {
  totalMainLessons: 12,
  mainLessonsGrowth: 20,
  premiumMainLessons: 5,
  avgPrice: 4.2,
  freeMainLessons: 7,
  totalLessons: 1234,
  lessonsGrowth: -3.5,
  totalQuizzes: 48,
  quizzesGrowth: 0,
  totalUsers: 15321,
  usersGrowth: 12.345,
  totalActiveUsers: 999,
  activeUsersGrowth: 1.5,
  totalPurchaseHistoryComplete: 12345.67,
  purchasesGrowth: -12.3,
  lessonsByType: [
    { lessonTypeId: 1, title: 'Vocabulary', count: 900 },
    { lessonTypeId: 2, title: 'Greetings', count: 334 },
    { lessonTypeId: 3, title: 'Unused', count: 0 },
  ],
  recent: {
    mainLessons: [row(12, 'Everyday Khmer'), row(11, 'Market'), row(10, 'Travel'), row(9, 'Too many')],
    lessons: [row(40, 'Where?', 'draft'), row(11, 'Numbers'), row(3, 'Colours'), row(2, 'One too many')],
    quizzes: [row(20, 'Market quiz', 'active'), row(19, 'Old quiz', 'draft'), row(18, 'Third quiz')],
  },
};

async function card(label: string): Promise<string> {
  const heading = await screen.findByRole('heading', { name: label });
  return heading.closest('section')?.textContent?.replace(label, '') ?? '';
}

describe('the own work', () => {
  const at = '2025-11-18T08:10:00.000Z';
  const item = (entity: string, id: number, title: string) => ({ entity, id, title, at });
  const review = (id: number, title: string, by: number) => ({
    ...{ id, title, state: 'requested', version: 1, of: 'item', message: '' },
    ...{ requestedBy: { id: by, name: by === 2 ? 'Dara Chan' : 'Bopha Keo' }, requestedAt: at },
    ...{ answeredBy: null, answeredAt: null, answer: null },
  });

  it('of a teacher is drafts, reviews and what was edited last, each a link', async () => {
    gateway.on('GET /api/auth/session', { body: { user: teacher } });
    gateway.on('GET /api/dashboard/stats', { body: stats });
    gateway.on('GET /api/account/recent-items', {
      body: { items: [item('lesson', 40, 'Where?'), item('main-lesson', 12, 'Everyday Khmer')] },
    });
    const page = '?status=draft&sort=-updatedAt&limit=50&offset=0';
    gateway.on(`GET /api/lessons${page}&sections=false`, { body: { lessons: [{ id: 40 }], total: 1 } });
    gateway.on(`GET /api/main-lessons${page}`, { body: { mainLessons: [], total: 0 } });
    gateway.on('GET /api/lessons/reviews', {
      body: { data: [review(41, 'Numbers', 2), review(42, 'Colours', 7)], isComplete: true },
    });
    renderApp();
    const work = within(await screen.findByRole('region', { name: 'Your work' }));
    const part = async (name: string) =>
      within((await work.findByRole('heading', { name })).parentElement ?? document.body)
        .getAllByRole('listitem')
        .map((line) => [line.querySelector('a')?.textContent, line.querySelector('a')?.getAttribute('href')]);
    expect(await part('Your drafts')).toEqual([['Where?', '#/lessons?open=40']]);
    expect(await part('Recently edited by you')).toEqual([['Everyday Khmer', '#/main_lessons?open=12']]);
    expect(await part('Reviews you asked for')).toEqual([['Numbers', '#/lessons?open=41']]);
    expect(await part('Waiting for your review')).toEqual([['Colours', '#/lessons?open=42']]);
  });

  it('says when it is empty, and fails alone', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    const { unmount } = renderApp();
    expect(await screen.findByText('What you edit appears here')).toBeTruthy();
    unmount();
    gateway.on('GET /api/account/recent-items', errorResponse(503, 'Busy'));
    renderApp();
    expect(await screen.findByText('Your work could not be loaded')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Recent Content' })).toBeTruthy();
  });
});

describe('the dashboard’s statistics', () => {
  it('are eight cards in compact notation, with growth from last month', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    renderApp();
    expect(await card('Total Main Lessons')).toBe('12+20% from last month');
    expect(await card('Premium Main Lessons')).toBe('5Average price: $4.20');
    expect(await card('Free Main Lessons')).toBe('758% of total content');
    expect(await card('Total Lessons')).toBe('1.23K-3.5% from last month: this one is not over');
    expect(await card('Total Quizzes')).toBe('480% from last month');
    expect(await card('Total Users')).toBe('15.32K+12.35% from last month');
    expect(await card('Total Active Users')).toBe('999+1.50% from last month');
    expect(await card('Total Purchases Complete')).toBe(
      '$12.35K-12.30% from last month: this one is not over',
    );
  });

  it('are 4 skeletons while they load', async () => {
    gateway.on('GET /api/dashboard/stats', () => new Promise(() => {}));
    renderApp();
    await screen.findByRole('heading', { name: 'Recent Content' });
    expect(screen.getAllByText('Loading')).toHaveLength(4);
    expect(screen.queryByText('No content created yet')).toBeNull();
  });

  it('that cannot be loaded show the server’s message, and can be retried', async () => {
    gateway.on('GET /api/dashboard/stats', errorResponse(503, 'The statistics are away'));
    renderApp();
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('The dashboard could not be loaded');
    expect(panel.textContent).toContain('The statistics are away');
    gateway.on('GET /api/dashboard/stats', { body: stats });
    await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await card('Total Lessons')).toContain('1.23K');
  });
});

describe('a figure', () => {
  const byDay = (lessons: number[]) => ({ ...stats, figuresByDay: { totalLessons: lessons } });
  const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

  it('leads to its list with the fitting filter, for those who may see it', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    const { unmount } = renderApp();
    await card('Total Lessons');
    expect(link('Total Lessons')).toBe('#/lessons?status=draft');
    expect(link('Total Users')).toBe('#/users');
    expect(link('Total Quizzes')).toBeUndefined();
    unmount();
    gateway.on('GET /api/auth/session', { body: { user: teacher } });
    renderApp();
    await card('Total Lessons');
    expect(link('Total Users')).toBeUndefined();
  });

  it('has a curve of the last days in words and as a line, when the statistics have the days', async () => {
    gateway.on('GET /api/dashboard/stats', { body: byDay([1200, 1210, 1234]) });
    const { unmount } = renderApp();
    const curve = await screen.findByRole('img', { name: 'Last 3 days: from 1.2K to 1.23K' });
    expect(curve.querySelector('polyline')?.getAttribute('points')).toMatch(/^0\.0,22\.0 .* 100\.0,2\.0$/);
    unmount();
    gateway.on('GET /api/dashboard/stats', { body: stats });
    renderApp();
    expect(await card('Total Lessons')).toContain('1.23K');
    expect(screen.queryByRole('img', { name: /^Last/ })).toBeNull();
  });

  it('has for any numbers a line from the lowest to the highest, a point for each day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 30 }), async (numbers) => {
        gateway.on('GET /api/dashboard/stats', { body: byDay(numbers) });
        const { unmount } = renderApp();
        const curve = await screen.findByRole('img', { name: /^Last/ });
        const text = curve.querySelector('polyline')?.getAttribute('points') ?? '';
        const heights = text.split(' ').map((point) => Number(point.split(',')[1]));
        expect(heights).toHaveLength(numbers.length);
        const isFlat = new Set(numbers).size === 1;
        expect(Math.max(...heights)).toBe(isFlat ? 12 : 22);
        expect(heights[numbers.indexOf(Math.max(...numbers))]).toBe(isFlat ? 12 : 2);
        unmount();
      }),
      { numRuns: depth(3, 10) },
    );
  });
});

describe('Needs attention', () => {
  const withOldDrafts = (oldLessonDrafts: number) => ({ ...stats, attention: { oldLessonDrafts } });
  const attention = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));
  const storeDraft = (key: string, title: string, savedAt = '2025-11-18T08:10:00.000Z') =>
    localStorage.setItem(
      `khmer-learning.draft.${key}`,
      JSON.stringify({ savedAt, version: null, values: { title } }),
    );

  it('counts what the remotes name, with a link to the filtered list', async () => {
    gateway.on('GET /api/dashboard/stats', { body: withOldDrafts(1) });
    const { unmount } = renderApp();
    const one = (await attention()).getByRole('link', { name: '1 lesson is an old draft' });
    expect(one.getAttribute('href')).toBe('#/lessons?status=draft&sort=updatedAt');
    unmount();
    gateway.on('GET /api/dashboard/stats', { body: withOldDrafts(1234) });
    renderApp();
    expect((await attention()).getByRole('link', { name: '1.23K lessons are old drafts' })).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('says in a quiet line that there is nothing, and nothing when the statistics do not know', async () => {
    gateway.on('GET /api/dashboard/stats', { body: withOldDrafts(0) });
    const { unmount } = renderApp();
    expect(await screen.findByText('Nothing needs attention.')).toBeTruthy();
    unmount();
    gateway.on('GET /api/dashboard/stats', { body: stats });
    renderApp();
    await card('Total Lessons');
    expect(screen.queryByText('Nothing needs attention.')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  });

  it('has the unsaved drafts of this user in this browser, and opens their forms', async () => {
    gateway.on('GET /api/dashboard/stats', { body: withOldDrafts(0) });
    storeDraft(`${admin.id}.lesson.7.a1`, 'សួស្តី');
    storeDraft(`${admin.id}.lesson.new.a2`, 'A new lesson', '2025-11-19T08:10:00.000Z');
    storeDraft(`${admin.id}.game.1.a3`, 'Of a remote that is not here');
    storeDraft('77.lesson.8.a4', 'Of somebody else');
    renderApp({
      loadExposed: async () =>
        exposedModule({
          views: {
            lessons: async () =>
              function Lessons() {
                useIntent('create', ({ draft }) => toast.success(`The form with ${draft}`));
                return null;
              },
          },
        }),
    });
    const card = await attention();
    const rows = await card.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'A new lessonLesson · unsaved changes in this browser, Nov 19, 2025',
      'សួស្តីLesson · unsaved changes in this browser, Nov 18, 2025',
    ]);
    const stored = card.getByRole('link', { name: 'សួស្តី' });
    expect(stored.getAttribute('href')).toBe('#/lessons?open=7');
    expect(card.getByText('សួស្តី').lang).toBe('km');
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(card.getByRole('button', { name: 'A new lesson' }));
    expect(
      await screen.findByText(`The form with khmer-learning.draft.${admin.id}.lesson.new.a2`),
    ).toBeTruthy();
  });

  it('names five drafts and counts the others', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    for (const id of [1, 2, 3, 4, 5, 6, 7]) storeDraft(`${admin.id}.lesson.${id}.a`, `Lesson ${id}`);
    renderApp();
    expect((await attention()).getAllByRole('link')).toHaveLength(5);
    expect(screen.getByText('2 other unsaved drafts in this browser')).toBeTruthy();
  });

  it('shows events that could not be processed to admins alone', async () => {
    gateway.on('GET /api/dashboard/stats', { body: withOldDrafts(0) });
    gateway.on('GET /api/console/health', { body: { services: [], deadEvents: 2 } });
    const { unmount } = renderApp();
    const line = await screen.findByRole('link', { name: '2 events could not be processed' });
    expect(line.getAttribute('href')).toBe('#/console-health');
    unmount();
    gateway.on('GET /api/auth/session', { body: { user: teacher } });
    const asked = gateway.calls.length;
    renderApp();
    expect(await screen.findByText('Nothing needs attention.')).toBeTruthy();
    expect(gateway.calls.slice(asked)).not.toContain('GET /api/console/health');
  });

  it('shows background jobs that failed to admins alone', async () => {
    gateway.on('GET /api/dashboard/stats', { body: withOldDrafts(0) });
    const jobs = [{ job: 'payment reconciliation', id: '1', failures: 9, error: null, failedAt: null }];
    gateway.on('GET /api/dead-jobs/content', { body: { jobs: [] } });
    gateway.on('GET /api/dead-jobs/commerce', { body: { jobs } });
    const { unmount } = renderApp();
    const job = await screen.findByRole('link', { name: '1 background job has failed' });
    expect(job.getAttribute('href')).toBe('#/console-health');
    unmount();
    gateway.on('GET /api/auth/session', { body: { user: teacher } });
    const asked = gateway.calls.length;
    renderApp();
    expect(await screen.findByText('Nothing needs attention.')).toBeTruthy();
    expect(gateway.calls.slice(asked).filter((call) => call.includes('dead-jobs'))).toEqual([]);
  });
});

describe('Recent Content', () => {
  it('opens an item by its row, when its remote says in which view', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    renderApp();
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByText('Everyday Khmer');
    expect(href('Everyday Khmer')).toBe('#/main_lessons?open=12');
    expect(href('Where?')).toBe('#/lessons?open=40');
    expect(screen.queryByRole('link', { name: 'Market quiz' })).toBeNull();
    expect(screen.getByText('Market quiz')).toBeTruthy();
  });

  it('says what hides published content from learners, with the way to publish it', async () => {
    const hidden = { ...row(40, 'Where?'), hiddenBy: { entity: 'main-lesson', id: 12 } };
    gateway.on('GET /api/dashboard/stats', {
      body: { ...stats, recent: { ...stats.recent, lessons: [hidden] } },
    });
    renderApp();
    const link = await screen.findByRole('link', { name: 'Published · main lesson is a draft' });
    expect(link.getAttribute('href')).toBe('#/main_lessons?open=12');
  });

  const titles = () =>
    screen.getAllByRole('listitem').flatMap((item) => item.querySelector('p[title]')?.textContent ?? []);

  it('shows up to 3 main lessons, 3 lessons and 2 quizzes by id, the newest first', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    renderApp();
    await screen.findByText('Everyday Khmer');
    expect(titles()).toEqual([
      'Where?',
      'Market quiz',
      'Old quiz',
      'Everyday Khmer',
      'Market',
      'Numbers',
      'Travel',
      'Colours',
    ]);
  });

  it('says No content created yet', async () => {
    gateway.on('GET /api/dashboard/stats', { body: emptyStats });
    renderApp();
    expect(await screen.findByText('No content created yet')).toBeTruthy();
  });
});

describe('Content Distribution', () => {
  it('shows each lesson type’s share, without the types that have no lessons', async () => {
    gateway.on('GET /api/dashboard/stats', { body: stats });
    renderApp();
    expect(await screen.findByRole('progressbar', { name: 'Vocabulary' })).toHaveProperty(
      'ariaValueNow',
      '73',
    );
    expect(screen.getByText('900 lessons · 73%')).toBeTruthy();
    expect(screen.getByText('334 lessons · 27%')).toBeTruthy();
    expect(screen.queryByText('Unused')).toBeNull();
  });

  it('says what to do when there are no lessons', async () => {
    gateway.on('GET /api/dashboard/stats', { body: emptyStats });
    renderApp();
    expect(await screen.findByText('No lessons created yet')).toBeTruthy();
    expect(screen.getByText('Create your first lesson to see distribution')).toBeTruthy();
  });
});

describe('Learning per Day', () => {
  const learningByDay = Array.from({ length: 30 }, (_, index) => ({
    day: `2025-11-${String(index + 1).padStart(2, '0')}`,
    activeLearners: index === 17 ? 3 : 0,
    lessonsFinished: index === 17 ? 4 : 0,
    answers: index === 17 ? 1200 : 0,
  }));

  it('is a chart of one figure, which can be chosen, and a table of all', async () => {
    gateway.on('GET /api/dashboard/stats', { body: { ...stats, learningByDay } });
    renderApp();
    expect(
      await screen.findByRole('img', {
        name: 'Active learners per day from Nov 1, 2025 to Nov 30, 2025, at most 3 a day',
      }),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Figure' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Answers' }));
    expect(screen.getByRole('img', { name: /^Answers per day .* at most 1,200 a day$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as Table' }));
    const rows = within(screen.getByRole('table', { name: 'Learning per Day' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DayActive learnersFinished lessonsAnswers',
      'Nov 18, 2025Active learners3Finished lessons4Answers1,200',
    ]);
  });

  it('says that nobody was active, also when the service does not report it yet', async () => {
    for (const change of [
      { learningByDay: learningByDay.map((day) => ({ ...day, activeLearners: 0 })) },
      {},
    ]) {
      gateway.on('GET /api/dashboard/stats', { body: { ...stats, ...change } });
      const { unmount } = renderApp();
      expect(await screen.findByText('No learner was active in the last 30 days')).toBeTruthy();
      unmount();
    }
  });
});
