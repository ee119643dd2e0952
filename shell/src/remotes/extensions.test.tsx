import { FormPanels, ItemAuditLog, RowMenu, useListColumns } from '@khmer-learning/console-kit';
import type { Extension, ExtensionItem, RemoteManifest } from '@khmer-learning/console-sdk';
import { chooseRowAction, clickButton } from '@khmer-learning/console-sdk/testing';
import { DataTable } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contentManifest, contentRemote } from '../testing/content-manifest.ts';
import { admin, emptyStats, type FakeGateway, installFakeGateway, teacher } from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';
import type { LoadExposedModule } from './remote-loader.ts';

let gateway: FakeGateway;

const rows = [
  { id: 7, title: 'Greetings' },
  { id: 8, title: 'Numbers' },
];
const toItem = ({ id, title }: { id: number; title: string }) => ({ id, name: title });

/** A list and a form of one remote, as places for the extensions of others. */
function Lessons() {
  const addedColumns = useListColumns('lesson', rows, toItem);
  return (
    <>
      <DataTable
        caption="Lessons"
        columns={[{ id: 'title', header: 'Title', cell: ({ title }) => title }, ...addedColumns]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        empty={null}
        actions={(lesson) => (
          <RowMenu name={lesson.title} extensions={{ entity: 'lesson', item: toItem(lesson) }} />
        )}
      />
      <FormPanels entity="lesson" item={{ id: 7, name: 'Greetings' }} />
      <ItemAuditLog entity="lesson" entityId={7} />
    </>
  );
}

const extensions: Extension[] = [
  { point: 'row-action', id: 'plays', order: 1, entity: 'lesson', label: 'Plays', icon: 'chart' },
  {
    point: 'row-action',
    id: 'reset',
    order: 2,
    entity: 'lesson',
    label: 'Reset',
    icon: 'quiz',
    roles: ['admin'],
  },
  { point: 'row-action', id: 'other', order: 3, entity: 'school', label: 'Other', icon: 'quiz' },
  { point: 'list-column', id: 'games', order: 1, entity: 'lesson', header: 'Games', align: 'end' },
  { point: 'form-panel', id: 'games', order: 1, entity: 'lesson', title: 'Games' },
  { point: 'dashboard-card', id: 'best', order: 25, title: 'Best Game' },
  { point: 'user-menu-group', id: 'play', order: 50, label: 'Play' },
  {
    point: 'activity-words',
    id: 'lesson',
    order: 1,
    entity: 'lesson',
    label: 'Lesson',
    actions: { moved: 'Shifted' },
  },
];
const games: RemoteManifest = {
  name: 'games',
  label: 'Games',
  version: '1.0.0',
  build: 'g1',
  contract: '^3.0.0',
  pages: [],
  views: [
    {
      id: 'scores',
      label: 'Scores',
      icon: 'chart',
      title: 'Scores',
      roles: ['admin'],
      order: 5,
      placement: 'user-menu',
      menuGroup: 'play',
    },
    {
      id: 'extras',
      label: 'Extras',
      icon: 'chart',
      title: 'Extras',
      roles: ['admin'],
      order: 6,
      placement: 'user-menu',
      menuGroup: 'no such group',
    },
    {
      id: 'my-scores',
      label: 'My scores',
      icon: 'chart',
      title: 'My scores',
      roles: ['admin'],
      order: 7,
      placement: 'user-menu',
      menuGroup: 'account',
    },
  ],
  extensions,
};
const gamesRemote = { name: 'games', entry: '/remotes/games/mf-manifest.json', manifest: games };

const provided = exposedModule({
  extensions: {
    'row-action': {
      plays:
        async () =>
        ({ item, onClose }) => (
          <button type="button" onClick={onClose}>
            Close the plays of {item.name}
          </button>
        ),
      reset: async () => () => <p>Reset</p>,
    },
    'list-column': {
      games:
        async () =>
        ({ item, items }) => (
          <>
            {item.id} of {items.map(({ name }: ExtensionItem) => name).join(' and ')}
          </>
        ),
    },
    'form-panel': {
      games:
        async () =>
        ({ item }) => <p>The games of {item.name}</p>,
    },
    'dashboard-card': { best: async () => () => <p>Hangman</p> },
  },
});

const fails = (): never => {
  throw new Error('no such word');
};
const throwing = exposedModule({
  extensions: {
    'row-action': { plays: async () => fails, reset: async () => () => <p>Reset</p> },
    'list-column': { games: async () => fails },
    'form-panel': { games: async () => fails },
    'dashboard-card': { best: async () => fails },
  },
});

/** Loads the list's remote, and the other one as given. */
const loadWith =
  (loadGames: () => Promise<unknown>): LoadExposedModule =>
  async (name) =>
    name === 'games' ? loadGames() : exposedModule({ views: { lessons: async () => Lessons } });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  jest.spyOn(console, 'error').mockImplementation(() => {});
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', { body: { user: admin } });
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  gateway.on('GET /api/console/health', { body: { services: [] } });
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote, gamesRemote] } });
});
afterEach(() => jest.restoreAllMocks());

