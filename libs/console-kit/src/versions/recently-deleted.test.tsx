import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  paginate,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { type DeletedItem, mainLessons } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { RecentlyDeletedButton } from '../items/item-list.tsx';

const hourMs = 3_600_000;
const deleted = (id: number, change: Partial<DeletedItem> = {}): DeletedItem => ({
  id,
  title: `Course ${id}`,
  deletedAt: new Date(Date.now() - 2 * hourMs).toISOString(),
  deletedBy: { id: 1, name: 'Sokha Chan' },
  deletedWith: null,
  expiresAt: new Date(Date.now() + 29.5 * 24 * hourMs).toISOString(),
  ...change,
});

let api: FakeApi;
let items: DeletedItem[];

const View = () => (
  <RecentlyDeletedButton
    itemType="main lesson"
    itemsLabel="main lessons"
    endpoints={{ listDeleted: mainLessons.deleted.list, restoreDeleted: mainLessons.deleted.restore }}
    changes={[]}
  />
);

beforeEach(() => {
  resetBrowserState();
  items = [
    deleted(1),
    deleted(2, {
      deletedBy: null,
      deletedWith: { type: 'main-lesson', id: 9, title: 'First Words' },
      expiresAt: new Date(Date.now() + hourMs).toISOString(),
    }),
  ];
  api = fakeApi({
    'GET /api/deleted-main-lessons': ({ query }) => {
      const found = items.filter(({ title }) => title.includes(query.get('search') ?? ''));
      return { body: { data: paginate(found, query), total: found.length } };
    },
  });
});

async function open() {
  renderView(View, 'main_lessons');
  await clickButton('Recently deleted');
  const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' });
  await within(dialog).findByRole('table');
  return within(dialog);
}

it('shows what was deleted when, by whom and with what, and how long it can be restored', async () => {
  const dialog = await open();
  const [, first, second] = dialog.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toContain('Course 1');
  expect(first).toContain('2 hours ago');
  expect(first).toContain('by Sokha Chan');
  expect(first).toContain('30 days');
  expect(second).toContain('with the main lesson “First Words”');
  expect(second).toContain('Less than a day');
  expect(await axeViolations()).toEqual([]);
});

it('restores an item with what came back with it, and takes it off the list', async () => {
  const dialog = await open();
  api.route('POST /api/deleted-main-lessons/1/restore', () => {
    items = items.filter(({ id }) => id !== 1);
    return { body: { id: 1, title: 'Course 1', restored: { lessons: 12 } } };
  });
  await clickButton('Restore Course 1');
  expect(await screen.findByText('The main lesson “Course 1” and 12 lessons were restored')).toBeTruthy();
  await waitFor(() => expect(dialog.queryByText('Course 1')).toBeNull());
});

it('says why an item cannot be restored', async () => {
  await open();
  const message = 'Restore “First Words” first';
  api.route('POST /api/deleted-main-lessons/2/restore', () => errorResponse(409, { message }));
  await clickButton('Restore Course 2');
  expect(await screen.findByText(message)).toBeTruthy();
});

it('is searched, and shows more as long as there are more', async () => {
  items = Array.from({ length: 16 }, (_, index) => deleted(index + 1));
  const dialog = await open();
  expect(dialog.queryByText('Course 16')).toBeNull();
  await clickButton('Show more');
  await dialog.findByText('Course 16');
  expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
  await fillField(dialog.getByRole('searchbox'), 'Nothing');
  expect(await dialog.findByText('Nothing matches your search.')).toBeTruthy();
});

it('says that nothing was deleted, and when the list could not be loaded', async () => {
  items = [];
  api.route('GET /api/deleted-main-lessons', () => errorResponse(503, { message: 'Not now' }));
  renderView(View, 'main_lessons');
  await clickButton('Recently deleted');
  await screen.findByText('The deleted main lessons could not be loaded');
  api.route('GET /api/deleted-main-lessons', () => ({ body: { data: [], total: 0 } }));
  await clickButton('Try again');
  expect(await screen.findByText('No deleted main lessons')).toBeTruthy();
});
