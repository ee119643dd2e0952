import { fakeAudio } from '@khmer-learning/console-kit/testing';
import { type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import type { Quiz } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi } from '../testing/quiz-fixtures.ts';
import { openQuiz, questionCard } from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
});

type Question = Quiz['questions'][number];
const answered = { options: [], correctAnswer: '' };
const heard = [{ language: 'km' as const, text: 'ទន្លេ', file: 'river.mp3' }];
const choice: Question = { id: 1, question: 'C', options: ['River', 'Boat'], correctAnswer: 'River' };
const typed: Question = { ...answered, id: 2, kind: 'typed', question: 'T', correctAnswer: 'market' };
const listening: Question = {
  id: 3,
  kind: 'listening',
  question: 'What do you hear?',
  options: ['ទន្លេ', 'ទូក'],
  correctAnswer: 'ទន្លេ',
  recordings: heard,
};
const matching: Question = {
  ...answered,
  id: 4,
  kind: 'matching',
  question: 'M',
  pairs: [
    { left: 'River', right: 'ទន្លេ' },
    { left: 'Boat', right: 'ទូក' },
  ],
};
const ordering: Question = {
  ...answered,
  id: 5,
  kind: 'ordering',
  question: 'O',
  parts: ['I', 'go home'],
};

/** Opens a quiz of these questions, and the learner’s view of each. */
async function tryAnswers(...questions: Question[]) {
  await openQuiz(api, { questions, status: 'draft' });
  for (const index of questions.keys()) {
    await userEvent.click(questionCard(index + 1).getByRole('button', { name: 'Try an answer' }));
    await questionCard(index + 1).findByText(/As learners see it/);
  }
}

const shownOrder = (list: string) =>
  within(questionCard(1).getByRole('list', { name: list }))
    .getAllByRole('button', { name: /^Drag / })
    .map((handle) => handle.getAttribute('aria-label'));
const check = () => userEvent.click(questionCard(1).getByRole('button', { name: 'Check' }));

it('judges what is typed, as the service does', async () => {
  await tryAnswers(typed);
  for (const [text, verdict] of [
    ['Market!', 'Right'],
    ['markket', 'Almost right'],
    ['street', 'Wrong'],
  ] as const) {
    await fillField(questionCard(1).getByLabelText('Your answer'), text);
    expect(questionCard(1).getByText(verdict)).toBeTruthy();
  }
});

it('judges an option, also of what is heard', async () => {
  await tryAnswers(choice, listening);
  await userEvent.click(questionCard(1).getByRole('radio', { name: 'Boat' }));
  expect(questionCard(1).getByText('Wrong')).toBeTruthy();
  expect(questionCard(2).getByRole('button', { name: 'Play in Khmer' })).toBeTruthy();
  await userEvent.click(questionCard(2).getByRole('radio', { name: 'ទន្លេ' }));
  expect(questionCard(2).getByText('Right')).toBeTruthy();
});

it('plays a question and its options in each language, but no option of what is heard', async () => {
  const played = fakeAudio();
  const recordings = (['en', 'km'] as const).flatMap((language) =>
    ['C', 'River', 'ទូក'].map((text) => ({ language, text, file: `${text.length}-${language}.mp3` })),
  );
  await tryAnswers(
    { ...choice, options: ['River', 'ទូក'], recordings },
    {
      ...listening,
      recordings: [...heard, { language: 'km', text: 'ទូក', file: 'boat.mp3' }],
    },
  );
  const [asked, spoken] = [1, 2].map((number) =>
    within(questionCard(number).getByText(/As learners see it/).parentElement ?? document.body),
  );
  for (const [name, url] of [
    ['Play in English', '/uploads/1-en.mp3'],
    ['Play in Khmer', '/uploads/1-km.mp3'],
    ['Play “River” in English', '/uploads/5-en.mp3'],
    ['Play “ទូក” in Khmer', '/uploads/3-km.mp3'],
  ] as const) {
    act(() => asked?.getByRole('button', { name }).focus());
    await userEvent.keyboard('{Enter}');
    expect(played.at(-1)).toBe(url);
  }
  // A button is not part of the name of its option, and does not choose it.
  expect(asked?.getByRole<HTMLInputElement>('radio', { name: 'River' }).checked).toBe(false);
  expect(spoken?.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Play in Khmer',
  ]);
  expect(await axeViolations()).toEqual([]);
});

it('shows the right sides in another order, which are moved beside the left ones by button', async () => {
  await tryAnswers(matching);
  expect(shownOrder('Your pairs')).toEqual(['Drag ទូក', 'Drag ទន្លេ']);
  await check();
  expect(questionCard(1).getByText('Wrong')).toBeTruthy();
  act(() => questionCard(1).getByRole('button', { name: 'Move ទន្លេ up' }).focus());
  await userEvent.keyboard('{Enter}');
  expect(shownOrder('Your pairs')).toEqual(['Drag ទន្លេ', 'Drag ទូក']);
  expect(screen.getByText('ទន្លេ moved to position 1 of 2.')).toBeTruthy();
  expect(document.activeElement).toBe(questionCard(1).getByRole('button', { name: 'Move ទន្លេ down' }));
  expect(questionCard(1).queryByText('Wrong')).toBeNull();
  await check();
  expect(questionCard(1).getByText('Right')).toBeTruthy();
});

it('lets parts be dragged by keyboard; Escape cancels only the drag', async () => {
  await tryAnswers(ordering);
  expect(shownOrder('Your order')).toEqual(['Drag go home', 'Drag I']);
  act(() => questionCard(1).getByRole('button', { name: 'Drag I' }).focus());
  // Without a layout, every place is under the dragged text; the first one is taken.
  await userEvent.keyboard('[Space]');
  await screen.findByText('I is over position 1 of 2.');
  await userEvent.keyboard('{Escape}');
  await screen.findByText('Move cancelled. I was not moved.');
  expect(screen.getByRole('dialog', { name: 'Edit Quiz' })).toBeTruthy();
  expect(shownOrder('Your order')).toEqual(['Drag go home', 'Drag I']);
  await userEvent.keyboard('[Space]');
  await screen.findByText('I is over position 1 of 2.');
  await userEvent.keyboard('[Space]');
  await waitFor(() => expect(shownOrder('Your order')).toEqual(['Drag I', 'Drag go home']));
  await check();
  expect(questionCard(1).getByText('Right')).toBeTruthy();
});

it('says what is missing while a question is not complete', async () => {
  await tryAnswers({ ...choice, options: ['River', ''] }, { ...typed, correctAnswer: '' });
  expect(questionCard(1).getByText('Complete the answer of the question first.')).toBeTruthy();
  expect(questionCard(2).getByText('Complete the answer of the question first.')).toBeTruthy();
  await fillField(questionCard(2).getByLabelText('Answer'), 'market');
  expect(questionCard(2).getByLabelText('Your answer')).toBeTruthy();
});

it('has no violations of accessibility rules with every kind of question', async () => {
  await tryAnswers(choice, typed, listening, matching, ordering);
  expect(await axeViolations()).toEqual([]);
});
