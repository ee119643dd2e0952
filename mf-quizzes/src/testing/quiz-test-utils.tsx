import { useFetchOpenedItem } from '@khmer-learning/console-kit';
import { FormHost } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  type FakeApi,
  fillField,
  type RenderViewOptions,
  renderView,
} from '@khmer-learning/console-sdk/testing';
import type { Quiz } from '@khmer-learning/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QuizForm } from '../quiz-form/quiz-form.tsx';
import { quizKind } from '../quizzes/quizzes.api.ts';
import { riverQuiz } from './quiz-fixtures.ts';

function Host() {
  return <FormHost form={QuizForm} id={riverQuiz.id} fetchItem={useFetchOpenedItem(quizKind)} />;
}

export const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** The card of a question, counted from 1. */
export const questionCard = (number: number) =>
  within(screen.getByRole('region', { name: `Question ${number}` }));

/** Reads a question's text, its options and the index of its selected option. */
export function readQuestion(number: number) {
  const boxes = questionCard(number).getAllByRole<HTMLInputElement>('textbox');
  const [text, ...options] = boxes.map(({ value }) => value);
  const radios = questionCard(number).getAllByRole<HTMLInputElement>('radio');
  return { text, options, right: radios.findIndex(({ checked }) => checked) };
}

export async function openNewQuiz() {
  const view = renderView(Host, 'quizzes');
  await clickButton('New');
  await screen.findByRole('dialog', { name: 'Create New Quiz' });
  return view;
}

/** Opens the form of the River words quiz with `changes` applied. */
export async function openQuiz(api: FakeApi, changes: Partial<Quiz> = {}, options: RenderViewOptions = {}) {
  api.route('GET /api/quizzes/3', () => ({ body: { ...riverQuiz, ...changes } }));
  const view = renderView(Host, 'quizzes', options);
  await clickButton('Edit');
  await screen.findByRole('dialog', { name: 'Edit Quiz' });
  return view;
}

export async function chooseLesson(label: string, search: string, title: string): Promise<void> {
  const box = screen.getByRole('combobox', { name: label });
  await userEvent.click(box);
  await fillField(box, search);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.click(screen.getByRole('option', { name: title }));
}

export async function fillInQuestion(
  number: number,
  text: string,
  options: readonly string[],
  right: number,
) {
  await fillField(questionCard(number).getByLabelText('Question'), text);
  for (const [index, option] of options.entries()) {
    if (questionCard(number).queryByLabelText(`Option ${index + 1}`) === null) {
      await userEvent.click(questionCard(number).getByRole('button', { name: 'Add Option' }));
    }
    await fillField(questionCard(number).getByLabelText(`Option ${index + 1}`), option);
  }
  await userEvent.click(questionCard(number).getByLabelText(`Option ${right} is the correct answer`));
}

export async function fillInQuiz(): Promise<void> {
  await chooseLesson('Lesson', 'river', 'The river');
  await fillField(getField('Title'), 'Fish');
  await fillField(getField('Description'), 'All about fish');
  await fillInQuestion(1, 'What is ត្រី?', ['Fish', 'Boat'], 1);
}
