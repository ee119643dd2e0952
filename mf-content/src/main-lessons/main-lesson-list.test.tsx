import {
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeContentApi, firstWordsMainLesson, greetingsLesson } from '../testing/content-fixtures.ts';
import { MainLessonList } from './main-lesson-list.tsx';

const open = () => renderView(MainLessonList, 'main_lessons');
let api: FakeApi;

const lastQuery = () => Object.fromEntries(api.sent('GET', '/api/main-lessons').at(-1)?.query ?? []);

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
});

describe('the list of main lessons', () => {
  it('shows cover, title, status, price and day of change', async () => {
    open();
    const paid = await screen.findByRole('row', { name: /English for Work/ });
    expect(paid.querySelector('img')?.getAttribute('src')).toBe('/uploads/cover-work.png?w=160');
    expect(within(paid).getByText('$9.99')).toBeTruthy();
    expect(within(paid).getByText('Draft')).toBeTruthy();
    expect(within(paid).getByText('May 4, 2026')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /First Words/ })).getByText('Free')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Image cover',
      'Main Lesson',
      'Status',
      'Price',
      'Update',
      'Actions',
    ]);
  });

  it('is filtered, searched and paged by the service', async () => {
    const many = Array.from({ length: 17 }, (_, index) => ({ ...firstWordsMainLesson, id: index + 1 }));
    api.route('GET /api/main-lessons', ({ query }) => ({
      body: { mainLessons: paginate(many, query), total: many.length },
    }));
    const { user } = open();
    expect(await screen.findByText('Showing 1 to 15 of 17 main lessons')).toBeTruthy();
    await clickButton('Next');
    expect(await screen.findByText('Showing 16 to 17 of 17 main lessons')).toBeTruthy();
    await selectOption('Status', 'Published');
    await user.type(screen.getByRole('searchbox', { name: 'Search main lessons' }), 'words');
    await waitFor(() =>
      expect(lastQuery()).toEqual({ limit: '15', offset: '0', status: 'published', search: 'words' }),
    );
  });

  it('says when there is none, and when none matches', async () => {
    api.route('GET /api/main-lessons', () => ({ body: { mainLessons: [], total: 0 } }));
    open();
    expect(await screen.findByText('No main lessons found')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Main Lesson' })).toBeTruthy();
    await selectOption('Status', 'Draft');
    expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeTruthy();
    expect(screen.getByText('No main lessons found')).toBeTruthy();
  });

  it('shows what went wrong', async () => {
    api.route('GET /api/main-lessons', () =>
      errorResponse(503, { message: 'Content is not available right now' }),
    );
    open();
    expect(await screen.findByText('Main lessons could not be loaded')).toBeTruthy();
  });

  it('opens the form from the header and from a row', async () => {
    open();
    await screen.findByText('First Words');
    await clickHeaderAction();
    expect(await screen.findByRole('dialog', { name: 'Create New Main Lesson' })).toBeTruthy();
    await clickButton('Close');
    await clickButton('Edit First Words');
    expect(await screen.findByRole('dialog', { name: 'Edit Main Lesson' })).toBeTruthy();
  });
});

describe('viewing a main lesson', () => {
  it('lists its lessons', async () => {
    api.route('GET /api/main-lessons-details/1', () => ({ body: [greetingsLesson] }));
    open();
    await screen.findByText('First Words');
    await clickButton('View First Words');
    const dialog = screen.getByRole('dialog', { name: 'First Words' });
    expect(await within(dialog).findByText('Greetings')).toBeTruthy();
  });

  it('says when it has none, or why they are not there', async () => {
    api.route('GET /api/main-lessons-details/1', () => errorResponse(503, { message: 'Not now' }));
    open();
    await screen.findByText('First Words');
    await clickButton('View First Words');
    expect(await screen.findByText('Lessons could not be loaded')).toBeTruthy();
    api.route('GET /api/main-lessons-details/1', () => ({ body: [] }));
    await clickButton('Try again');
    expect(await screen.findByText('No lessons found')).toBeTruthy();
  });
});

describe('deleting a main lesson', () => {
  async function ask(lessons: number) {
    api.route('GET /api/lessons', ({ query }) =>
      query.get('mainLessonId') === '2' && query.get('limit') === '1'
        ? { body: { lessons: [], total: lessons } }
        : errorResponse(400, { message: 'Asked for something else' }),
    );
    open();
    await screen.findByText('English for Work');
    await clickButton('Delete English for Work');
    return screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
  }

  it.each([
    [12, '12 lessons and their quizzes will be deleted as well.'],
    [1, '1 lesson and its quizzes will be deleted as well.'],
    [0, 'It has no lessons.'],
  ])('with %i lessons says so', async (lessons, sentence) => {
    const dialog = await ask(lessons);
    expect(await within(dialog).findByText(sentence)).toBeTruthy();
    expect(
      within(dialog).getByText(
        'Are you sure you want to delete this main lesson? This will permanently remove all content and associated data.',
      ),
    ).toBeTruthy();
    expect(within(dialog).getByText('English for Work')).toBeTruthy();
  });

  it('says that all lessons are deleted when they cannot be counted', async () => {
    const dialog = await ask(3);
    await within(dialog).findByText(/3 lessons/);
    await clickButton('Cancel', dialog);
    api.route('GET /api/lessons', () => errorResponse(503, { message: 'Not now' }));
    await clickButton('Delete English for Work');
    expect(await screen.findByText('All its lessons will be deleted as well.')).toBeTruthy();
  });

  it('uses the path of the contract and says that it is done', async () => {
    api.route('DELETE /api/main-lesson/2', () => ({ body: { message: 'x', deleted: { lessons: 3 } } }));
    await clickButton('Delete', await ask(3));
    expect(await screen.findByText('Main Lesson deleted successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('says when it is not', async () => {
    api.route('DELETE /api/main-lesson/2', () => ({ status: 500, body: {} }));
    const dialog = await ask(3);
    await clickButton('Delete', dialog);
    expect(await within(dialog).findByText('Failed to delete main lesson')).toBeTruthy();
  });
});

describe('duplicating a main lesson', () => {
  const copy = { ...firstWordsMainLesson, id: 3, title: 'First Words (copy)', status: 'draft' as const };

  it('says what the copy is called and shows where it is', async () => {
    const many = Array.from({ length: 17 }, (_, index) => ({
      ...firstWordsMainLesson,
      id: 20 - index,
      title: `Words ${20 - index}`,
    }));
    let rows = many;
    api.route('GET /api/main-lessons', ({ query }) => ({
      body: { mainLessons: paginate(rows, query), total: rows.length },
    }));
    api.route('POST /api/main-lessons/4/duplicate', () => {
      rows = [copy, ...many];
      return { status: 201, body: copy };
    });
    open();
    await screen.findByText('Words 20');
    await clickButton('Next');
    await screen.findByText('Words 4');
    await clickButton('Duplicate Words 4');
    expect(
      await screen.findByText('Main Lesson duplicated successfully: “First Words (copy)” is a draft'),
    ).toBeTruthy();
    expect(await screen.findByRole('row', { name: /First Words \(copy\)/ })).toBeTruthy();
    expect(screen.getByText('Showing 1 to 15 of 18 main lessons')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when it cannot be', async () => {
    api.route('POST /api/main-lessons/1/duplicate', () => ({ status: 500, body: {} }));
    open();
    await screen.findByText('First Words');
    await clickButton('Duplicate First Words');
    expect(await screen.findByText('Failed to duplicate main lesson')).toBeTruthy();
  });
});
