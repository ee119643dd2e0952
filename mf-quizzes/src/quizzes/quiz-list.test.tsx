import {
  chooseRowAction,
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  goBack,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { buildQuizzes, fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import { QuizList } from './quiz-list.tsx';

const open = () => renderView(QuizList, 'quizzes');
const card = (title: string) => screen.findByRole('article', { name: title });
let api: FakeApi;

const lastQuery = () => Object.fromEntries(api.sent('GET', '/api/quizzes').at(-1)?.query ?? []);

beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
});

describe('the quizzes', () => {
  it('show title, description, number of questions, status and day of change', async () => {
    open();
    const river = within(await card('River words'));
    expect(river.getByText('2 questions')).toBeTruthy();
    expect(river.getByText('Active')).toBeTruthy();
    expect(river.getByText('May 4, 2026')).toBeTruthy();
    expect(river.getByText('The river', { exact: false }).textContent).toBe(
      'Lesson: The river · Around the farm',
    );
    expect(river.getByText('ទន្លេ').lang).toBe('km');
    expect(within(await card('Weather words')).getByText('1 question')).toBeTruthy();
  });

  it('are shown without filters that do not exist', async () => {
    window.history.replaceState(null, '', '#/quizzes?status=published&recordings=old');
    open();
    await card('River words');
    expect(window.location.hash).toBe('#/quizzes');
    expect(lastQuery()).not.toHaveProperty('status');
  });

  it('show the kinds of their questions, and how many there are of each', async () => {
    const heard = { ...riverQuiz.questions[0], id: 9, kind: 'listening' };
    const mixed = { ...riverQuiz, id: 4, title: 'Mixed', questions: [...riverQuiz.questions, heard] };
    api.route('GET /api/quizzes', () => ({ body: [mixed, riverQuiz] }));
    open();
    expect(within(await card('Mixed')).getByText('Choice 2 · Listening 1')).toBeTruthy();
    expect(within(await card('River words')).getByText('Choice')).toBeTruthy();
  });

  it('show which of them are for practice', async () => {
    const practice = { ...riverQuiz, id: 4, title: 'Try it', isPractice: true };
    api.route('GET /api/quizzes', () => ({ body: [practice, riverQuiz] }));
    open();
    expect(within(await card('Try it')).getByText('Practice')).toBeTruthy();
    expect(within(await card('River words')).queryByText('Practice')).toBeNull();
  });

  it('show the completion rate, a tagged sample before the first submission, and none for drafts', async () => {
    open();
    expect(within(await card('River words')).getByText('60% completion rate')).toBeTruthy();
    expect(within(await card('River words')).queryByText('sample')).toBeNull();
    expect(within(await card('Weather words')).getByText('85% completion rate')).toBeTruthy();
    expect(within(await card('Weather words')).getByText('sample')).toBeTruthy();
    expect(within(await card('Half done')).getByText('-')).toBeTruthy();
    expect(within(await card('Half done')).queryByText(/completion rate/)).toBeNull();
  });

  it('show the line by which a search finds them, and open there', async () => {
    api.route('GET /api/quizzes/search-matches', () => ({
      body: { data: [{ id: 3, text: 'Boat', places: [{ start: 0, end: 3 }] }] },
    }));
    api.route('GET /api/quizzes/3', () => ({ body: riverQuiz }));
    const { user } = open();
    await user.type(screen.getByRole('searchbox', { name: 'Search quizzes' }), 'boa');
    await user.click(await screen.findByText('Boa', { selector: 'mark' }));
    await screen.findByRole('dialog', { name: 'Edit Quiz' });
    await waitFor(() => {
      const field = document.activeElement as HTMLInputElement;
      expect(field.closest('[data-question]')?.getAttribute('data-question')).toBe('0');
      expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('Boa');
    });
  });

  it('are searched and filtered by the service', async () => {
    const { user } = open();
    await card('River words');
    await selectOption('Status', 'Active');
    await selectOption('Main Lesson', 'Around the farm');
    await user.type(screen.getByRole('searchbox', { name: 'Search quizzes' }), 'ទន្លេ');
    await waitFor(() =>
      expect(lastQuery()).toEqual({
        ...{ limit: '25', offset: '0' },
        ...{ status: 'active', mainLessonId: '1', search: 'ទន្លេ' },
      }),
    );
  });

  it('are sorted by the service', async () => {
    open();
    await screen.findAllByRole('heading');
    await selectOption('Sort by', 'Title, descending');
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '25', offset: '0', sort: '-title' }));
    expect(window.location.hash).toContain('sort=-title');
    await selectOption('Sort by', 'Default order');
    await waitFor(() => expect(window.location.hash).not.toContain('sort'));
  });

  it('load 24 at a time, and Back removes the last page', async () => {
    api.route('GET /api/quizzes', ({ query }) => ({ body: paginate(buildQuizzes(50), query) }));
    open();
    await card('Quiz 50');
    expect(screen.getAllByRole('article')).toHaveLength(24);
    await clickButton('Show more');
    await card('Quiz 3');
    expect(screen.getAllByRole('article')).toHaveLength(48);
    await clickButton('Show more');
    await card('Quiz 1');
    expect(screen.getAllByRole('article')).toHaveLength(50);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await goBack();
    expect(screen.getAllByRole('article')).toHaveLength(48);
  });

  it('load from a link the same pages that were shown when it was copied', async () => {
    api.route('GET /api/quizzes', ({ query }) => ({ body: paginate(buildQuizzes(80), query) }));
    const { unmount } = open();
    await card('Quiz 80');
    await clickButton('Show more');
    await card('Quiz 33');
    await clickButton('Show more');
    await card('Quiz 9');
    expect(window.location.hash).toBe('#/quizzes?page=3');
    unmount();
    const link = window.location.hash;
    resetBrowserState();
    window.history.replaceState(null, '', link);
    open();
    await card('Quiz 9');
    expect(screen.getAllByRole('article')).toHaveLength(72);
  });

  it('stay visible when the next page cannot be loaded', async () => {
    api.route('GET /api/quizzes', ({ query }) =>
      query.get('offset') === '0'
        ? { body: paginate(buildQuizzes(50), query) }
        : errorResponse(503, { message: 'Not now' }),
    );
    open();
    await card('Quiz 50');
    await clickButton('Show more');
    expect(await screen.findByText('Quizzes could not be loaded')).toBeTruthy();
    expect(screen.getByText('Not now')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(24);
    api.route('GET /api/quizzes', ({ query }) => ({ body: paginate(buildQuizzes(50), query) }));
    await clickButton('Try again');
    await card('Quiz 3');
    expect(screen.queryByText('Quizzes could not be loaded')).toBeNull();
  });

  it('show an empty state when there are none, and when none match', async () => {
    api.route('GET /api/quizzes', () => ({ body: [] }));
    open();
    expect(await screen.findByText('No quizzes found')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Quiz' })).toBeTruthy();
    await selectOption('Status', 'Draft');
    await clickButton('Clear filters');
    expect(await screen.findByRole('button', { name: 'Create Quiz' })).toBeTruthy();
  });

  it('show those with outdated recordings when an address asks for them, as the dashboard does', async () => {
    window.history.replaceState(null, '', '#/quizzes?recordings=stale');
    open();
    await waitFor(() => expect(lastQuery().recordings).toBe('stale'));
    expect((await screen.findByRole('combobox', { name: 'Recordings' })).textContent).toBe('Outdated');
    await selectOption('Recordings', 'All quizzes');
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('recordings'));
    expect(screen.getByRole('combobox', { name: 'Recordings' })).toBe(document.activeElement);
  });

  it('open the form from the header and from a card', async () => {
    open();
    await card('River words');
    await clickHeaderAction();
    expect(await screen.findByRole('dialog', { name: 'Create New Quiz' })).toBeTruthy();
    await clickButton('Close');
    await clickButton('Edit River words');
    expect(await screen.findByRole('dialog', { name: 'Edit Quiz' })).toBeTruthy();
  });
});