async function openLessons(): Promise<void> {
  await userEvent.click(await screen.findByRole('link', { name: 'Lessons' }));
  await screen.findByRole('table', { name: 'Lessons' });
}

async function problemsOfGames(): Promise<string> {
  await userEvent.click(screen.getByRole('button', { name: 'Tools' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Console health' }));
  const table = within(await screen.findByRole('table', { name: 'Remotes' }));
  return (await table.findByRole('row', { name: /Games/ })).textContent;
}

describe('an extension', () => {
  it('is added to the list, rows and form of another remote', async () => {
    renderApp({ loadExposed: loadWith(async () => provided) });
    await openLessons();
    expect(await screen.findByText('8 of Greetings and Numbers')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Games' })).toBeTruthy();
    await clickButton('More actions for Greetings');
    await screen.findByRole('menuitem', { name: 'Reset' });
    expect(screen.queryByRole('menuitem', { name: 'Other' })).toBeNull();
    await userEvent.keyboard('{Escape}');

    await chooseRowAction('Numbers', 'Plays');
    await userEvent.click(await screen.findByRole('button', { name: 'Close the plays of Numbers' }));
    expect(screen.queryByText('Close the plays of Numbers')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Games', expanded: false }));
    expect(await screen.findByText('The games of Greetings')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('is shown only to its roles', async () => {
    gateway.on('GET /api/auth/session', { body: { user: teacher } });
    renderApp({ loadExposed: loadWith(async () => provided) });
    await openLessons();
    await clickButton('More actions for Numbers');
    expect(await screen.findByRole('menuitem', { name: 'Plays' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Reset' })).toBeNull();
  });

  it('has its code loaded when it is shown: a card with the dashboard, a panel when it is opened', async () => {
    const loaded: string[] = [];
    const load: LoadExposedModule = async (name, ...rest) => {
      loaded.push(name);
      return loadWith(async () => provided)(name, ...rest);
    };
    const panelOnly = { ...games, extensions: extensions.filter(({ point }) => point === 'form-panel') };
    gateway.on('GET /remotes.json', {
      body: { remotes: [contentRemote, { ...gamesRemote, manifest: panelOnly }] },
    });
    const { unmount } = renderApp({ loadExposed: load });
    await screen.findByText('No content created yet');
    expect(loaded).toEqual([]);
    await openLessons();
    expect(loaded).toEqual(['content']);
    await userEvent.click(screen.getByRole('button', { name: 'Games', expanded: false }));
    await screen.findByText('The games of Greetings');
    expect(loaded).toEqual(['content', 'games']);
    unmount();

    sessionStorage.clear();
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote, gamesRemote] } });
    window.history.replaceState(null, '', '/');
    renderApp({ loadExposed: load });
    expect(await screen.findByText('Hangman')).toBeTruthy();
    expect(loaded.slice(2)).toEqual(['games']);
  });
});

describe('a remote that fails', () => {
  it.each([
    ['is down', () => Promise.reject(new Error('RUNTIME-003')), /Games is not available right now/],
    ['exposes no extensions', async () => exposedModule({}), /Games does not provide it/],
    ['throws', async () => throwing, /dashboard-card best: no such word/],
  ])(
    'breaks no place of its extensions when it %s, and Console health says so',
    async (_what, load, problem) => {
      renderApp({ loadExposed: loadWith(load) });
      const card = within(await screen.findByRole('region', { name: 'Best Game' }));
      expect((await card.findByRole('alert')).textContent).toContain('Best Game could not be loaded');
      expect(screen.getByText('No content created yet')).toBeTruthy();

      await openLessons();
      const list = within(screen.getByRole('table', { name: 'Lessons' }));
      expect(await list.findAllByTitle('Games is not available right now.')).toHaveLength(2);
      await chooseRowAction('Numbers', 'Plays');
      expect(await screen.findByText('Plays is not available right now.')).toBeTruthy();
      await userEvent.click(screen.getByRole('button', { name: 'Games', expanded: false }));
      expect(await screen.findByText('Games could not be loaded')).toBeTruthy();
      expect(screen.getByText('Numbers')).toBeTruthy();
      expect(await problemsOfGames()).toMatch(problem);
    },
  );

  it('recovers with Try again', async () => {
    let isUp = false;
    renderApp({
      loadExposed: loadWith(() =>
        isUp ? Promise.resolve(provided) : Promise.reject(new Error('RUNTIME-003')),
      ),
    });
    const card = within(await screen.findByRole('region', { name: 'Best Game' }));
    await card.findByRole('alert');
    isUp = true;
    await userEvent.click(card.getByRole('button', { name: 'Try again' }));
    expect(await card.findByText('Hangman')).toBeTruthy();
    expect(await problemsOfGames()).not.toContain('best');
  });

  it('does not hold up others when it is slow', async () => {
    renderApp({ loadExposed: loadWith(() => new Promise(() => {})) });
    const card = within(await screen.findByRole('region', { name: 'Best Game' }));
    expect(card.queryByRole('alert')).toBeNull();
    await openLessons();
    await chooseRowAction('Numbers', 'Plays');
    expect(screen.getByRole('button', { name: 'More actions for Numbers' })).toHaveProperty(
      'ariaBusy',
      'true',
    );
    expect(screen.getByText('Greetings')).toBeTruthy();
  });

  it('has its cards left out when its manifest cannot be read, or it is not registered', async () => {
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ name: 'content', entry: '/c', problem: 'It is down' }] },
    });
    renderApp();
    expect(await screen.findByText('No statistics to show')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Recent Content' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Create New' })).toHaveProperty('disabled', true);
  });
});

