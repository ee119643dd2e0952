import {
  chooseRowAction,
  clickButton,
  errorResponse,
  type FakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { LessonSummary } from '@khmer-learning/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildLessons, fakeContentApi, firstWordsMainLesson } from '../testing/content-fixtures.ts';
import { MainLessonList } from './main-lesson-list.tsx';

let api: FakeApi;
const button = (name: string) => screen.getByRole('button', { name });
const threeMainLessons = ['One', 'Two', 'Three'].map((title, index) => ({
  ...firstWordsMainLesson,
  id: index + 1,
  title,
}));
/** The titles of the rows, in order. */
const titles = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('button', { name: /^Drag / })
    .map((handle) => handle.getAttribute('aria-label')?.replace('Drag ', ''));
const moves = (id: number) => api.sent('PATCH', `/api/main-lessons/${id}/position`).map(({ body }) => body);

/** Serves main lessons in the catalogue order that was last passed to `store`. */
function serveCatalogue(stored = threeMainLessons) {
  let order = stored;
  api.route('GET /api/main-lessons', ({ query }) => ({
    body: {
      mainLessons: query.get('order') === 'catalogue' ? order : stored,
      total: stored.length,
    },
  }));
  return {
    store: (ids: readonly number[]) => {
      order = ids.flatMap((id) => stored.filter((lesson) => lesson.id === id));
    },
  };
}

async function openOrder() {
  renderView(MainLessonList, 'main_lessons');
  await screen.findByText('One');
  await clickButton('Catalogue order');
  await screen.findByRole('dialog', { name: 'Catalogue order' });
  await screen.findByRole('button', { name: 'Drag One' });
}

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
});

describe('the order of the catalogue', () => {
  it('shows every main lesson as learners find them, and asks for no page', async () => {
    serveCatalogue().store([2, 3, 1]);
    await openOrder();
    expect(titles()).toEqual(['Two', 'Three', 'One']);
    const asked = api.sent('GET', '/api/main-lessons').find(({ query }) => query.has('order'));
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ order: 'catalogue' });
    expect(button('Move Two up')).toHaveProperty('disabled', true);
    expect(button('Move One down')).toHaveProperty('disabled', true);
  });

  it('shows a move before it is saved, keeps the focus and announces the new position', async () => {
    const catalogue = serveCatalogue();
    let answer = () => {};
    api.route('PATCH /api/main-lessons/1/position', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      catalogue.store([2, 1, 3]);
      return { body: threeMainLessons[0] };
    });
    await openOrder();
    await clickButton('Move One down');
    expect(titles()).toEqual(['Two', 'One', 'Three']);
    expect(document.activeElement).toBe(button('Move One down'));
    expect(screen.getByText('One moved to position 2 of 3.')).toBeTruthy();
    await waitFor(() => expect(moves(1)).toEqual([{ afterId: 2 }]));
    await act(async () => answer());
    await waitFor(() =>
      expect(api.sent('GET', '/api/main-lessons').filter(({ query }) => query.has('order'))).toHaveLength(2),
    );
    expect(titles()).toEqual(['Two', 'One', 'Three']);
  });

  it('saves quick moves one at a time, in order', async () => {
    const catalogue = serveCatalogue();
    const answers: (() => void)[] = [];
    api.route('PATCH /api/main-lessons/3/position', async ({ body }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      catalogue.store((body as { afterId: number | null }).afterId === null ? [3, 1, 2] : [1, 3, 2]);
      return { body: threeMainLessons[2] };
    });
    await openOrder();
    await clickButton('Move Three up');
    await clickButton('Move Three up');
    expect(titles()).toEqual(['Three', 'One', 'Two']);
    expect(document.activeElement).toBe(button('Move Three down'));
    await waitFor(() => expect(moves(3)).toEqual([{ afterId: 1 }]));
    await act(async () => answers[0]?.());
    await waitFor(() => expect(moves(3)).toEqual([{ afterId: 1 }, { afterId: null }]));
    expect(titles()).toEqual(['Three', 'One', 'Two']);
    await act(async () => answers[1]?.());
    expect(titles()).toEqual(['Three', 'One', 'Two']);
  });

  it('reverts a move that cannot be saved, and shows an error', async () => {
    serveCatalogue();
    api.route('PATCH /api/main-lessons/1/position', () => ({ status: 500, body: {} }));
    await openOrder();
    await clickButton('Move One down');
    expect(await screen.findByText('Failed to move main lesson')).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['One', 'Two', 'Three']));
  });

  it('shows why a move was refused, and continues with the next', async () => {
    const catalogue = serveCatalogue();
    api.route('PATCH /api/main-lessons/1/position', () =>
      errorResponse(404, { message: 'Main lesson not found' }),
    );
    api.route('PATCH /api/main-lessons/3/position', () => {
      catalogue.store([1, 3, 2]);
      return { body: threeMainLessons[2] };
    });
    await openOrder();
    await clickButton('Move One down');
    await clickButton('Move Three up');
    expect(await screen.findByText('Main lesson not found')).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['One', 'Three', 'Two']));
  });

  it('shows the empty state and the reason for a load failure', async () => {
    renderView(MainLessonList, 'main_lessons');
    await screen.findByText('First Words');
    api.route('GET /api/main-lessons', () =>
      errorResponse(503, { message: 'Content is not available right now' }),
    );
    await clickButton('Catalogue order');
    expect(await screen.findByText('Main lessons could not be loaded')).toBeTruthy();
    api.route('GET /api/main-lessons', () => ({ body: { mainLessons: [], total: 0 } }));
    await clickButton('Try again');
    expect(await screen.findByText('No main lessons found')).toBeTruthy();
  });
});

describe('the order of lessons in a main lesson', () => {
  const lessons: LessonSummary[] = buildLessons(3);

  it('changes by buttons and is saved for the lesson', async () => {
    const [last, middle, first] = lessons;
    let stored = lessons;
    api.route('GET /api/main-lessons-details/1', () => ({ body: stored }));
    api.route('PATCH /api/lessons/2/position', () => {
      stored = [middle, last, first] as LessonSummary[];
      return { body: middle };
    });
    renderView(MainLessonList, 'main_lessons');
    await screen.findByText('First Words');
    await chooseRowAction('First Words', 'View lessons');
    await screen.findByRole('button', { name: 'Drag Lesson 3' });
    expect(screen.getByRole('list', { name: 'Lessons' })).toBeTruthy();
    await clickButton('Move Lesson 2 up');
    expect(titles()).toEqual(['Lesson 2', 'Lesson 3', 'Lesson 1']);
    await waitFor(() =>
      expect(api.sent('PATCH', '/api/lessons/2/position').map(({ body }) => body)).toEqual([
        { afterId: null },
      ]),
    );
  });

  it('says when a lesson cannot be moved', async () => {
    api.route('GET /api/main-lessons-details/1', () => ({ body: lessons }));
    api.route('PATCH /api/lessons/2/position', () => ({ status: 500, body: {} }));
    renderView(MainLessonList, 'main_lessons');
    await screen.findByText('First Words');
    await chooseRowAction('First Words', 'View lessons');
    await screen.findByRole('button', { name: 'Drag Lesson 3' });
    await clickButton('Move Lesson 2 up');
    expect(await screen.findByText('Failed to move lesson')).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['Lesson 3', 'Lesson 2', 'Lesson 1']));
  });
});
