import {
  clickButton,
  type FakeApi,
  FormHost,
  fillField,
  renderView,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import type { Lesson } from '@khmer-learning/contracts';
import { act, screen, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { LessonForm } from '../lessons/lesson-form.tsx';
import { useFetchLesson } from '../lessons/lessons.api.ts';
import { fakeContentApi, greetingsLesson } from './content-fixtures.ts';

function Host() {
  return <FormHost form={LessonForm} id={greetingsLesson.id} fetchItem={useFetchLesson()} />;
}

/** A school whose lessons can be saved. */
export function fakeWritableContentApi(): FakeApi {
  const api = fakeContentApi();
  for (const route of ['POST /api/lessons', 'PATCH /api/lessons/7']) {
    api.route(route, ({ body }) => ({ body: { ...greetingsLesson, ...(body as object) } }));
  }
  return api;
}

/** A text field of the form by its label. */
export const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** The free text of the only section that shows it. */
export const findFreeTextBox = () =>
  within(screen.getByRole('tabpanel', { name: 'Free Text' })).findByRole('textbox', { name: /^Text of/ });

/** The editor behind it: jsdom knows no typing into it. */
export async function findFreeTextEditor(): Promise<Editor> {
  const { editor } = (await findFreeTextBox()) as HTMLElement & { editor: Editor };
  return editor;
}

/** Writes a free text anew, a paragraph to a line. */
export async function setFreeText(...lines: string[]): Promise<void> {
  const editor = await findFreeTextEditor();
  const content = lines.map((text) => ({
    type: 'paragraph',
    content: text === '' ? [] : [{ type: 'text', text }],
  }));
  await act(async () => void editor.commands.setContent({ type: 'doc', content }, { emitUpdate: true }));
}

export async function openNewLesson() {
  const view = renderView(Host, 'lessons');
  await clickButton('New');
  await screen.findByRole('dialog', { name: 'Create New Lesson' });
  return view;
}

/** Opens the form of a lesson, which is Greetings but for `changes`. */
export async function openLesson(api: FakeApi, changes: Partial<Lesson> = {}) {
  api.route('GET /api/lessons/7', () => ({ body: { ...greetingsLesson, ...changes } }));
  const view = renderView(Host, 'lessons');
  await clickButton('Edit');
  await screen.findByRole('dialog', { name: 'Edit Lesson' });
  return view;
}

/** Fills in everything a lesson needs. */
export async function fillInLesson(): Promise<void> {
  await selectOption('Main Lesson', 'First Words');
  await selectOption('Lesson Type', 'Reading');
  await selectOption('Level', 'Advanced');
  await fillField(getField('Title'), 'Market');
  await fillField(getField('Description'), 'Buy and sell');
  await fillField(getField('Section Title'), 'Dialogue');
  await setFreeText('A: How much?');
}
