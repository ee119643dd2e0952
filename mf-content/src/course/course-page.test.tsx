import {
  chooseRowAction,
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  goBack,
  renderView,
  resetBrowserState,
  selectOption,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import type { LessonSummary } from '@khmer-learning/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MainLessonList } from '../main-lessons/main-lesson-list.tsx';
import {
  englishForWorkMainLesson,
  fakeContentApi,
  firstWordsMainLesson,
  greetingsLesson,
} from '../testing/content-fixtures.ts';

const { sections: _sections, ...greetings } = greetingsLesson;
const lessonOf = (id: number, title: string, fields: Partial<LessonSummary> = {}): LessonSummary => ({
  ...greetings,
  id,
  title,
  position: id,
  words: 10,
  recordedWords: 10,
  ...fields,
});

let api: FakeApi;
let lessons: LessonSummary[];

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
  lessons = [
    lessonOf(7, 'Greetings', { recordedWords: 4 }),
    lessonOf(8, 'Numbers', { status: 'draft', words: 0, recordedWords: 0 }),
    lessonOf(9, 'Family'),
  ];
  api.route('GET /api/main-lessons-details/1', () => ({ body: lessons }));
  api.route('GET /api/main-lessons-details/2', () => ({ body: [] }));
  api.route('GET /api/quizzes/by-lessons', () => ({
    body: { lessons: [{ lessonId: 7, active: 1, drafts: 0, quizId: 70 }] },
  }));
  api.route('GET /api/pronunciation-conflicts/by-lessons', () => ({
    body: { lessons: [{ lessonId: 9, conflicts: 2 }] },
  }));
  api.route('PATCH /api/lessons/*', ({ path, body }) => {
    const found = lessons.find(({ id }) => path.includes(`/${id}`));
    if (found && path.endsWith('/position')) {
      const others = lessons.filter((one) => one !== found);
      lessons = others.toSpliced(others.findIndex(({ id }) => id === Object(body).afterId) + 1, 0, found);
      return { body: found };
    }
    const saved = { ...greetingsLesson, ...found, ...Object(body), version: (found?.version ?? 0) + 1 };
    lessons = lessons.map((one) =>
      one.id === saved.id ? { ...one, ...Object(body), version: saved.version } : one,
    );
    return { body: saved };
  });
});

const open = (address = '#/main_lessons?open=1') => {
  window.history.replaceState(null, '', address);
  return renderView(MainLessonList, 'main_lessons');
};
const openPage = async () => {
  const view = open();
  await waitFor(() => titleButton('Numbers'));
  return view;
};
const list = () => within(screen.getByRole('list', { name: 'Lessons of First Words' }));
const rows = () => list().getAllByRole('listitem');
const titles = () =>
  rows().map((row) => row.querySelector('[data-action="title"]')?.textContent ?? 'a field');
