import { useFetchOpenedItem } from '@khmer-learning/console-kit';
import { FormHost } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  type FakeApi,
  fillField,
  renderView,
  selectOption,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import type { Lesson, SessionUser } from '@khmer-learning/contracts';
import type { Locale } from '@khmer-learning/ui-kit';
import { act, screen, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { LessonForm } from '../lessons/lesson-form.tsx';
import { lessonKind } from '../lessons/lessons.api.ts';
import { fakeContentApi, greetingsLesson } from './content-fixtures.ts';

function Host() {
  return <FormHost form={LessonForm} id={greetingsLesson.id} fetchItem={useFetchOpenedItem(lessonKind)} />;
}

/** Renders the buttons `New` and `Edit`, which open the form. */
export const renderHost = (language: Locale = 'en', user: SessionUser = testTeacher) =>
  renderView(Host, 'lessons', { language, user });

export function fakeWritableContentApi(): FakeApi {
  const api = fakeContentApi();
  for (const route of ['POST /api/lessons', 'PATCH /api/lessons/7']) {
    api.route(route, ({ body }) => ({ body: { ...greetingsLesson, ...(body as object) } }));
  }
  return api;
}

export const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

export const findFreeTextBox = () =>
  within(screen.getByRole('tabpanel', { name: 'Free Text' })).findByRole('textbox', { name: /^Text of/ });

/** Finds the editor instance, because jsdom does not support typing into it. */
export async function findFreeTextEditor(): Promise<Editor> {
  const { editor } = (await findFreeTextBox()) as HTMLElement & { editor: Editor };
  return editor;
}

/** Replaces the free text, with one paragraph per line. */
export async function setFreeText(...lines: string[]): Promise<void> {
  const editor = await findFreeTextEditor();
  const content = lines.map((text) => ({
    type: 'paragraph',
    content: text === '' ? [] : [{ type: 'text', text }],
  }));
  await act(async () => void editor.commands.setContent({ type: 'doc', content }, { emitUpdate: true }));
}

export async function openNewLesson(user?: SessionUser) {
  const view = renderHost('en', user);
  await clickButton('New');
  await screen.findByRole('dialog', { name: 'Create New Lesson' });
  return view;
}

/** Opens the form of the Greetings lesson with `changes` applied, by default for a teacher who may publish. */
export async function openLesson(api: FakeApi, changes: Partial<Lesson> = {}, user?: SessionUser) {
  api.route('GET /api/lessons/7', () => ({ body: { ...greetingsLesson, ...changes } }));
  const view = renderHost('en', user);
  await clickButton('Edit');
  await screen.findByRole('dialog', { name: 'Edit Lesson' });
  return view;
}

export async function fillInLesson(): Promise<void> {
  await selectOption('Main Lesson', 'First Words');
  await selectOption('Lesson Type', 'Reading');
  await selectOption('Level', 'Advanced');
  await fillField(getField('Title'), 'Market');
  await fillField(getField('Description'), 'Buy and sell');
  await fillField(getField('Section Title'), 'Dialogue');
  await setFreeText('A: How much?');
}
