import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import type { Quiz, quizzes, ResponseOf } from '@khmer-learning/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import { openQuiz, questionCard, readQuestion } from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
});

type Bank = ResponseOf<typeof quizzes.questions>;
const usedIn = { quizzes: [{ id: 9, title: 'Boats' }], total: 1 };
const recordings = [{ language: 'km' as const, text: 'ត្រី', file: 'fish.mp3' }];
const fish: Quiz['questions'][number] = {
  ...{ id: 4, question: 'What is ត្រី?', options: ['Fish', 'Boat'], correctAnswer: 'Fish', recordings },
};
const [river] = riverQuiz.questions;
const bank = (questions: Quiz['questions'], hasMore = false): Bank => ({
  questions: questions.map((question) => ({ key: question.question, question, usedIn })),
  ...{ hasMore, isPartial: false },
});

it('copies questions of other quizzes with their recordings, from the main lesson of the quiz or another one', async () => {
  const mainLessons = [1, 2].map((id) => ({ id, title: `Course ${id}` }));
  api.route('GET /api/main-lessons', () => ({ body: { mainLessons, total: 2 } }));
  for (const one of mainLessons) api.route(`GET /api/main-lessons/${one.id}`, () => ({ body: one }));
  api.route('GET /api/quizzes/questions', ({ query }) => ({
    body:
      query.get('mainLessonId') === '2' ? bank([]) : bank(river ? [fish, river] : [], !query.has('search')),
  }));
  const asked = () => Object.fromEntries(api.sent('GET', '/api/quizzes/questions').at(-1)?.query ?? []);
  await openQuiz(api);
  await clickButton('Add from question bank…');
  const dialog = within(screen.getByRole('dialog', { name: 'Question bank' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^What is.*ត្រី/ }));
  expect(asked()).toMatchObject({ mainLessonId: '1', exceptQuizId: '3', offset: '0' });
  const [boats] = dialog.getAllByRole<HTMLAnchorElement>('link', { name: 'Boats' });
  expect(boats?.hash).toBe('#/quizzes?open=9');
  expect(dialog.getByText('Already in this quiz')).toBeTruthy();
  await fillField(dialog.getByRole('searchbox', { name: 'Search questions' }), 'ត្រី');
  await waitFor(() => expect(asked()).toMatchObject({ search: 'ត្រី' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Main lesson' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Course 2' }));
  expect(await dialog.findByText('No questions found')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 question' }));
  expect(readQuestion(3)).toEqual({ text: 'What is ត្រី?', options: ['Fish', 'Boat'], right: 0 });
  await clickButton('Publish Quiz');
  await screen.findByText('Quiz updated successfully');
  const { id: _, ...copy } = fish;
  const body = api.sent('PATCH', '/api/quizzes/3').at(-1)?.body;
  expect((body as { questions: object[] } | undefined)?.questions[2]).toEqual(copy);
});

it('says beside a question which other quizzes have it, also while it is changed', async () => {
  api.route('GET /api/quizzes/3/shared-questions', () => ({
    body: { questions: [{ questionId: 2, usedIn }] },
  }));
  await openQuiz(api);
  const link = await questionCard(2).findByRole<HTMLAnchorElement>('link', { name: 'Boats' });
  await fillField(questionCard(2).getByLabelText('Question'), 'Changed');
  expect(link.parentElement?.textContent).toBe('Also in 1 quiz: Boats. A change here does not change them.');
  expect(questionCard(1).queryByRole('link')).toBeNull();
});

it('says when the questions could not be loaded', async () => {
  await openQuiz(api);
  await clickButton('Add from question bank…');
  const dialog = within(screen.getByRole('dialog', { name: 'Question bank' }));
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
