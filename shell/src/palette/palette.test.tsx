import {
  type Command,
  type RemoteManifest,
  type SearchSource,
  useAddressedItem,
  useFindText,
  useIntent,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import type { SessionUser } from '@khmer-learning/contracts';
import { Dialog } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { contentManifest } from '../testing/content-manifest.ts';
import {
  admin,
  emptyStats,
  errorResponse,
  type FakeGateway,
  type FakeGatewayResponse,
  installFakeGateway,
  teacher,
} from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';
import { matchesWords } from './palette-options.tsx';

jest.mock('../page/load-page.ts', () => ({ loadPage: jest.fn(), reloadPage: jest.fn() }));

const searchSources: SearchSource[] = [
  {
    id: 'lessons',
    order: 10,
    label: 'Lessons',
    icon: 'book',
    path: '/api/lessons',
    suggestsSearch: true,
    matchesSearch: true,
    items: 'lessons',
    title: '{title}',
    detail: '{level} · {lessonType.title}',
    view: 'lessons',
  },
  {
    id: 'words',
    order: 20,
    label: 'Words',
    icon: 'file',
    path: '/api/words',
    items: 'words',
    title: '{english} [{phonemic}] : {khmer}',
    detail: 'in {lessonTitle}',
    view: 'lessons',
    item: 'lessonId',
    find: 'find',
  },
  {
    id: 'users',
    order: 30,
    roles: ['admin'],
    label: 'Users',
    icon: 'users',
    path: '/api/users',
    title: '{firstName} {lastName}',
    view: 'users',
  },
];
const commands: Command[] = [
  {
    id: 'create-lesson',
    order: 10,
    label: 'Create Lesson',
    icon: 'book',
    view: 'lessons',
    intent: 'create',
  },
  {
    id: 'new-user',
    order: 20,
    label: 'New User',
    icon: 'users',
    view: 'users',
    intent: 'create',
  },
];
const manifest: RemoteManifest = { ...contentManifest, searchSources, commands };
const remote = { name: 'content', entry: '/remotes/content/mf-manifest.json', manifest };

function Lessons() {
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  useAddressedItem(opened === 'new' ? null : opened, setOpened);
  useIntent('create', () => setOpened('new'));
  return opened === null ? <p>The lessons</p> : <LessonForm name={`Lesson ${opened}`} key={opened} />;
}

function LessonForm({ name }: { name: string }) {
  const [title, setTitle] = useState('');
  const find = useFindText();
  useUnsavedChangesGuard(title !== '');
  return (
    <Dialog open onOpenChange={() => {}} title={name}>
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <p>finds {find ?? 'nothing'}</p>
    </Dialog>
  );
}

let gateway: FakeGateway;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  gateway.on('GET /remotes.json', { body: { remotes: [remote] } });
});

const lesson = (id: number, title: string) => ({
  id,
  title,
  level: 'Beginner',
  lessonType: { title: 'Vocabulary' },
});
const water = {
  lessonId: 12,
  lessonTitle: 'At the market',
  english: 'water',
  phonemic: 'tɨk',
  khmer: 'ទឹក',
  find: 'ទឹក',
};

/** Sets the answers to a search; the sources that are not named find nothing. */
function answer(
  search: string,
  found: { lessons?: object[]; words?: object[]; users?: object[] | FakeGatewayResponse },
): void {
  const call = (path: string) => `GET ${path}?${new URLSearchParams({ search, limit: '5' })}`;
  gateway.on(call('/api/lessons'), { body: { lessons: found.lessons ?? [], total: 0 } });
  gateway.on(call('/api/words'), { body: { words: found.words ?? [] } });
  const { users = [] } = found;
  gateway.on(call('/api/users'), Array.isArray(users) ? { body: users } : users);
}

const palette = () => screen.findByRole('dialog', { name: 'Search everything' });
const input = () => screen.getByRole('combobox', { name: 'Search for lessons, words, views and actions' });
const option = (name: string | RegExp) => screen.findByRole('option', { name });
const shownOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const highlighted = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '');

