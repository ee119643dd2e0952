import { clickButton, type FakeApi, fillField } from '@khmer-learning/console-sdk/testing';
import type { Quiz } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';
import { chooseLesson, getField, openNewQuiz, openQuiz, questionCard } from '../testing/quiz-test-utils.tsx';

let api: FakeApi;
beforeEach(() => {
  api = fakeQuizApi();
});

async function chooseKind(number: number, kind: string) {
  await userEvent.click(questionCard(number).getByRole('combobox', { name: 'Kind' }));
  await userEvent.click(screen.getByRole('option', { name: kind }));
}

async function fillInHead() {
  await chooseLesson('Lesson', 'river', 'The river');
  await fillField(getField('Title'), 'Kinds');
  await fillField(getField('Description'), 'Of every kind');
  await fillField(questionCard(1).getByLabelText('Question'), 'What is it?');
}

const press = (name: string) => userEvent.click(questionCard(1).getByRole('button', { name }));
const type = (label: string, text: string) => fillField(questionCard(1).getByLabelText(label), text);
/** Saves the quiz and reads the question that the form has sent. */
async function savedQuestion() {
  await clickButton('Save as Draft');
  await waitFor(() => expect(api.sent('POST', '/api/quizzes')).toHaveLength(1));
  const [request] = api.sent('POST', '/api/quizzes');
  return (request?.body as { questions: object[] } | undefined)?.questions[0];
}

describe('a question', () => {
  it('is answered by typing: one answer, others that are accepted, and wrong options', async () => {
    await openNewQuiz();
    await fillInHead();
    await chooseKind(1, 'Typed answer');
    await type('Answer', 'Father');
    await press('Add Answer');
    await type('Answer 1', 'Dad');
    await press('Add Wrong Option');
    await type('Wrong option 1', 'Mother');
    expect(await axeViolations()).toEqual([]);
    expect(await savedQuestion()).toEqual({
      kind: 'typed',
      question: 'What is it?',
      options: ['Father', 'Mother'],
      correctAnswer: 'Father',
      acceptedAnswers: ['Dad'],
    });
  });

  it('shows how an answer is judged', async () => {
    await openNewQuiz();
    await chooseKind(1, 'Typed answer');
    await type('Answer', 'market');
    const verdict = within(questionCard(1).getByRole('status'));
    for (const [text, label] of [
      ['Market!', 'Right'],
      ['markket', 'Almost right'],
      ['street', 'Wrong'],
    ] as const) {
      await type('Try an answer', text);
      expect(verdict.getByText(label)).toBeTruthy();
    }
  });

  it('is heard, and says that it needs a recording', async () => {
    await openNewQuiz();
    await chooseKind(1, 'Listening');
    expect(
      questionCard(1).getByText('A listening question needs a recording of its correct answer'),
    ).toBeTruthy();
    expect(questionCard(1).getByLabelText('Option 1')).toBeTruthy();
    await userEvent.click(questionCard(1).getByLabelText('Learners type what they hear'));
    expect(questionCard(1).queryByLabelText('Option 1')).toBeNull();
    expect(questionCard(1).getByLabelText('Answer')).toBeTruthy();
  });

  it('matches pairs', async () => {
    await openNewQuiz();
    await fillInHead();
    await chooseKind(1, 'Matching');
    await press('Add Pair');
    for (const [index, [left, right]] of [
      ['River', 'ទន្លេ'],
      ['Boat', 'ទូក'],
      ['Fish', 'ត្រី'],
    ].entries()) {
      await type(`Left side of pair ${index + 1}`, left ?? '');
      await type(`Right side of pair ${index + 1}`, right ?? '');
    }
    await press('Remove pair 2');
    expect(await savedQuestion()).toEqual({
      kind: 'matching',
      question: 'What is it?',
      options: [],
      correctAnswer: '',
      pairs: [
        { left: 'River', right: 'ទន្លេ' },
        { left: 'Fish', right: 'ត្រី' },
      ],
    });
  });

  it('puts parts into order, which are moved by keyboard', async () => {
    await openNewQuiz();
    await fillInHead();
    await chooseKind(1, 'Ordering words');
    await type('Part 1', 'go');
    await type('Part 2', 'I');
    await press('Add Part');
    await userEvent.keyboard('home');
    questionCard(1).getByRole('button', { name: 'Move part 2 up' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(questionCard(1).getByLabelText('Part 1'));
    expect(await savedQuestion()).toMatchObject({ kind: 'ordering', parts: ['I', 'go', 'home'] });
  });

  it('says at the field what is missing', async () => {
    await openNewQuiz();
    await fillInHead();
    await chooseKind(1, 'Matching');
    await clickButton('Save as Draft');
    expect(await questionCard(1).findAllByText('Both sides of a pair are required')).toHaveLength(2);
    await chooseKind(1, 'Typed answer');
    expect(await questionCard(1).findByText('Correct answer is required')).toBeTruthy();
    expect(api.sent('POST', '/api/quizzes')).toEqual([]);
  });
});

it('opens a quiz of all kinds without a change, and keeps what an author wrote for another kind', async () => {
  const questions: Quiz['questions'] = [
    { id: 1, kind: 'typed', question: 'T', options: ['a', 'b'], correctAnswer: 'a', acceptedAnswers: ['c'] },
    { id: 2, kind: 'listening', question: 'L', options: [], correctAnswer: 'heard' },
    {
      id: 3,
      kind: 'matching',
      question: 'M',
      options: [],
      correctAnswer: '',
      pairs: [
        { left: 'l', right: 'r' },
        { left: 'm', right: 's' },
      ],
    },
    { id: 4, kind: 'ordering', question: 'O', options: [], correctAnswer: '', parts: ['x', 'y'] },
    ...riverQuiz.questions.map((question) => ({ ...question, id: question.id + 4 })),
  ];
  await openQuiz(api, { questions, status: 'draft' });
  expect(questionCard(1).getByLabelText<HTMLInputElement>('Answer').value).toBe('a');
  expect(questionCard(4).getByLabelText<HTMLInputElement>('Part 2').value).toBe('y');
  await chooseKind(3, 'Ordering words');
  await chooseKind(3, 'Matching');
  expect(questionCard(3).getByLabelText<HTMLInputElement>('Left side of pair 1').value).toBe('l');
  await fillField(getField('Title'), 'Another title');
  await clickButton('Save as Draft');
  await waitFor(() => expect(api.sent('PATCH', '/api/quizzes/3')).toHaveLength(1));
  const [request] = api.sent('PATCH', '/api/quizzes/3');
  expect((request?.body as Quiz | undefined)?.questions).toEqual(questions);
});
