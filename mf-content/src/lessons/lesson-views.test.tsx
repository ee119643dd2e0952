import { fakeEventSource } from '@khmer-learning/console-kit/testing';
import {
  clickButton,
  type FakeApi,
  fillField,
  goBack,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import type { ListView } from '@khmer-learning/contracts';
import { axeViolations, columnHeaders } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildLessons, fakeContentApi } from '../testing/content-fixtures.ts';
import { LessonList } from './lesson-list.tsx';

const drafts: ListView = {
  ...{ id: 5, list: 'lessons', name: 'Drafts by title', isShared: true, owner: { id: 9, name: 'Dara Sok' } },
  ...{ search: '', filters: { status: 'draft' }, sort: 'title', limit: 15, columns: ['lesson', 'status'] },
  ...{ version: 3, updatedAt: '2026-05-04T03:42:00.000Z' },
};
const own: ListView = {
  ...drafts,
  id: 6,
  name: 'Mine',
  isShared: false,
  owner: { id: 1, name: 'Sokha Chan' },
};

let api: FakeApi;
const open = (hash = '#/lessons') => {
  window.history.replaceState(null, '', hash);
  return renderView(LessonList, 'lessons');
};
const serve = (views: ListView[], settings: object = {}) =>
  api.route('GET /api/list-views', () => ({ body: { views, settings } }));
const lastQuery = () => Object.fromEntries(api.sent('GET', '/api/lessons').at(-1)?.query ?? []);
/** A button once its code is loaded. */
const enabled = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name });
    expect(button.hasAttribute('disabled')).toBe(false);
    return button;
  });
const choose = async (button: string, item: string, role = 'menuitem') => {
  await userEvent.click(await enabled(button));
  await userEvent.click(await screen.findByRole(role, { name: item }));
};

beforeEach(() => {
  resetBrowserState();
  fakeEventSource();
  api = fakeContentApi();
});

describe('the saved views of a list', () => {
  it('are chosen from a menu, named by the address, and left by it', async () => {
    serve([drafts, own, { ...drafts, id: 7, list: 'quizzes', name: 'Of quizzes' }]);
    open();
    await choose('Views', 'Drafts by title · Dara Sok', 'menuitemradio');
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'draft', sort: 'title' }));
    expect(window.location.hash).toContain('view=5');
    expect(columnHeaders()).toEqual(['Select all', 'Lesson', 'Status', 'Actions']);
    await goBack();
    await userEvent.click(await enabled('Views'));
    expect(window.location.hash).toBe('#/lessons');
    expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      ...['Without a view', 'Drafts by title · Dara Sok', 'Mine'],
    ]);
  });

  it('are opened by an address or by default, and say when the list differs', async () => {
    serve([drafts, own], { lessons: { view: own.id } });
    const { unmount } = open('#/lessons?view=5');
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'draft' }));
    await selectOption('Level', 'Beginner');
    await userEvent.click(await screen.findByRole('button', { name: 'Drafts by title (changed)' }));
    // It is somebody else's.
    expect(screen.queryByRole('menuitem', { name: 'Save view' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Undo changes of the view' }));
    await enabled('Drafts by title');
    expect(window.location.hash).toBe('#/lessons?view=5&status=draft&sort=title');
    unmount();
    resetBrowserState();
    open();
    expect(await screen.findByRole('button', { name: 'Mine' })).toBeTruthy();
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'draft' }));
    await clickButton('Clear filters');
    await enabled('Views');
    expect(window.location.hash).toBe('#/lessons?view=0&sort=title');
  });

  it('are saved, changed, made the default and deleted', async () => {
    const saved = { ...own, filters: { level: 'Beginner' }, sort: null, columns: null };
    api.route('POST /api/list-views', () => ({ body: saved }));
    api.route('PATCH /api/list-views/6', ({ body }) => ({
      body: { ...saved, ...(body as object), version: 4 },
    }));
    api.route('PUT /api/list-settings/lessons', ({ body }) => ({ body }));
    api.route('DELETE /api/list-views/6', () => ({ body: { message: 'View deleted successfully' } }));
    open('#/lessons?level=Beginner');
    await choose('Views', 'Save as new view…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as new view' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Name is required')).toBeTruthy();
    await fillField(dialog.getByRole('textbox', { name: /Name/ }), 'Mine');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Share with the team' }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Mine' });
    expect(api.sent('POST', '/api/list-views')[0]?.body).toEqual({
      ...{ list: 'lessons', name: 'Mine', isShared: true },
      ...{ search: '', filters: { level: 'Beginner' }, sort: null, limit: 15, columns: null },
    });
    await selectOption('Level', 'Advanced');
    await choose('Mine (changed)', 'Save view');
    await screen.findByRole('button', { name: 'Mine' });
    const [patch] = api.sent('PATCH', '/api/list-views/6');
    expect(patch?.headers.get('If-Match')).toBe('"3"');
    expect(patch?.body).toMatchObject({ filters: { level: 'Advanced' } });
    await choose('Mine', 'Open the list with this view');
    await waitFor(() => expect(api.sent('PUT', '/api/list-settings/lessons')[0]?.body).toEqual({ view: 6 }));
    await choose('Mine', 'Delete view');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }));
    await enabled('Views');
    expect(window.location.hash).toBe('#/lessons?view=0');
    // It is read once.
    expect(api.sent('GET', '/api/list-views')).toHaveLength(1);
  });
});

it('shows the columns that a person chooses, in their order, and keeps them for the next time', async () => {
  api.route('PUT /api/list-settings/lessons', ({ body }) => ({ body }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
  expect(dialog.getByRole('checkbox', { name: 'Lesson' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Level' }));
  const up = () => dialog.getByRole('button', { name: 'Move Status up' });
  up().focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(up()));
  await userEvent.keyboard('{Enter}');
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(columnHeaders()).toEqual([
    'Select all',
    'Lesson',
    'Status',
    'Main Lesson',
    'Type',
    'Updated',
    'Actions',
  ]);
  await waitFor(() =>
    expect(api.sent('PUT', '/api/list-settings/lessons')[0]?.body).toEqual({
      columns: ['lesson', 'status', 'course', 'type', 'updated'],
    }),
  );
});

it('selects all lessons that match, by pages of a hundred', async () => {
  const all = buildLessons(230);
  api.route('GET /api/lessons', ({ query }) => ({
    body: { lessons: paginate(all, query), total: all.length },
  }));
  open('#/lessons?level=Beginner');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await clickButton('Select all 230');
  expect(await screen.findByText('230 lessons selected')).toBeTruthy();
  const pages = api.sent('GET', '/api/lessons').filter(({ query }) => query.get('limit') === '100');
  expect(pages.map(({ query }) => [query.get('offset'), query.get('level'), query.get('sections')])).toEqual([
    ...['0', '100', '200'].map((offset) => [offset, 'Beginner', 'false']),
  ]);
  expect(screen.queryByRole('button', { name: /Select all 230/ })).toBeNull();
});