describe('the results of a quiz', () => {
  const analytics = {
    completions: 5,
    completionRate: 59.6,
    averageScore: 72.5,
    questions: [
      { questionId: 1, question: 'What does “ទន្លេ” mean?', answers: 5, rightShare: 80 },
      { questionId: 2, question: 'What does “ទូក” mean?', answers: 0, rightShare: null },
    ],
  };
  const view = async () => {
    open();
    await card('River words');
    await chooseRowAction('River words', 'View results');
    return within(await screen.findByRole('dialog', { name: 'River words' }));
  };

  it('are completions, average score and the share of correct answers per question', async () => {
    api.route('GET /api/quizzes/3/analytics', () => ({ body: analytics }));
    const dialog = await view();
    expect(await dialog.findByText('73%')).toBeTruthy();
    expect(dialog.getByText('Completions').parentElement?.textContent).toBe('Completions5');
    const [, first, second] = dialog.getAllByRole('row');
    expect(first?.textContent).toContain('What does “ទន្លេ” mean?');
    expect(first?.textContent).toContain('80%');
    expect(second?.textContent).toContain('-');
    expect(await axeViolations()).toEqual([]);
  });

  it('have the statistics of each question: right, picked instead', async () => {
    api.route('GET /api/quizzes/3/analytics', () => ({ body: analytics }));
    const table = within(await (await view()).findByRole('table', { name: 'Question statistics' }));
    await waitFor(() => expect(table.getAllByRole('row')[1]?.textContent).toContain('63%'));
    // Each cell repeats its header for narrow screens.
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'QuestionFirst triesRightAlmostPicked instead',
      'What does “ទន្លេ” mean?First tries40Right63%Almost–Picked insteadFish 25%Boat 10%Earlier options 3%',
      'What does “ទូក” mean?First tries0Right–Almost–Picked instead–',
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('show the results also when the statistics cannot be loaded', async () => {
    api.route('GET /api/quizzes/3/analytics', () => ({ body: analytics }));
    api.route('GET /api/quizzes/3/question-statistics', () => errorResponse(503, { message: 'Not now' }));
    const dialog = await view();
    expect(await dialog.findByText('73%')).toBeTruthy();
    expect(await dialog.findByText('Question statistics could not be loaded')).toBeTruthy();
  });

  it('are named by the address, which opens them, and Back closes them', async () => {
    api.route('GET /api/quizzes/3/analytics', () => ({ body: analytics }));
    window.history.replaceState(null, '', '#/quizzes?open=3-results');
    open();
    const dialog = within(await screen.findByRole('dialog', { name: 'River words' }));
    expect(await dialog.findByText('73%')).toBeTruthy();
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/quizzes');
    await chooseRowAction('River words', 'View results');
    expect(window.location.hash).toBe('#/quizzes?open=3-results');
  });

  it('say when the quiz that the address names does not exist, above the list', async () => {
    api.route('GET /api/quizzes/99', () => errorResponse(404, { message: 'Quiz not found' }));
    window.history.replaceState(null, '', '#/quizzes?open=99-results');
    open();
    expect(await screen.findByText('Quiz not found')).toBeTruthy();
    expect(await card('River words')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('say that no learner has taken it', async () => {
    const none = { completions: 0, completionRate: null, averageScore: null, questions: [] };
    api.route('GET /api/quizzes/3/analytics', () => ({ body: none }));
    expect(await (await view()).findByText('No learner has taken this quiz yet.')).toBeTruthy();
  });

  it('show an error when they cannot be loaded', async () => {
    api.route('GET /api/quizzes/3/analytics', () => errorResponse(503, { message: 'Not now' }));
    const dialog = await view();
    expect(await dialog.findByText('The results could not be loaded')).toBeTruthy();
    api.route('GET /api/quizzes/3/analytics', () => ({ body: analytics }));
    await clickButton('Try again');
    expect(await dialog.findByText('73%')).toBeTruthy();
  });
});

describe('deleting a quiz', () => {
  const ask = async () => {
    open();
    await card('River words');
    await chooseRowAction('River words', 'Delete');
    return screen.findByRole('alertdialog', { name: 'Confirm Deletion' });
  };

  it('asks for confirmation, deletes it and shows a toast', async () => {
    api.route('DELETE /api/quizzes/3', () => ({ body: { message: 'Quiz deleted successfully' } }));
    const dialog = await ask();
    expect(within(dialog).getByText(riverQuiz.title)).toBeTruthy();
    expect(within(dialog).getByText(/^Are you sure you want to delete this quiz\?/)).toBeTruthy();
    await clickButton('Delete', dialog);
    expect(await screen.findByText('Quiz deleted successfully')).toBeTruthy();
    api.route('POST /api/deleted-quizzes/3/restore', () => ({ body: riverQuiz }));
    await clickButton('Undo');
    expect(await screen.findByText('The quiz “River words” was restored')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('shows an error when it fails', async () => {
    api.route('DELETE /api/quizzes/3', () => ({ status: 500, body: {} }));
    const dialog = await ask();
    await clickButton('Delete', dialog);
    expect(await within(dialog).findByText('Failed to delete quiz')).toBeTruthy();
  });
});
