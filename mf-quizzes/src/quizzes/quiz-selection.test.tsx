import {
  clickButton,
  type FakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { ItemEdits } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import { QuizList } from './quiz-list.tsx';

let api: FakeApi;
const draft = { ...riverQuiz, status: 'draft' as const };

beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
  api.route('GET /api/quizzes', ({ query }) => ({ body: query.get('status') === 'changed' ? [] : [draft] }));
  api.route(`GET /api/lessons/${riverQuiz.lessonId}`, () => ({
    body: { id: riverQuiz.lessonId, title: 'The Mekong', status: 'draft', version: 4 },
  }));
  api.route('POST /api/content-releases', ({ body }) => ({
    status: 201,
    body: { id: 1, state: 'done', failure: null, createdBy: null, ...(body as object) },
  }));
});

it('publishes the selected quizzes, with their lessons if the user wants it', async () => {
  renderView(QuizList, 'quizzes');
  const card = await screen.findByRole('article', { name: draft.title });
  await userEvent.click(within(card).getByRole('checkbox', { name: `Select ${draft.title}` }));
  expect(screen.getByText('1 quiz selected')).toBeTruthy();
  await clickButton('Publish together…');
  const dialog = await screen.findByRole('dialog', { name: 'Publish together' });
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: /The Mekong/ }));
  expect(await axeViolations()).toEqual([]);
  await clickButton('Publish (2)');
  await screen.findByText('2 items were published together');
  expect(api.sent('POST', '/api/content-releases').at(-1)?.body).toEqual({
    items: [
      { entity: 'quiz', id: draft.id, version: draft.version, of: 'item' },
      { entity: 'lesson', id: riverQuiz.lessonId, version: 4, of: 'item' },
    ],
    at: null,
  });
  await waitFor(() => expect(screen.queryByText('1 quiz selected')).toBeNull());
});

it('clears the selection', async () => {
  renderView(QuizList, 'quizzes');
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${draft.title}` }));
  await clickButton('Clear selection');
  expect(screen.queryByText('1 quiz selected')).toBeNull();
});

it('deletes the selected quizzes as one act, which can be undone', async () => {
  const edits: ItemEdits = {
    ...{ id: 3, state: 'applied', change: 'deleted', items: 1, done: 1, problem: null },
    ...{ titles: draft.title, createdAt: draft.createdAt },
  };
  api.route('POST /api/quiz-edits', () => ({ status: 201, body: edits }));
  api.route('POST /api/quiz-edits/3/undo', () => ({ body: { ...edits, state: 'undone' } }));
  renderView(QuizList, 'quizzes');
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${draft.title}` }));
  expect(screen.getByRole('button', { name: 'Unpublish (0)' })).toHaveProperty('disabled', true);
  await clickButton('Delete (1)');
  const dialog = await screen.findByRole('dialog', { name: 'Confirm Deletion' });
  expect(within(dialog).getByRole('listitem').textContent).toBe(draft.title);
  await clickButton('Delete', dialog);
  await screen.findByText('Quiz deleted successfully');
  expect(screen.queryByText('1 quiz selected')).toBeNull();
  expect(api.sent('POST', '/api/quiz-edits').at(-1)?.body).toEqual({
    edits: [{ id: draft.id, version: draft.version, deleted: true }],
  });
  await clickButton('Undo');
  await screen.findByText('All is as it was');
});
