import {
  chooseRowAction,
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  fillField,
  goBack,
  renderView,
  resetBrowserState,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import { jsdomComputedStyle } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import {
  fakeContentApi,
  greetingsLesson,
  readingLessonType,
  vocabularyLessonType,
} from '../testing/content-fixtures.ts';
import { LessonTypeList } from './lesson-type-list.tsx';

const open = () => renderView(LessonTypeList, 'lesson_type');
let api: FakeApi;

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
});

describe('the list of lesson types', () => {
  it('shows an image or an emoji, title and day of change, on one page', async () => {
    open();
    const reading = await screen.findByRole('row', { name: /Reading/ });
    expect(reading.querySelector('img')?.getAttribute('src')).toBe('/uploads/icon-reading.svg?w=160');
    expect(within(screen.getByRole('row', { name: /Vocabulary/ })).getByText('📖')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Icon',
      'Title',
      'Updated',
      'Action',
    ]);
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
  });

  it('breaks a title of one long word, and shows an icon of several letters small and cut whole', async () => {
    api.route('GET /api/lesson-type', () => ({
      body: [{ ...vocabularyLessonType, title: 'Word'.repeat(50), icon: 'ខ្មែរ words' }],
    }));
    open();
    const title = await screen.findByText('Word'.repeat(50));
    expect(jsdomComputedStyle(title).overflowWrap).toBe('anywhere');
    expect(within(screen.getByRole('row', { name: /Word/ })).getByText('ខ្មែរ')).toBeTruthy();
  });

  it('is searched by the service', async () => {
    const { user } = open();
    await screen.findByText('Reading');
    api.route('GET /api/lesson-type', () => ({ body: [] }));
    await user.type(screen.getByRole('searchbox', { name: 'Search lesson types' }), 'voc');
    expect(await screen.findByText('No lesson type found')).toBeTruthy();
    expect(api.sent('GET', '/api/lesson-type').at(-1)?.query.get('search')).toBe('voc');
    await clickButton('Clear filters');
    expect(await screen.findByText('Reading')).toBeTruthy();
  });

  it('says so when the search hides what was created, and shows it', async () => {
    window.history.replaceState(null, '', '#/lesson_type?search=voc');
    api.route('GET /api/lesson-type', ({ query }) => ({
      body:
        query.get('search') === 'voc' ? [vocabularyLessonType] : [readingLessonType, vocabularyLessonType],
    }));
    api.route('POST /api/lesson-type', () => ({ status: 201, body: readingLessonType }));
    open();
    await screen.findByText('Vocabulary');
    await clickHeaderAction();
    const dialog = await screen.findByRole('dialog', { name: 'Create New Lesson Type' });
    await fillField(within(dialog).getByLabelText('Icon'), '📗');
    await fillField(within(dialog).getByLabelText('Title'), 'Reading');
    await clickButton('Create Lesson Type', dialog);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('hide what you have just created');
    await clickButton('Show', notice);
    expect(await screen.findByText('Reading')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when there is none, or why there is none to see', async () => {
    api.route('GET /api/lesson-type', () => errorResponse(503, { message: 'Not now' }));
    open();
    expect(await screen.findByText('Lesson types could not be loaded')).toBeTruthy();
    api.route('GET /api/lesson-type', () => ({ body: [] }));
    await clickButton('Try again');
    expect(await screen.findByText('No lesson type found')).toBeTruthy();
    await clickButton('Create Lesson Type');
    expect(await screen.findByRole('dialog', { name: 'Create New Lesson Type' })).toBeTruthy();
  });

  it('opens the form from the header', async () => {
    open();
    await screen.findByText('Reading');
    await clickHeaderAction();
    expect(await screen.findByRole('dialog', { name: 'Create New Lesson Type' })).toBeTruthy();
  });

  it('says when a lesson type is gone before it could be edited', async () => {
    open();
    await screen.findByText('Reading');
    api.route('GET /api/lesson-type', () => ({ body: [] }));
    await clickButton('Edit Reading');
    expect(await screen.findByText('Lesson type not found')).toBeTruthy();
  });

  it('lists the lessons of a type', async () => {
    api.route('GET /api/lesson-type/1', () => ({ body: [greetingsLesson] }));
    api.route('GET /api/lesson-type/2', () => ({ body: [] }));
    open();
    await screen.findByText('Reading');
    await chooseRowAction('Vocabulary', 'View lessons');
    expect(await within(screen.getByRole('dialog')).findByText('Greetings')).toBeTruthy();
    await clickButton('Close');
    await chooseRowAction('Reading', 'View lessons');
    expect(await screen.findByText('No lessons found')).toBeTruthy();
  });

  it('lists the lessons of the type that the address names, and Back closes them', async () => {
    api.route('GET /api/lesson-type/1', () => ({ body: [greetingsLesson] }));
    window.history.replaceState(null, '', '#/lesson_type?open=1-lessons');
    open();
    const dialog = await screen.findByRole('dialog', { name: 'Vocabulary' });
    expect(await within(dialog).findByText('Greetings')).toBeTruthy();
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/lesson_type');
  });

  it('says when the type whose lessons the address names does not exist, above the list', async () => {
    window.history.replaceState(null, '', '#/lesson_type?open=99-lessons');
    open();
    expect(await screen.findByText('Lesson type not found')).toBeTruthy();
    expect(await screen.findByText('Reading')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('tells admins what was done with a type, where it is shown as where it is edited', async () => {
    api.route('GET /api/lesson-type/2', () => ({ body: [] }));
    api.route('GET /api/audit', () => ({ body: { data: [], total: 0 } }));
    renderView(LessonTypeList, 'lesson_type', { user: { ...testTeacher, role: 'admin' } });
    await screen.findByText('Reading');
    const openers = [() => chooseRowAction('Reading', 'View lessons'), () => clickButton('Edit Reading')];
    for (const open of openers) {
      await open();
      await clickButton('Activity', await screen.findByRole('dialog'));
      await waitFor(() => expect(api.sent('GET', '/api/audit').at(-1)).toBeDefined());
      const query = Object.fromEntries(api.sent('GET', '/api/audit').at(-1)?.query ?? []);
      expect(query).toMatchObject({ entity: 'lesson-type', entityId: '2' });
      await clickButton('Close');
    }
    expect(api.sent('GET', '/api/audit')).toHaveLength(2);
  });
});

describe('deleting a lesson type', () => {
  async function ask() {
    api.route('GET /api/lessons', ({ query }) =>
      query.get('lessonTypeId') === '1'
        ? { body: { lessons: [], total: 5 } }
        : errorResponse(400, { message: 'No' }),
    );
    // Quizzes are counted for a hundred lessons at a time.
    const ids = Array.from({ length: 105 }, (_, index) => ({ id: index + 1 }));
    api.route('GET /api/lesson-type/1', () => ({ body: ids }));
    api.route('GET /api/quizzes/count', ({ query }) => ({
      body: { total: query.get('lessonIds')?.split(',').length },
    }));
    open();
    await screen.findByText('Vocabulary');
    await chooseRowAction('Vocabulary', 'Delete');
    return screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
  }

  it('shows how many lessons are deleted with it, deletes, and shows a toast', async () => {
    api.route('DELETE /api/lesson-type/1', () => ({ body: { message: 'x', deleted: { lessons: 5 } } }));
    const dialog = await ask();
    expect(within(dialog).getByText(/delete this lesson type\?/)).toBeTruthy();
    expect(
      await within(dialog).findByText('5 lessons and 105 quizzes will be deleted as well.'),
    ).toBeTruthy();
    await clickButton('Delete', dialog);
    expect(await screen.findByText('Lesson type deleted successfully')).toBeTruthy();
    api.route('POST /api/deleted-lesson-types/1/restore', () => ({
      body: { ...vocabularyLessonType, restored: { lessons: 5 } },
    }));
    await clickButton('Undo');
    await screen.findByText('The lesson type “Vocabulary” and 5 lessons were restored');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('says when it cannot be', async () => {
    api.route('DELETE /api/lesson-type/1', () => ({ status: 500, body: {} }));
    const dialog = await ask();
    await clickButton('Delete', dialog);
    expect(await within(dialog).findByText('Failed to delete lesson type')).toBeTruthy();
  });
});
