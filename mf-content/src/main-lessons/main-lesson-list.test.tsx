import {
  chooseRowAction,
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  goBack,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations, columnHeaders } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
    expect(columnHeaders()).toEqual(['Image cover', 'Main Lesson', 'Status', 'Price', 'Update', 'Actions']);
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
    await chooseRowAction('First Words', 'View lessons');
    const dialog = screen.getByRole('dialog', { name: 'First Words' });
    expect(await within(dialog).findByText('Greetings')).toBeTruthy();
  });

  it('is named by the address, which opens it, and Back closes it', async () => {
    window.history.replaceState(null, '', '#/main_lessons?open=1-lessons');
    open();
    expect(await screen.findByRole('dialog', { name: 'First Words' })).toBeTruthy();
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/main_lessons');
    await chooseRowAction('First Words', 'View lessons');
    expect(window.location.hash).toBe('#/main_lessons?open=1-lessons');
    await clickButton('Close');
    await clickButton('Edit First Words');
    await screen.findByRole('dialog', { name: 'Edit Main Lesson' });
    expect(window.location.hash).toBe('#/main_lessons?open=1-form');
  });

  it('says when the one that the address names does not exist, above the list', async () => {
    api.route('GET /api/main-lessons/99', () => errorResponse(404, { message: 'Main lesson not found' }));
    window.history.replaceState(null, '', '#/main_lessons?open=99-lessons');
    open();
    expect(await screen.findByText('Main lesson not found')).toBeTruthy();
    expect(await screen.findByText('First Words')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when it has none, or why they are not there', async () => {
    api.route('GET /api/main-lessons-details/1', () => errorResponse(503, { message: 'Not now' }));
    open();
    await screen.findByText('First Words');
    await chooseRowAction('First Words', 'View lessons');
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
    await chooseRowAction('English for Work', 'Delete');
    return screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
  }

  it.each([
    [12, { total: 30 }, '12 lessons and 30 quizzes will be deleted as well.'],
    [12, { total: 1 }, '12 lessons and 1 quiz will be deleted as well.'],
    [12, { total: 1000, isMinimum: true }, '12 lessons and more than 1,000 quizzes will be deleted as well.'],
    [1, { total: 0 }, '1 lesson without quizzes will be deleted as well.'],
    [0, { total: 0 }, 'It has no lessons.'],
  ])('with %i lessons and %j quizzes says so', async (lessons, quizzes, sentence) => {
    api.route('GET /api/quizzes/count', ({ query }) =>
      query.toString() === 'mainLessonId=2' ? { body: quizzes } : errorResponse(400, { message: 'x' }),
    );
    const dialog = await ask(lessons);
    expect(await within(dialog).findByText(sentence, { exact: false })).toBeTruthy();
    expect(
      within(dialog).getByText(
        'Are you sure you want to delete this main lesson? This will permanently remove all content and associated data.',
      ),
    ).toBeTruthy();
    expect(within(dialog).getByText('English for Work')).toBeTruthy();
  });

  it('says that lessons or quizzes go with it when they cannot be counted', async () => {
    const notNow = () => errorResponse(503, { message: 'Not now' });
    api.route('GET /api/quizzes/count', notNow);
    const dialog = await ask(3);
    const sentence =
      '3 lessons and their quizzes will be deleted as well. It is not known how many quizzes there are.';
    await within(dialog).findByText(sentence, { exact: false });
    await clickButton('Cancel', dialog);
    api.route('GET /api/lessons', notNow);
    await chooseRowAction('English for Work', 'Delete');
    expect(
      await screen.findByText(/^All its lessons and their quizzes will be deleted as well\. It is not known/),
    ).toBeTruthy();
  });

  it.each([
    [{ learners: 5, paid: 4995 }, '5 learners have paid $49.95 for it, less refunds, and will lose access.'],
    [{ learners: 1 }, '1 learner has paid for it and will lose access.'],
    [
      { learners: 9000, paid: 1_000_000, isMinimum: true },
      'At least 9,000 learners have paid at least $10,000.00 for it, less refunds, and will lose access.',
    ],
    [null, 'It is not known how many learners have paid for it.'],
  ])('that learners have paid for (%j) is confirmed by its title', async (sales, sentence) => {
    let respond = () => {};
    api.route(
      'GET /api/main-lessons/2/sales',
      () =>
        new Promise((resolve) => {
          respond = () => resolve(sales ? { body: sales } : errorResponse(503, { message: 'Not now' }));
        }),
    );
    api.route('DELETE /api/main-lesson/2', () => ({ body: { message: 'x', deleted: { lessons: 3 } } }));
    const dialog = await ask(3);
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await within(dialog).findByText(/Counting the learners who have paid/);
    expect(button.disabled).toBe(true);
    await act(async () => respond());
    expect(await within(dialog).findByText(sentence, { exact: false })).toBeTruthy();
    expect(button.disabled).toBe(true);
    const field = within(dialog).getByLabelText('Type its title to confirm');
    await userEvent.type(field, 'English for');
    expect(button.disabled).toBe(true);
    await userEvent.type(field, ' Work\u200B ');
    expect(button.disabled).toBe(false);
    expect(await axeViolations(dialog)).toEqual([]);
    await clickButton('Delete', dialog);
    expect(await screen.findByText('Main Lesson deleted successfully')).toBeTruthy();
  });

  it('uses the path of the contract and says that it is done', async () => {
    api.route('DELETE /api/main-lesson/2', () => ({ body: { message: 'x', deleted: { lessons: 3 } } }));
    const dialog = await ask(3);
    await within(dialog).findByText(/No learner has paid for it/);
    await clickButton('Delete', dialog);
    expect(await screen.findByText('Main Lesson deleted successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('says when it is not', async () => {
    api.route('DELETE /api/main-lesson/2', () => ({ status: 500, body: {} }));
    const dialog = await ask(3);
    await within(dialog).findByText(/No learner has paid for it/);
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
    await chooseRowAction('Words 4', 'Duplicate');
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
    await chooseRowAction('First Words', 'Duplicate');
    expect(await screen.findByText('Failed to duplicate main lesson')).toBeTruthy();
  });
});
