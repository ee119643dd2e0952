import {
  clickButton,
  clickHeaderAction,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Analytics, Quiz } from '@khmer-learning/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AnalyticsView } from './analytics-view.tsx';

const quiz = (change: Partial<Quiz>): Quiz => ({
  id: 1,
  lessonId: 4,
  lessonTitle: 'At the river',
  title: 'ទន្លេ "quiz", with words',
  description: 'Words for the water',
  status: 'active',
  isPractice: false,
  questions: [{ id: 1, question: 'What is ទន្លេ?', options: ['River', 'Boat'], correctAnswer: 'River' }],
  analytics: { completions: 12, completionRate: 91.67, averageScore: 75 },
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...change,
});

/** The file that the browser downloads. */
let saved: Blob | undefined;

beforeEach(() => {
  resetBrowserState();
  saved = undefined;
  URL.createObjectURL = (file) => {
    saved = file as Blob;
    return 'blob:report';
  };
  URL.revokeObjectURL = () => undefined;
  // jsdom cannot navigate to the download link.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

const totals = {
  ...{ newLearners: 3, lessonsOpened: 40, lessonsFinished: 30, answers: 90 },
  ...{ tries: 20, passed: 15 },
};
const noLearners: Analytics = {
  ...{ hasLearners: false, from: '2026-11-01', to: '2026-11-02', days: [], weeks: [] },
  ...{ totals, totalsBefore: totals, scores: Array(10).fill(0), courses: [], stops: [] },
  ...{ words: [], questions: [], learners: 0, wordCount: 0, recordedWords: 0 },
};
const figures: Analytics = {
  ...noLearners,
  hasLearners: true,
  days: ['2026-11-01', '2026-11-02'].map((day) => ({ ...totals, day, activeLearners: 5 })),
  weeks: [{ monday: '2026-10-26', activeLearners: 7 }],
  totalsBefore: { ...totals, newLearners: 12 },
  scores: [0, 0, 0, 0, 0, 1, 0, 4, 0, 15],
  words: [{ word: 'ទឹក', questions: 2, tries: 20, right: 5, instead: [{ answer: 'ទូក', picks: 11 }] }],
  questions: [{ quizId: 7, questionId: 2, question: 'What is ទឹក?', tries: 10, right: 1, instead: [] }],
  stops: [{ id: 12, title: 'At the river', opened: 20, finished: 5 }],
  courses: [{ id: 1, title: 'First Words', isFree: true, learners: 9, finishedShare: 75 }],
};
const noFigures = { 'GET /api/analytics': () => ({ body: noLearners }) };

describe('analytics', () => {
  it('shows what is hard with the way there, and every chart as a table', async () => {
    const api = fakeApi({ 'GET /api/analytics': () => ({ body: figures }) });
    renderView(AnalyticsView, 'analytics');
    expect(await screen.findByText('The period before: 12')).toBeTruthy();
    const linkOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(linkOf('ទឹក')).toContain('lessons');
    expect(linkOf(/What is/)).toContain('quizzes?open=7');
    expect(linkOf('At the river')).toContain('lessons?open=12');
    expect(screen.getByText('ទូក')).toBeTruthy();
    // Teachers have no money in their answer.
    expect(screen.queryByText('Revenue by month')).toBeNull();
    const [first] = screen.getAllByRole('button', { name: 'Show as a table' });
    await userEvent.click(first as HTMLElement);
    const rows = within(screen.getByRole('table', { name: 'Active learners' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)[1]).toContain('Returning learners2New learners3');

    await clickButton('Export as CSV');
    await waitFor(() => expect(saved).toBeDefined());
    const text = await saved?.text();
    expect(text).toContain('"2026-11-01",5,3,40,30,90,20,15');
    expect(text).toContain('"ទឹក",20,5,"ទូក (11)"');
    expect(api.sent('GET', '/api/analytics')).toHaveLength(1);
  });

  it('shows the figures of one day by its bar, with the keyboard too', async () => {
    const api = fakeApi({ 'GET /api/analytics': () => ({ body: figures }) });
    renderView(AnalyticsView, 'analytics');
    (await screen.findByRole('button', { name: /^Nov 2, 2026\. Returning learners: 2/ })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(api.sent('GET', '/api/analytics')).toHaveLength(2));
    expect(String(api.sent('GET', '/api/analytics')[1]?.query)).toBe('from=2026-11-02&to=2026-11-02');
    expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-11-02');
  });

  it('shows the placeholder text to a school without learners', async () => {
    fakeApi(noFigures);
    renderView(AnalyticsView, 'analytics');
    expect(await screen.findByText('Analytics feature coming soon...')).toBeTruthy();
  });

  it('downloads the report of all quizzes, from the header and from the page', async () => {
    const dangerous = quiz({
      id: 2,
      title: 'Words;=HYPERLINK("http://evil")',
      lessonTitle: null,
      status: 'draft',
      analytics: { completions: 0, completionRate: null, averageScore: null },
    });
    const api = fakeApi({ ...noFigures, 'GET /api/quizzes': () => ({ body: [quiz({}), dangerous] }) });
    renderView(AnalyticsView, 'analytics');
    await clickHeaderAction();
    await waitFor(() => expect(saved).toBeDefined());
    const lines = (await saved?.text())?.split('\r\n') ?? [];
    expect(lines[0]).toContain('"Quiz ID","Title","Lesson","Status"');
    expect(lines[1]).toBe('1,"ទន្លេ ""quiz"", with words","At the river","active",1,12,91.67,75');
    expect(lines[2]).toBe(`2,"Words;'=HYPERLINK(""http://evil"")","","draft",1,0,"",""`);

    saved = undefined;
    await screen.findByText('Analytics feature coming soon...');
    await clickButton('Quiz report (CSV)');
    await waitFor(() => expect(saved).toBeDefined());
    expect(api.sent('GET', '/api/quizzes')).toHaveLength(2);
  });

  it('shows an error when the report cannot be generated', async () => {
    fakeApi({
      ...noFigures,
      'GET /api/quizzes': () => ({
        status: 503,
        body: { message: 'The service is not available', code: 'unavailable', requestId: 'r' },
      }),
    });
    renderView(AnalyticsView, 'analytics');
    await clickHeaderAction();
    expect(await screen.findByText('The service is not available')).toBeTruthy();
    expect(saved).toBeUndefined();
  });
});