async function openConsole(user: SessionUser = admin): Promise<void> {
  gateway.on('GET /api/auth/session', { body: { user } });
  renderApp({ loadExposed: async () => exposedModule({ views: { lessons: async () => Lessons } }) });
  await screen.findByRole('link', { name: 'Lessons' });
}

async function openPalette(user: SessionUser = admin): Promise<void> {
  await openConsole(user);
  await userEvent.keyboard('{Control>}k{/Control}');
  await palette();
}

it('opens by Ctrl+K, by Cmd+K and by the button, and closes by Esc', async () => {
  await openConsole();
  for (const open of [
    () => userEvent.keyboard('{Control>}k{/Control}'),
    () => userEvent.keyboard('{Meta>}k{/Meta}'),
    () => userEvent.click(screen.getByRole('button', { name: 'Search everything' })),
  ]) {
    await open();
    await palette();
    await waitFor(() => expect(document.activeElement).toBe(input()));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('finds a Khmer word in a name whose compounds are joined', () => {
  expect(matchesWords('ផ្ទាំងគ្រប់\u2060គ្រង', 'គ្រប់គ្រង')).toBe(true);
  expect(matchesWords('ផ្ទាំងគ្រប់\u2060គ្រង', 'គ្រូ')).toBe(false);
});

it('opens by the K key of a Khmer keyboard', async () => {
  await openConsole();
  fireEvent.keyDown(document.body, { key: 'ក', code: 'KeyK', ctrlKey: true });
  expect(await palette()).toBeTruthy();
});

it('stays closed when something on the page has used the keys', async () => {
  await openConsole();
  const use = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', use);
  await userEvent.keyboard('{Control>}k{/Control}');
  document.body.removeEventListener('keydown', use);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers views and actions before anything is typed, without a call', async () => {
  await openPalette();
  expect(shownOptions()).toEqual([
    'Dashboard',
    'Main Lessons',
    'Lessons',
    'Users',
    'API Settings',
    'Console health',
    'Create Lesson',
    'New User',
    'Use light appearance',
    'Use dark appearance',
    'Log out',
  ]);
  expect(gateway.calls.filter((call) => call.includes('search='))).toEqual([]);
  expect(await axeViolations(document.body)).toEqual([]);
});

it('finds by the nearest words what nothing has by those that were typed, and says so', async () => {
  answer('docter', {});
  answer('doctor', { lessons: [lesson(3, 'At the doctor')] });
  const suggestion = new URLSearchParams({ search: 'docter' });
  gateway.on(`GET /api/lessons/search-suggestion?${suggestion}`, { body: { searchFor: 'doctor' } });
  await openPalette();
  await userEvent.type(input(), 'docter');
  const group = await screen.findByRole('group', { name: 'Lessons with doctor' });
  expect(within(group).getByRole('option').textContent).toBe('At the doctorBeginner · Vocabulary');
});

it('finds items, views and actions together, and opens a view by the keyboard', async () => {
  answer('les', { lessons: [lesson(3, 'Less and more')] });
  await openPalette();
  await userEvent.type(input(), 'les');
  await option(/Less and more/);
  const group = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect([group('Views'), group('Actions'), group('Lessons')]).toEqual([
    ['Main Lessons', 'Lessons'],
    ['Create Lesson'],
    ['Less and moreBeginner · Vocabulary'],
  ]);
  expect(highlighted()?.textContent).toBe('Main Lessons');
  await userEvent.keyboard('{ArrowDown}');
  expect(highlighted()?.textContent).toBe('Lessons');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('The lessons')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('lands on a word: its lesson opens with the text to find, in Khmer too', async () => {
  answer('ទឹក', { words: [water] });
  await openPalette();
  await userEvent.type(input(), 'ទឹក');
  const found = await option(/water \[tɨk\] : ទឹក/);
  expect(found.textContent).toBe('water [tɨk] : ទឹកin At the market');
  expect(found.querySelector('[lang="km"]')).not.toBeNull();
  await waitFor(() => expect(highlighted()).toBe(found));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Lesson 12' })).toBeTruthy();
  expect(await screen.findByText('finds ទឹក')).toBeTruthy();
});

it('shows the line by which a search finds a lesson, and opens the lesson there', async () => {
  answer('riv', { lessons: [lesson(3, 'Outside'), lesson(4, 'By the river')] });
  const matches = new URLSearchParams({ search: 'riv', ids: '3,4' });
  gateway.on(`GET /api/lessons/search-matches?${matches}`, {
    body: { data: [{ id: 3, text: 'A river : ទន្លេ', places: [{ start: 2, end: 5 }] }] },
  });
  await openPalette();
  await userEvent.type(input(), 'riv');
  expect((await option(/By the river/)).textContent).toBe('By the riverBeginner · Vocabulary');
  await userEvent.click(await option('Outside A river : ទន្លេ'));
  expect(await screen.findByRole('dialog', { name: 'Lesson 3' })).toBeTruthy();
  expect(await screen.findByText('finds riv')).toBeTruthy();
});

it('chooses the word that was typed before lessons that only contain it, and waits for it', async () => {
  let release = (_: FakeGatewayResponse) => {};
  answer('ទឹក', { lessons: [lesson(3, 'At the river'), lesson(4, 'ទឹកភ្លៀង')] });
  gateway.on(
    `GET /api/words?${new URLSearchParams({ search: 'ទឹក', limit: '5' })}`,
    () => new Promise((done) => (release = done)),
  );
  await openPalette();
  await userEvent.type(input(), 'ទឹក');
  await option(/At the river/);
  expect(highlighted()).toBeNull();
  release({ body: { words: [{ ...water, khmer: 'ទឹក\u200B' }] } });
  await waitFor(() => expect(highlighted()?.textContent).toContain('water [tɨk]'));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Lesson 12' })).toBeTruthy();
  expect(await screen.findByText('finds ទឹក')).toBeTruthy();
});

it('shows values in the words of the manifest, and leaves out what an item does not have', async () => {
  const statuses = { partially_refunded: { en: 'Partially refunded', km: 'សងវិញខ្លះ' } };
  const purchases: SearchSource = {
    id: 'purchases',
    order: 40,
    label: 'Purchases',
    icon: 'receipt',
    path: '/api/purchases',
    title: '{userEmail}',
    detail: '{mainLessonTitle} · {paymentStatus}',
    values: { paymentStatus: statuses },
    view: 'lessons',
  };
  const withPurchases = { ...manifest, searchSources: [...searchSources, purchases] };
  gateway.on('GET /remotes.json', { body: { remotes: [{ ...remote, manifest: withPurchases }] } });
  answer('dara', {});
  const dara = { id: 1, userEmail: 'dara@khmer.local', paymentStatus: 'partially_refunded' };
  gateway.on('GET /api/purchases?search=dara&limit=5', {
    body: [
      { ...dara, mainLessonTitle: 'First Words' },
      { ...dara, id: 2, paymentStatus: 'new_at_provider' },
    ],
  });
  await openPalette();
  await userEvent.type(input(), 'dara');
  await option(/First Words/);
  expect(shownOptions()).toEqual([
    'dara@khmer.localFirst Words · Partially refunded',
    'dara@khmer.localnew_at_provider',
  ]);
});

it.each([
  ['its name', 'create les'],
  ['the button of its view', 'new les'],
])('finds an action by %s, and runs it in its view', async (_by, text) => {
  await openPalette();
  await userEvent.type(input(), text);
  await userEvent.click(await option('Create Lesson'));
  expect(await screen.findByRole('dialog', { name: 'Lesson new' })).toBeTruthy();
});

it('opens an item in a new tab by Ctrl+Enter and Ctrl+click, and stays open', async () => {
  answer('water', { words: [water] });
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  await openPalette();
  await userEvent.type(input(), 'water');
  await waitFor(async () => expect(highlighted()).toBe(await option(/water/)));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const user = userEvent.setup();
  await user.keyboard('{Control>}');
  await user.click(await option(/water/));
  await user.keyboard('{/Control}');
  const address = `#/lessons?open=12&find=${encodeURIComponent('ទឹក')}`;
  expect(opened.mock.calls).toEqual([
    [address, '_blank', 'noopener'],
    [address, '_blank', 'noopener'],
  ]);
  expect(await palette()).toBeTruthy();
  opened.mockRestore();
});

it('shows what was opened last before anything is typed, and only to who may still find it', async () => {
  answer('water', { words: [water], users: [{ id: 7, firstName: 'Water', lastName: 'Sok' }] });
  await openPalette();
  await userEvent.type(input(), 'water');
  await userEvent.click(await option(/water \[/));
  await screen.findByRole('dialog', { name: 'Lesson 12' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const recent = () => within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option');
  await palette();
  expect(recent().map(({ textContent }) => textContent)).toEqual(['water [tɨk] : ទឹកin At the market']);
  expect(localStorage.getItem('khmer-learning.recent-items.1')).toContain('water');
});

it('does not search, show or recall what a teacher may not see', async () => {
  const secret = { source: 'content/users', title: 'Water Sok', detail: '', item: 7, find: null };
  localStorage.setItem(`khmer-learning.recent-items.${teacher.id}`, JSON.stringify([secret]));
  answer('u', { lessons: [lesson(3, 'Umbrella')] });
  await openPalette(teacher);
  expect(shownOptions()).not.toEqual(expect.arrayContaining([expect.stringMatching(/Water|User|API/)]));
  await userEvent.type(input(), 'u');
  await option(/Umbrella/);
  expect(shownOptions()).not.toEqual(expect.arrayContaining([expect.stringContaining('User')]));
  expect(gateway.calls.some((call) => call.includes('/api/users'))).toBe(false);
});

it('shows the others when one type cannot be searched, and tries it again', async () => {
  answer('water', { words: [water], users: errorResponse(503, 'Users is not available') });
  await openPalette();
  await userEvent.type(input(), 'water');
  expect(await option(/water \[/)).toBeTruthy();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Users could not be searched.');
  expect(await axeViolations(document.body)).toEqual([]);
  answer('water', { words: [water], users: [{ id: 7, firstName: 'Water', lastName: 'Sok' }] });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await option('Water Sok')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('drops answers to an earlier text, and chooses nothing while a group above may still get results', async () => {
  let release = (_: FakeGatewayResponse) => {};
  answer('wat', { words: [water] });
  gateway.on('GET /api/lessons?search=wat&limit=5', () => new Promise((done) => (release = done)));
  answer('water', { lessons: [lesson(5, 'Waterfall')] });
  await openPalette();
  await userEvent.type(input(), 'wat');
  await option(/water \[/);
  expect(highlighted()).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(await palette()).toBeTruthy();
  await userEvent.type(input(), 'er');
  await option(/Waterfall/);
  release({ body: { lessons: [lesson(4, 'A stale lesson')] } });
  await waitFor(() => expect(highlighted()?.textContent).toContain('Waterfall'));
  expect(shownOptions()).toEqual(['WaterfallBeginner · Vocabulary']);
});

it('says that nothing was found', async () => {
  answer('xyz', {});
  await openPalette();
  await userEvent.type(input(), 'xyz');
  expect(await screen.findByText('Nothing found for “xyz”')).toBeTruthy();
  expect(screen.queryAllByRole('option')).toEqual([]);
});

it('opens above a form, which asks before its changes are lost and finds a word of its own lesson at once', async () => {
  answer('water', { words: [water], lessons: [lesson(13, 'Water and ice')] });
  await openConsole();
  window.history.replaceState(null, '', '#/lessons?open=12');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await screen.findByRole('dialog', { name: 'Lesson 12' });
  await userEvent.type(screen.getByLabelText('Title'), 'Unsaved');
  const choose = async (name: RegExp) => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await palette();
    await userEvent.type(input(), 'water');
    await userEvent.click(await option(name));
  };
  await choose(/water \[/);
  expect(await screen.findByText('finds ទឹក')).toBeTruthy();
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Unsaved');
  await choose(/Water and ice/);
  const leave = await screen.findByRole('button', { name: 'Leave' });
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog', { name: 'Search everything' })).toBeNull();
  await userEvent.click(leave);
  expect(await screen.findByRole('dialog', { name: 'Lesson 13' })).toBeTruthy();
});
