import { clickButton, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi } from '../testing/quiz-fixtures.ts';
import { openQuiz, questionCard } from '../testing/quiz-test-utils.tsx';

beforeEach(() => resetBrowserState());

it('plays the quiz as it stands in the form, by keyboard, and says what was wrong', async () => {
  const none = { options: [], correctAnswer: '' };
  await openQuiz(fakeQuizApi(), {
    questions: [
      { id: 1, question: 'C', options: ['River', 'Boat'], correctAnswer: 'River' },
      { ...none, id: 2, kind: 'typed', question: 'T', correctAnswer: 'market' },
      { ...none, id: 3, kind: 'ordering', question: 'O', parts: ['I', 'go'] },
    ],
  });
  // Not saved.
  await fillField(questionCard(1).getByLabelText('Question'), 'Which?');
  await clickButton('Add Question');
  await clickButton('Play as learner');
  const player = within(screen.getByRole('dialog', { name: 'Play as learner' }));
  await player.findByText('Which?');
  expect(player.getByText('Question 1 of 3')).toBeTruthy();
  await userEvent.click(player.getByRole('radio', { name: 'River' }));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(player.getByLabelText('Your answer'));
  await userEvent.keyboard('markket{Enter}');
  act(() => player.getByRole('button', { name: 'Back' }).focus());
  await userEvent.keyboard('{Enter}');
  expect(player.getByLabelText<HTMLInputElement>('Your answer').value).toBe('markket');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(player.getByRole('button', { name: 'Move I up' }));
  await userEvent.click(player.getByRole('button', { name: 'Finish' }));
  expect(player.getByRole('status').textContent).toBe('67%: 2 of 3 rightNot passed');
  expect(player.getByText('2. T')).toBeTruthy();
  expect(player.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'markket',
    'market',
  ]);
  expect(player.getByText('Almost right')).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(player.getByRole('button', { name: 'Again' }));
  expect(player.getByRole<HTMLInputElement>('radio', { name: 'River' }).checked).toBe(false);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Edit Quiz' })).toBeTruthy();
});
