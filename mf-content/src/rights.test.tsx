import { fakeEventSource } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  renderView,
  resetBrowserState,
  selectOption,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import { messages, type Rights } from '@khmer-learning/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { LessonTypeList } from './lesson-types/lesson-type-list.tsx';
import { LessonList } from './lessons/lesson-list.tsx';
import { MainLessonList } from './main-lessons/main-lesson-list.tsx';
import { fakeContentApi, greetingsLesson } from './testing/content-fixtures.ts';

let api: FakeApi;
const withoutPublish: Rights = { canPublish: false, mainLessonIds: null };
const ofMainLesson = (id: number): Rights => ({ canPublish: true, mainLessonIds: [id] });
const open = (View: ComponentType, id: string, rights: Rights) =>
  renderView(View, id, { user: { ...testTeacher, rights } });

function serve(...statuses: ('draft' | 'published')[]): void {
  const lessons = statuses.map((status, index) => ({ ...greetingsLesson, id: index + 1, status }));
  api.route('GET /api/lessons', () => ({
    body: {
      lessons: lessons.map((lesson) => ({ ...lesson, title: `Lesson ${lesson.id}` })),
      total: lessons.length,
    },
  }));
  for (const lesson of lessons) api.route(`GET /api/lessons/${lesson.id}`, () => ({ body: lesson }));
}

async function menuOf(title: string): Promise<string[]> {
  await clickButton(`More actions for ${title}`);
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
  await userEvent.keyboard('{Escape}');
  return names;
}

const savingButtons = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('button')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /save|publish/i.test(text));

beforeEach(() => {
  resetBrowserState();
  fakeEventSource();
  api = fakeContentApi();
});

describe('who may not publish', () => {
  it.each([
    ['a draft', 'draft', ['Save as Draft']],
    ['what is published', 'published', ['Save working copy']],
  ] as const)('saves %s, and neither publishes nor schedules it', async (_name, status, buttons) => {
    serve(status);
    open(LessonList, 'lessons', withoutPublish);
    await screen.findByText('Lesson 1');
    await clickButton('Edit Lesson 1');
    expect(savingButtons(await screen.findByRole('dialog', { name: 'Edit Lesson' }))).toEqual(buttons);
  });

  it('deletes drafts alone, one by one and together', async () => {
    serve('draft', 'published');
    open(LessonList, 'lessons', withoutPublish);
    await screen.findByText('Lesson 1');
    expect(await menuOf('Lesson 1')).toContain('Delete');
    expect(await menuOf('Lesson 2')).not.toContain('Delete');
    for (const box of screen.getAllByRole('checkbox', { name: /^Select Lesson/ })) await userEvent.click(box);
    const bar = screen.getByRole('group', { name: 'Selected lessons' });
    const enabled = within(bar)
      .getAllByRole('button')
      .filter((button) => !button.hasAttribute('disabled'))
      .map(({ textContent }) => textContent);
    expect(enabled).toEqual(['Clear selection', 'Delete (1)', 'Edit 1 lesson…']);
  });

  it('creates and deletes no lesson types', async () => {
    open(LessonTypeList, 'lesson-types', withoutPublish);
    await screen.findByText('Vocabulary');
    expect(await menuOf('Vocabulary')).toEqual(['View lessons']);
    await userEvent.click(screen.getByRole('button', { name: 'Header action' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('loses nothing of a form that is refused all the same', async () => {
    serve('draft');
    api.route('PATCH /api/lessons/1', () =>
      errorResponse(403, { message: messages.auth.mayNotChangeScheduled, code: 'forbidden' }),
    );
    open(LessonList, 'lessons', withoutPublish);
    await screen.findByText('Lesson 1');
    await clickButton('Edit Lesson 1');
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    await fillField(title, 'What I typed');
    await clickButton('Save as Draft');
    expect(await screen.findByText(messages.auth.mayNotChangeScheduled)).toBeTruthy();
    expect(title.value).toBe('What I typed');
  });
});

describe('who is limited to main lessons', () => {
  it('has actions for their lessons alone', async () => {
    serve('published');
    open(LessonList, 'lessons', ofMainLesson(greetingsLesson.mainLessonId + 1));
    await screen.findByText('Lesson 1');
    expect(await menuOf('Lesson 1')).toEqual(['Preview']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Lesson 1' }));
    const bar = screen.getByRole('group', { name: 'Selected lessons' });
    const buttons = within(bar).getAllByRole('button');
    expect(buttons.filter((button) => !button.hasAttribute('disabled'))).toHaveLength(1);
  });

  it('has all of them there', async () => {
    serve('published');
    open(LessonList, 'lessons', ofMainLesson(greetingsLesson.mainLessonId));
    await screen.findByText('Lesson 1');
    expect(await menuOf('Lesson 1')).toEqual(['Preview', 'Duplicate', 'Delete']);
    await selectOption('Main Lesson', 'First Words');
    await clickButton('Header action');
    const form = within(await screen.findByRole('dialog', { name: 'Create New Lesson' }));
    const field = form.getByRole('combobox', { name: /Main Lesson/ });
    expect(field.textContent).toContain('First Words');
    await userEvent.click(field);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['First Words']);
  });

  it('creates and copies no main lessons, and deletes the own ones', async () => {
    open(MainLessonList, 'main-lessons', ofMainLesson(1));
    await screen.findByText('First Words');
    expect(await menuOf('First Words')).toEqual(['View lessons', 'Publish all changes…', 'Delete']);
    expect(await menuOf('English for Work')).toEqual(['View lessons']);
    await userEvent.click(screen.getByRole('button', { name: 'Header action' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