describe('what manifests say alone', () => {
  it('groups the menu Tools, whichever remote declares the group, with views of unknown groups first', async () => {
    const views = contentManifest.views.map((view) =>
      view.placement === 'user-menu' ? { ...view, menuGroup: 'administration' } : view,
    );
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { ...contentManifest, views } }, gamesRemote] },
    });
    renderApp({ loadExposed: loadWith(async () => provided) });
    await screen.findByRole('link', { name: 'Lessons' });
    await userEvent.click(screen.getByRole('button', { name: 'Tools' }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Extras', 'Scores', 'API Settings', 'Console health']);
    const group = (name: string) =>
      within(within(menu).getByRole('group', { name }))
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent);
    expect(group('Play')).toEqual(['Scores']);
    expect(group('Administration')).toEqual(['API Settings', 'Console health']);
    expect(await axeViolations()).toEqual([]);

    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: /Account menu/ }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'My scores',
      'Log out',
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('words the activity of an entity', async () => {
    const record = {
      at: new Date().toISOString(),
      service: 'content',
      entity: 'lesson',
      entityId: '7',
      title: 'Greetings',
      fields: [],
      detail: null,
      actor: null,
      address: null,
      requestId: null,
    };
    gateway.on('GET /api/audit?entity=lesson&entityId=7&limit=15&offset=0', {
      body: {
        data: [
          { ...record, id: 'a', action: 'moved' },
          { ...record, id: 'b', action: 'updated' },
          { ...record, id: 'c', action: 'password-changed' },
        ],
        total: 3,
      },
    });
    renderApp({ loadExposed: loadWith(async () => provided) });
    await openLessons();
    await userEvent.click(screen.getByRole('button', { name: 'Activity' }));
    for (const word of ['Shifted', 'Changed', 'Password changed'])
      expect(await screen.findByText(word)).toBeTruthy();
  });
});