const rowOf = (title: string) => {
  const row = rows().find((one) => within(one).queryByRole('button', { name: title }));
  if (!row) throw new Error(`No row ${title}`);
  return row;
};
const titleButton = (title: string) => list().getByRole('button', { name: title });
const titleField = (title: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Title of ${title}` });
const patches = (id: number) => api.sent('PATCH', `/api/lessons/${id}`);

describe('the page of a main lesson', () => {
  it('is opened by its row and its address, with what it is and what learners see; Back and Esc return to the list', async () => {
    const { user } = open('#/main_lessons');
    const row = await screen.findByRole('link', { name: 'First Words' });
    expect(row.getAttribute('href')).toBe('#/main_lessons?open=1');
    await user.click(row);
    const heading = await screen.findByRole('heading', { name: 'First Words' });
    expect(window.location.hash).toBe('#/main_lessons?open=1');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(await screen.findByText('Learners see 2 of 3 lessons.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    await user.keyboard('{Escape}');
    await screen.findByRole('table');
    expect(window.location.hash).toBe('#/main_lessons');
    expect(document.activeElement).toBe(row);
    await goBack();
    expect(await screen.findByRole('heading', { name: 'First Words' })).toBeTruthy();
    await clickButton('Back to main lessons');
    await screen.findByRole('table');
  });

  it('has the form one click away, and gets the address back from it', async () => {
    await openPage();
    await clickButton('Edit details');
    const form = await screen.findByRole('dialog', { name: 'Edit Main Lesson' });
    expect(window.location.hash).toBe('#/main_lessons?open=1-form');
    await clickButton('Close', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/main_lessons?open=1');
    expect(screen.getByRole('heading', { name: 'First Words' })).toBeTruthy();
  });

  it('opens the form for a comment that the address names', async () => {
    open('#/main_lessons?open=1&comment=5');
    await screen.findByRole('dialog', { name: 'Edit Main Lesson' });
    expect(window.location.hash).toBe('#/main_lessons?open=1-form&comment=5');
  });

  it('shows of each lesson its type, level, status, words, recordings and quizzes', async () => {
    await openPage();
    const first = rowOf('Greetings');
    for (const text of ['Vocabulary', 'Beginner', 'Published', '10 words, 4 of 10 recorded'])
      expect(within(first).getByText(text)).toBeTruthy();
    const quiz = await within(first).findByRole('link', { name: /^Quizzes of Greetings/ });
    expect(quiz.getAttribute('href')).toBe('#/quizzes?open=70');
    expect(within(rowOf('Numbers')).getByText('No words')).toBeTruthy();
    expect(within(rowOf('Numbers')).getByText('No quiz')).toBeTruthy();
    expect(within(rowOf('Family')).getByRole('button', { name: 'Generate quiz' })).toBeTruthy();
    expect(api.sent('GET', '/api/quizzes/by-lessons').map(({ query }) => query.get('ids'))).toEqual([
      '7,8,9',
    ]);
  });

  it('says what its lessons lack, and opens the lessons that it names', async () => {
    await openPage();
    const checks = screen.getByText('Before you sell it').parentElement as HTMLElement;
    await within(checks).findByText('1 lesson has words that are spelled in several ways:');
    expect(within(checks).getByText('1 lesson has no words:')).toBeTruthy();
    expect(within(checks).getByText('1 lesson has words without recordings:')).toBeTruthy();
    expect(within(checks).getByText('1 lesson is a draft, which learners do not see:')).toBeTruthy();
    await clickButton('Greetings', checks);
    expect(await screen.findByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
    expect(window.location.hash).toBe('#/main_lessons?open=1');
  });

  it('has states for loading, none and failure', async () => {
    api.route('GET /api/main-lessons-details/1', () => errorResponse(500, { message: 'Down' }));
    const { unmount } = open();
    expect(screen.queryByText('Lessons could not be loaded')).toBeNull();
    await screen.findByText('Lessons could not be loaded');
    lessons = [];
    api.route('GET /api/main-lessons-details/1', () => ({ body: lessons }));
    await clickButton('Try again');
    expect(await screen.findByText('No lessons yet. Type the title of the first one.')).toBeTruthy();
    unmount();
    api.route('GET /api/main-lessons/1', () => errorResponse(404, { message: 'Main lesson not found' }));
    open();
    expect(await screen.findByText('Main lesson not found')).toBeTruthy();
  });
});

describe('a title in its row', () => {
  it('is edited with Enter, F2 or a click, saved onto its version, and keeps the focus', async () => {
    const { user } = await openPage();
    titleButton('Numbers').focus();
    await user.keyboard('{F2}');
    await fillField(titleField('Numbers'), 'Numbers to ten');
    await user.keyboard('{Enter}');
    const button = await waitFor(() => titleButton('Numbers to ten'));
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(patches(8)[0]).toMatchObject({ body: { title: 'Numbers to ten' } });
    expect(patches(8)[0]?.headers.get('if-match')).toContain('4');
    await user.keyboard('{Enter}');
    await user.keyboard('{Escape}');
    expect(titles()).toEqual(['Greetings', 'Numbers to ten', 'Family']);
    expect(patches(8)).toHaveLength(1);
    // Esc ended the edit, not the page.
    expect(screen.getByRole('heading', { name: 'First Words' })).toBeTruthy();
  });

  it('says that learners see it at once, and is left to the form where changes wait for their publication', async () => {
    const workingCopy = { version: 1, savedAt: greetings.updatedAt, savedBy: null };
    lessons = [lessonOf(7, 'Greetings', { workingCopy }), lessonOf(9, 'Family')];
    const { user } = open();
    await user.click(await waitFor(() => titleButton('Family')));
    expect(screen.getByText('Learners see the new title at once.')).toBeTruthy();
    await user.click(titleButton('Greetings'));
    expect(await screen.findByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
  });

  it('stays in its field with the reason when it cannot be saved, and leaving asks', async () => {
    const { user } = await openPage();
    api.route('PATCH /api/lessons/8', () => errorResponse(500, { message: 'Down' }));
    await user.click(titleButton('Numbers'));
    await fillField(titleField('Numbers'), 'Numbers to ten');
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBeTruthy();
    expect(titleField('Numbers').value).toBe('Numbers to ten');
    await clickButton('Back to main lessons');
    await clickButton('Stay', await screen.findByRole('alertdialog'));
    expect(titleField('Numbers').value).toBe('Numbers to ten');
  });

  it('of a lesson that somebody else has saved is kept, while the row is fetched again', async () => {
    const { user } = await openPage();
    api.route('PATCH /api/lessons/8', ({ headers, body }) => {
      if (!headers.get('if-match')?.includes('9')) {
        lessons = lessons.map((one) => (one.id === 8 ? { ...one, title: 'Counting', version: 9 } : one));
        return errorResponse(409, { message: 'Stale' });
      }
      lessons = lessons.map((one) => (one.id === 8 ? { ...one, ...Object(body), version: 10 } : one));
      return { body: { ...greetingsLesson, ...lessons[1] } };
    });
    await user.click(titleButton('Numbers'));
    await fillField(titleField('Numbers'), 'Numbers to ten');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^Somebody else has changed this lesson/)).toBeTruthy();
    await waitFor(() => expect(titleField('Counting').value).toBe('Numbers to ten'));
    titleField('Counting').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => titleButton('Numbers to ten'));
  });
});

describe('the order of the lessons', () => {
  it('is changed with Alt and the arrow keys; without Alt they go from row to row', async () => {
    const { user } = await openPage();
    titleButton('Greetings').focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(titleButton('Numbers'));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(titles()).toEqual(['Greetings', 'Family', 'Numbers']);
    expect(document.activeElement).toBe(titleButton('Numbers'));
    expect(api.sent('PATCH', '/api/lessons/8/position')[0]?.body).toEqual({ afterId: 9 });
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(api.sent('PATCH', '/api/lessons/8/position')).toHaveLength(1);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(titleButton('Greetings'));
  });

  it('of 1,000 lessons is in rows of which only those in sight are rendered, and quizzes are read by the hundred', async () => {
    lessons = Array.from({ length: 1_000 }, (_, index) => lessonOf(index + 1, `Lesson ${index + 1}`));
    open();
    await screen.findByRole('list', { name: 'Lessons of First Words' });
    expect(screen.queryAllByRole('listitem').length).toBeLessThan(100);
    expect(api.sent('GET', '/api/main-lessons-details/1')).toHaveLength(1);
    expect(api.sent('GET', '/api/quizzes/by-lessons').length).toBeLessThanOrEqual(1);
    const asked = () => api.sent('GET', '/api/pronunciation-conflicts/by-lessons');
    await waitFor(() => expect(asked()).toHaveLength(10));
    for (const { query } of asked()) expect(query.get('ids')?.split(',')).toHaveLength(100);
  });
});

describe('adding lessons', () => {
  const created = () => api.sent('POST', '/api/lessons').map(({ body }) => body);
  beforeEach(() => {
    api.route('POST /api/lessons', ({ body }) => {
      const { sections, ...fields } = Object(body);
      const lesson = lessonOf(100 + lessons.length, fields.title, { ...fields, status: 'draft', words: 0 });
      lessons = [...lessons, lesson];
      return { status: 201, body: { ...lesson, sections } };
    });
  });

  it('makes a draft like the last lesson of each title, with Enter, in their order', async () => {
    const { user } = await openPage();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add lesson' });
    await user.type(field, 'Colours{Enter}Food{Enter}');
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('');
    await waitFor(() => expect(titles()).toEqual(['Greetings', 'Numbers', 'Family', 'Colours', 'Food']));
    const like = { mainLessonId: 1, lessonTypeId: 1, level: 'Beginner' };
    expect(created()).toMatchObject([
      { ...like, title: 'Colours', sections: [{ title: 'Vocabulary', content: 'Colours' }] },
      { ...like, title: 'Food' },
    ]);
  });

  it('keeps a title that could not be added, with the reason', async () => {
    const { user } = await openPage();
    const route = () => errorResponse(400, { message: 'Title is too long' });
    api.route('POST /api/lessons', route);
    await user.type(screen.getByRole('textbox', { name: 'Add lesson' }), 'Colours{Enter}');
    const kept = await screen.findByRole<HTMLInputElement>('textbox', {
      name: 'This lesson was not created',
    });
    expect(kept.value).toBe('Colours');
    expect(screen.getByText('Title is too long')).toBeTruthy();
    await clickButton('Discard');
    expect(screen.queryByText('Title is too long')).toBeNull();
    expect(titles()).toEqual(['Greetings', 'Numbers', 'Family']);
  });

  it('opens the form of a new lesson in this main lesson', async () => {
    await openPage();
    await clickButton('New Lesson');
    const form = await screen.findByRole('dialog', { name: 'Create New Lesson' });
    expect(within(form).getByRole('combobox', { name: 'Main Lesson' }).textContent).toContain('First Words');
  });

  it('moves a lesson of another main lesson here, or a copy of it', async () => {
    const other = lessonOf(20, 'At work', { mainLessonId: 2, version: 3 });
    api.route('GET /api/lessons', () => ({ body: { lessons: [other, ...lessons], total: 4 } }));
    api.route('POST /api/lessons/20/duplicate', () => ({
      status: 201,
      body: { ...greetingsLesson, id: 21, title: 'At work (copy)', mainLessonId: 2, version: 1 },
    }));
    await openPage();
    await clickButton('Add from another course');
    const dialog = await screen.findByRole('dialog', { name: 'Add from another course' });
    await within(dialog).findByText('At work');
    expect(within(dialog).queryByText('Greetings')).toBeNull();
    await clickButton('Copy here: At work', dialog);
    await waitFor(() =>
      expect(patches(21)[0]).toMatchObject({ body: { mainLessonId: 1, title: 'At work' } }),
    );
    await clickButton('Move here: At work', dialog);
    await waitFor(() => expect(patches(20)[0]).toMatchObject({ body: { mainLessonId: 1 } }));
    expect(patches(20)[0]?.headers.get('if-match')).toContain('3');
    await selectOption('Main Lesson', 'English for Work');
    await waitFor(() => expect(api.sent('GET', '/api/lessons').at(-1)?.query.get('mainLessonId')).toBe('2'));
  });
});

it('is published as one act with its drafts and their quizzes, of which some may be left out', async () => {
  const draft = { ...firstWordsMainLesson, status: 'draft' as const };
  api.route('GET /api/main-lessons/1', () => ({ body: draft }));
  api.route('GET /api/quizzes', () => ({ body: [] }));
  api.route('POST /api/content-releases', ({ body }) => ({
    status: 201,
    body: { ...(body as object), id: 1, state: 'done', failure: null, createdBy: null },
  }));
  await openPage();
  expect(screen.getByText('Learners do not see it: the main lesson is a draft.')).toBeTruthy();
  await clickButton('Publish course');
  const dialog = await screen.findByRole('dialog', { name: 'Publish together' });
  await clickButton(/^Publish \(2\)/, dialog);
  await waitFor(() => expect(api.sent('POST', '/api/content-releases')).toHaveLength(1));
  expect(api.sent('POST', '/api/content-releases')[0]?.body).toMatchObject({
    items: [
      { entity: 'main-lesson', id: 1, of: 'item' },
      { entity: 'lesson', of: 'item' },
    ],
    at: null,
  });
});

it('offers no changes to a teacher of another main lesson', async () => {
  const limited = { ...testTeacher, rights: { canPublish: true, mainLessonIds: [2] } };
  window.history.replaceState(null, '', '#/main_lessons?open=1');
  renderView(MainLessonList, 'main_lessons', { user: limited });
  await waitFor(() => titleButton('Numbers'));
  for (const name of ['New Lesson', 'Add from another course', 'Publish course'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Add lesson' })).toBeNull();
  fireEvent.click(titleButton('Greetings'));
  expect(screen.queryByRole('textbox', { name: 'Title of Greetings' })).toBeNull();
  expect(await screen.findByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
});

it('a lesson is deleted from its row', async () => {
  api.route('DELETE /api/lessons/9', () => ({ body: { message: 'Deleted' } }));
  await openPage();
  await chooseRowAction('Family', 'Delete');
  await clickButton('Delete', await screen.findByRole('alertdialog'));
  await waitFor(() => expect(api.sent('DELETE', '/api/lessons/9')).toHaveLength(1));
});

it('one main lesson does not show what is typed in another one', async () => {
  await openPage();
  fireEvent.change(screen.getByRole('textbox', { name: 'Add lesson' }), { target: { value: 'Colours' } });
  expect(englishForWorkMainLesson.id).toBe(2);
  fireEvent.change(screen.getByRole('textbox', { name: 'Add lesson' }), { target: { value: '' } });
  await clickButton('Back to main lessons');
  fireEvent.click(await screen.findByRole('link', { name: 'English for Work' }));
  expect(await screen.findByText('No lessons yet. Type the title of the first one.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Add lesson' }).value).toBe('');
});
