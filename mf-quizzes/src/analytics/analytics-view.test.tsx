import {
  clickButton,
  clickHeaderAction,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Quiz } from '@khmer-learning/contracts';
import { screen, waitFor } from '@testing-library/react';
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

describe('analytics', () => {
  it('shows the placeholder text', async () => {
    fakeApi({});
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
    const api = fakeApi({ 'GET /api/quizzes': () => ({ body: [quiz({}), dangerous] }) });
    renderView(AnalyticsView, 'analytics');
    await clickHeaderAction();
    await waitFor(() => expect(saved).toBeDefined());
    const lines = (await saved?.text())?.split('\r\n') ?? [];
    expect(lines[0]).toContain('"Quiz ID","Title","Lesson","Status"');
    expect(lines[1]).toBe('1,"ទន្លេ ""quiz"", with words","At the river","active",1,12,91.67,75');
    expect(lines[2]).toBe(`2,"Words;'=HYPERLINK(""http://evil"")","","draft",1,0,"",""`);

    saved = undefined;
    await clickButton('Quiz report (CSV)');
    await waitFor(() => expect(saved).toBeDefined());
    expect(api.sent('GET', '/api/quizzes')).toHaveLength(2);
  });

  it('shows an error when the report cannot be generated', async () => {
    fakeApi({
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
