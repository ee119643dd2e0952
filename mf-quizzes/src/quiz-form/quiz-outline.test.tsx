import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import { openQuiz, questionCard, readQuestion } from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
const narrowMatchMedia = window.matchMedia;

beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('min-width') }) as MediaQueryList;
  Element.prototype.scrollIntoView = jest.fn();
});
afterEach(() => {
  window.matchMedia = narrowMatchMedia;
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

const outlined = () => within(screen.getByRole('navigation', { name: 'Questions' })).getAllByRole('button');
const summary = (number: number) => screen.getByRole('region', { name: `Question ${number}` }).textContent;
const isExpanded = (number: number) =>
  questionCard(number).queryByRole('button', { name: `Collapse question ${number}` }) !== null;

it('outlines the questions, and opens a collapsed one to jump to it by keyboard', async () => {
  await openQuiz(api);
  expect(outlined().map(({ textContent }) => textContent)).toEqual([
    'General',
    '1. What does “ទន្លេ” mean?Choice',
    '2. What does “ទូក” mean?Choice',
  ]);
  await clickButton('Collapse all');
  expect(summary(2)).toContain('Question 2ChoiceWhat does “ទូក” mean?');
  expect(questionCard(2).queryByRole('textbox')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  act(() => outlined()[2]?.focus());
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(questionCard(2).getByLabelText('Question'));
  expect([isExpanded(1), isExpanded(2)]).toEqual([false, true]);
  await clickButton('Expand question 1');
  expect(screen.getByRole('button', { name: 'Collapse all' })).toBeTruthy();
});

it('expands a collapsed question that an undo changes', async () => {
  await openQuiz(api);
  await fillField(questionCard(2).getByLabelText('Question'), 'Changed');
  await clickButton('Collapse all');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(readQuestion(2).text).toBe('What does “ទូក” mean?');
  expect(document.activeElement).toBe(questionCard(2).getByLabelText('Question'));
});

it('marks questions with errors, and expands them when they keep the quiz from being saved', async () => {
  await openQuiz(api);
  await fillField(questionCard(2).getByLabelText('Question'), '');
  await clickButton('Collapse all');
  await clickButton('Publish Quiz');
  await waitFor(() => expect(isExpanded(2)).toBe(true));
  expect(document.activeElement).toBe(questionCard(2).getByLabelText('Question'));
  expect(isExpanded(1)).toBe(false);
  expect(outlined()[2]?.textContent).toBe('2. No text yetChoicehas errors');
  await clickButton('Collapse question 2');
  expect(summary(2)).toContain('ChoiceNo text yethas errors');
});

it('duplicates a question with its recordings, moves one by dragging, and undoes the move', async () => {
  const [first, ...others] = riverQuiz.questions;
  if (first === undefined) throw new Error('River words has questions');
  const recordings = [{ language: 'en' as const, text: 'River', file: 'river.mp3' }];
  await openQuiz(api, { questions: [{ ...first, recordings }, ...others] });
  await clickButton('Duplicate question 1');
  expect(readQuestion(2)).toEqual(readQuestion(1));
  expect(document.activeElement).toBe(questionCard(2).getByLabelText('Question'));
  act(() => screen.getByRole('button', { name: 'Drag question 3' }).focus());
  // Without a layout, every place is under the dragged question; the first one is taken.
  await userEvent.keyboard('[Space]');
  await screen.findByText('Question 3 is over position 1 of 3.');
  await userEvent.keyboard('[Space]');
  await waitFor(() => expect(readQuestion(1).text).toBe('What does “ទូក” mean?'));
  await userEvent.keyboard('{Control>}z{/Control}');
  await clickButton('Publish Quiz');
  await screen.findByText('Quiz updated successfully');
  const { id, ...copy } = { ...first, recordings };
  expect(api.sent('PATCH', '/api/quizzes/3').at(-1)?.body).toMatchObject({
    questions: [{ id, ...copy }, copy, ...others],
  });
});
