import {
  chooseRowAction,
  clickButton,
  errorResponse,
  type FakeApi,
  paginate,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { ContentRelease } from '@khmer-learning/contracts';
import { setLanguage } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LessonList } from '../lessons/lesson-list.tsx';
import { MainLessonList } from '../main-lessons/main-lesson-list.tsx';
import { fakeContentApi, firstWordsMainLesson, greetingsLesson } from '../testing/content-fixtures.ts';

let api: FakeApi;

const workingCopy = { version: 3, savedAt: '2026-11-23T02:30:00.000Z', savedBy: null };
const draft = { ...greetingsLesson, id: 8, title: 'Numbers', status: 'draft' as const, version: 1 };
const changed = { ...greetingsLesson, workingCopy };
const quiz = { id: 5, lessonId: 8, title: 'Count', status: 'draft', version: 2 };
const otherQuiz = { ...quiz, id: 6, lessonId: 99, title: 'Of another lesson' };
const released: ContentRelease = {
  ...{ id: 1, at: null, state: 'done', items: [], failure: null, createdBy: null },
};

beforeEach(() => {
  resetBrowserState();
  document.head.innerHTML = '<meta name="console-time-zone" content="Asia/Phnom_Penh">';
  api = fakeContentApi();
  serve([changed, draft]);
  api.route('GET /api/quizzes', ({ query }) => ({
    body: query.get('status') === 'draft' ? [quiz, otherQuiz] : [],
  }));
  api.route('POST /api/content-releases', ({ body }) => ({
    status: 201,
    body: { ...released, ...(body as Pick<ContentRelease, 'items' | 'at'>) },
  }));
});

function serve(lessons: (typeof greetingsLesson)[]): void {
  api.route('GET /api/lessons', ({ query }) => ({
    body: { lessons: paginate(lessons, query), total: lessons.length },
  }));
}

async function open() {
  renderView(LessonList, 'lessons');
  await screen.findByRole('row', { name: /Greetings/ });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await clickButton('Publish together…');
  return screen.findByRole('dialog', { name: 'Publish together' });
}
const box = (dialog: HTMLElement, name: RegExp) =>
  within(dialog).findByRole<HTMLInputElement>('checkbox', { name });
const sent = () =>
  api.sent('POST', '/api/content-releases').at(-1)?.body as { items: unknown[]; at: unknown };

const items = {
  changed: { entity: 'lesson', id: 7, version: 3, of: 'working-copy' },
  draft: { entity: 'lesson', id: 8, version: 1, of: 'item' },
  quiz: { entity: 'quiz', id: 5, version: 2, of: 'item' },
};

it('lists what is selected with what each publishes, offers the changed quizzes, and publishes all at once', async () => {
  const dialog = await open();
  expect((await box(dialog, /Greetings.*Lesson · changes, saved Nov 23, 2026, 09:30/)).checked).toBe(true);
  expect((await box(dialog, /Numbers.*Lesson · draft/)).checked).toBe(true);
  const offered = await box(dialog, /Count.*Quiz · draft/);
  expect(offered.checked).toBe(false);
  expect(within(dialog).queryByText('Of another lesson')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(offered);
  await clickButton('Publish (3)');
  await screen.findByText('3 items were published together');
  expect(sent()).toEqual({ items: [items.changed, items.draft, items.quiz], at: null });
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
});

it('publishes at a time, and leaves out what is not wanted', async () => {
  const dialog = await open();
  await userEvent.click(await box(dialog, /Greetings/));
  await userEvent.click(within(dialog).getByRole('radio', { name: /At a time/ }));
  const day = within(dialog).getByLabelText(/Date/);
  await userEvent.clear(day);
  await clickButton('Schedule (1)');
  await within(dialog).findByText('Choose a date and a time');
  await userEvent.type(day, '2099-01-02');
  await clickButton('Schedule (1)');
  await screen.findByText('One item is published together Jan 2, 2099, 06:00');
  expect(sent()).toEqual({ items: [items.draft], at: '2099-01-01T23:00:00.000Z' });
});

it('stays open when something cannot be published, and says which item', async () => {
  const message = 'Nothing was published: some items cannot be published now';
  api.route('POST /api/content-releases', () =>
    errorResponse(409, {
      message,
      issues: [{ path: 'items.1', message: 'This lesson was changed by someone else' }],
    }),
  );
  const dialog = await open();
  await clickButton('Publish (2)');
  await within(dialog).findByText(message);
  const row = (await box(dialog, /Numbers/)).closest('li');
  expect(row?.textContent).toContain('This lesson was changed by someone else');
  expect((await box(dialog, /Greetings/)).closest('li')?.textContent).not.toContain('someone else');
});

it('waits for the quizzes, and says which of them was refused', async () => {
  api.route('POST /api/content-releases', () => ({ status: 201, body: { ...released, state: 'preparing' } }));
  api.route('GET /api/content-releases/1', () => ({
    body: {
      ...released,
      state: 'failed',
      failure: {
        message: 'Nothing was published: some items cannot be published now',
        items: [{ entity: 'quiz', id: 5, title: 'Count', message: 'Quiz not found' }],
      },
    },
  }));
  const dialog = await open();
  await userEvent.click(await box(dialog, /Count/));
  await clickButton('Publish (3)');
  await within(dialog).findByText('Quiz not found', undefined, { timeout: 5_000 });
});

it('is finished when the quizzes have followed, which lists show then', async () => {
  api.route('POST /api/content-releases', () => ({ status: 201, body: { ...released, state: 'committed' } }));
  api.route('GET /api/content-releases/1', () => ({ body: { ...released, state: 'done' } }));
  const dialog = await open();
  await userEvent.click(await box(dialog, /Count/));
  await clickButton('Publish (3)');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5_000 });
  expect(api.sent('GET', '/api/content-releases/1')).toHaveLength(1);
});

it('says when there is nothing to publish, and when the quizzes could not be loaded', async () => {
  serve([greetingsLesson]);
  api.route('GET /api/quizzes', () => errorResponse(503, { message: 'Not now' }));
  const dialog = await open();
  await within(dialog).findByText('The changes could not be loaded');
  api.route('GET /api/quizzes', () => ({ body: [] }));
  await clickButton('Try again');
  await within(dialog).findByText('Nothing to publish');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Publish (0)' }).disabled).toBe(true);
});

it('publishes everything that changed in a main lesson', async () => {
  api.route('GET /api/main-lessons', () => ({
    body: { mainLessons: [{ ...firstWordsMainLesson, status: 'draft' }], total: 1 },
  }));
  api.route('GET /api/main-lessons-details/1', () => ({
    body: [changed, draft, { ...greetingsLesson, id: 9 }],
  }));
  renderView(MainLessonList, 'main_lessons');
  await screen.findByRole('row', { name: /First Words/ });
  await chooseRowAction('First Words', 'Publish all changes…');
  const dialog = await screen.findByRole('dialog', { name: 'Publish together' });
  await box(dialog, /Count/);
  await clickButton('Publish (4)');
  await screen.findByText('4 items were published together');
  const mainLesson = { entity: 'main-lesson', id: 1, version: 2, of: 'item' };
  expect(sent().items).toEqual([mainLesson, items.changed, items.draft, items.quiz]);
});

it('is in the language of the page', async () => {
  const dialog = await open();
  await act(() => setLanguage('km'));
  expect(within(dialog).getByText('ផ្សាយព្រមគ្នា')).toBeTruthy();
  await act(() => setLanguage('en'));
});
