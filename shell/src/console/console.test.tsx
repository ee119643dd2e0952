import {
  useApi,
  useBackgroundTasks,
  useHeaderAction,
  useIntent,
  useSession,
  useUnsavedChangesGuard,
} from '@khmer-learning/console-sdk';
import {
  authSession,
  dashboardStatsGet,
  fillPath,
  type Passkey,
  type SessionUser,
} from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { loadPage, reloadPage } from '../page/load-page.ts';
import { contentManifest, contentRemote } from '../testing/content-manifest.ts';
import {
  admin,
  emptyStats,
  errorResponse,
  type FakeGateway,
  installFakeGateway,
  teacher,
} from '../testing/fake-gateway.ts';
import { fakeAssertion, fakePasskeys, removeFakePasskeys } from '../testing/fake-passkeys.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';

jest.mock('../page/load-page.ts', () => ({ loadPage: jest.fn(), reloadPage: jest.fn() }));

let gateway: FakeGateway;

function signedIn(user: SessionUser): void {
  gateway.on('GET /api/auth/session', { body: { user } });
}

beforeEach(() => {
  jest.mocked(loadPage).mockClear();
  jest.mocked(reloadPage).mockClear();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
  signedIn(admin);
});

async function goOffline(online: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  await act(async () => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

describe('a task in the background', () => {
  function View() {
    const start = useBackgroundTasks();
    const [isShown, setShown] = useState(false);
    const begin = () => {
      const task = start({ label: 'Delete lessons', total: 4, show: () => setShown(true) });
      task.progress(1);
      window.addEventListener('storage', task.end, { once: true });
    };
    return isShown ? (
      <p>The task</p>
    ) : (
      <button type="button" onClick={begin}>
        Begin
      </button>
    );
  }

  it('shows its progress in all views with a way back, and asks before the page is closed', async () => {
    renderApp({ loadExposed: async () => exposedModule({ views: { lessons: async () => View } }) });
    await userEvent.click(await screen.findByRole('link', { name: 'Lessons' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Begin' }));
    const tasks = screen.getByRole('region', { name: 'In the background' });
    expect(tasks.textContent).toContain('Delete lessons: 1 of 4');
    await userEvent.click(within(tasks).getByRole('button', { name: 'Show Delete lessons' }));
    expect(await screen.findByText('The task')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(screen.getByRole('progressbar', { name: 'Delete lessons' })).toBeTruthy();
    const leave = () => {
      const leaving = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(leaving);
      return leaving.defaultPrevented;
    };
    expect(leave()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Show Delete lessons' }));
    expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('storage')));
    expect(screen.queryByRole('region', { name: 'In the background' })).toBeNull();
    expect(leave()).toBe(false);
  });
});

describe('without a connection', () => {
  afterEach(() => jest.restoreAllMocks());
  const bar = () => screen.queryByText(/Drafts of open forms are kept in this browser/);

  it('says so when the browser is offline, until it is online again', async () => {
    renderApp();
    await screen.findByText('No content created yet');
    expect(bar()).toBeNull();
    await goOffline(false);
    expect(bar()?.closest('[role="status"]')?.textContent).toContain('You are offline.');
    await goOffline(true);
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('says so when calls get no answer, and fetches what failed when the line is back', async () => {
    let isUp = false;
    for (const [call, body] of [
      ['GET /api/dashboard/stats', emptyStats],
      ['GET /api/auth/session', { user: admin }],
    ] as const)
      gateway.on(call, () => (isUp || gateway.calls.length < 2 ? { body } : 'no answer'));
    renderApp();
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    expect(screen.queryByText('No content created yet')).toBeNull();
    isUp = true;
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('No content created yet')).toBeTruthy();
    expect(bar()).toBeNull();
  });

  it('does not say so when only one service does not answer', async () => {
    gateway.on('GET /api/dashboard/stats', 'no answer');
    renderApp();
    await waitFor(() => expect(gateway.calls.filter((call) => call.endsWith('/session'))).toHaveLength(2));
    await screen.findByText(/cannot be reached/, { selector: '[role="alert"] *' });
    expect(bar()).toBeNull();
  });
});

function Lessons() {
  const [creating, setCreating] = useState(false);
  const [text, setText] = useState('');
  const api = useApi();
  const session = useSession();
  useHeaderAction(() => setCreating(true));
  useIntent('create', () => setCreating(true));
  useUnsavedChangesGuard(text !== '');
  return (
    <>
      <p>{creating ? 'Creating a lesson' : 'The lessons'}</p>
      <input aria-label="Title" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => void api.call(authSession).catch(() => {})}>
        Save
      </button>
      <button type="button" onClick={() => void api.call(dashboardStatsGet).catch(() => {})}>
        Count
      </button>
      <button type="button" onClick={() => void session.refresh()}>
        Save myself
      </button>
    </>
  );
}

const loadExposed = async () => exposedModule({ views: { lessons: async () => Lessons } });
const navigation = () => screen.findByRole('navigation', { name: 'Views' });
const entries = async () =>
  within(await navigation())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

async function openConsole(): Promise<{ leave: () => void }> {
  const { unmount } = renderApp({ loadExposed });
  await within(await navigation()).findByRole('link', { name: 'Lessons' });
  return { leave: unmount };
}

const openView = async (name: string) =>
  userEvent.click(within(await navigation()).getByRole('link', { name }));

describe('the sidebar', () => {
  it('has the dashboard and the views of the manifests, in their order, before any remote is loaded', async () => {
    const load = jest.fn(loadExposed);
    renderApp({ loadExposed: load });
    await screen.findByRole('link', { name: 'Main Lessons' });
    expect(await entries()).toEqual(['Dashboard', 'Main Lessons', 'Lessons', 'Users']);
    expect(screen.getByText('Khmer Learning Admin')).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
  });

  it('shows whose console it is: initials, full name and email', async () => {
    await openConsole();
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
    expect(sidebar.getByText('SC')).toBeTruthy();
    expect(sidebar.getByText('Sokha Chan')).toBeTruthy();
    expect(sidebar.getByText('sokha@khmer.local')).toBeTruthy();
  });

  it('shows the user’s new name as soon as a view has changed it, and keeps the view', async () => {
    await openConsole();
    await openView('Lessons');
    await userEvent.type(await screen.findByLabelText('Title'), 'half a title');
    signedIn({ ...admin, firstName: 'Maly', email: 'maly@khmer.local' });
    await userEvent.click(screen.getByRole('button', { name: 'Save myself' }));
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
    expect(await sidebar.findByText('Maly Chan')).toBeTruthy();
    expect(['MC', 'maly@khmer.local'].map((text) => sidebar.queryByText(text) !== null)).toEqual([
      true,
      true,
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('half a title');
  });

  it('keeps the old name when the new one cannot be fetched', async () => {
    await openConsole();
    await openView('Lessons');
    await screen.findByText('The lessons');
    gateway.on('GET /api/auth/session', 'no answer');
    await userEvent.click(screen.getByRole('button', { name: 'Save myself' }));
    await waitFor(() =>
      expect(gateway.calls.filter((call) => call === 'GET /api/auth/session')).toHaveLength(2),
    );
    expect(screen.getByText('The lessons')).toBeTruthy();
    expect(screen.getByText('Sokha Chan')).toBeTruthy();
  });

  it('shows a teacher no users, and no menu Tools when it would be empty', async () => {
    signedIn(teacher);
    await openConsole();
    expect(await entries()).toEqual(['Dashboard', 'Main Lessons', 'Lessons']);
    expect(screen.queryByRole('button', { name: 'Tools' })).toBeNull();
  });

  it('shows the dashboard when the list of remotes cannot be loaded, and retries', async () => {
    gateway.on('GET /remotes.json', 'no answer');
    renderApp({ loadExposed });
    expect((await screen.findByRole('alert')).textContent).toContain('The other views could not be loaded.');
    expect(await entries()).toContain('Dashboard');
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Lessons' })).toBeTruthy();
  });

  it('loads a remote when the pointer comes near', async () => {
    const load = jest.fn(loadExposed);
    renderApp({ loadExposed: load });
    await userEvent.hover(await screen.findByRole('link', { name: 'Lessons' }));
    expect(load).toHaveBeenCalledTimes(1);
    await openView('Lessons');
    expect(await screen.findByText('The lessons')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('the header', () => {
  it('lists the keyboard shortcuts by ? and by its button', async () => {
    await openConsole();
    await userEvent.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(help).getByText('Open the row')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('has title, subtitle and action of the view', async () => {
    await openConsole();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard Overview');
    expect(screen.getByText('Manage your Khmer learning content')).toBeTruthy();
    await openView('Lessons');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lesson Management');
    expect(document.title).toBe('Lesson Management · Khmer Learning Admin');
    await screen.findByText('The lessons');
    await userEvent.click(screen.getByRole('button', { name: 'New Lesson' }));
    expect(screen.getByText('Creating a lesson')).toBeTruthy();
  });

  it('receives the focus when another view is opened', async () => {
    await openConsole();
    await openView('Lessons');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('starts a lesson with Create New', async () => {
    await openConsole();
    await userEvent.click(screen.getByRole('button', { name: 'Create New' }));
    expect(await screen.findByText('Creating a lesson')).toBeTruthy();
  });

  it('asks what Create New is to create, if there are several things', async () => {
    const extensions = [
      ...(contentManifest.extensions ?? []),
      { point: 'dashboard-create', id: 'main-lesson', order: 5, view: 'main_lessons' } as const,
      { point: 'dashboard-create', id: 'game', order: 20, view: 'games' } as const,
    ];
    const manifest = { ...contentManifest, extensions };
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ name: 'content', entry: '/remotes/content/mf-manifest.json', manifest }] },
    });
    await openConsole();
    await userEvent.click(screen.getByRole('button', { name: 'Create New' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What do you want to create?' }));
    const offered = dialog.getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered.filter(Boolean)).toEqual(['Main Lessons', 'New Lesson']);
    expect(await axeViolations(document.body)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'New Lesson' }));
    expect(await screen.findByText('Creating a lesson')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('disables Create New when no remote provides lessons', async () => {
    gateway.on('GET /remotes.json', { body: { remotes: [] } });
    renderApp();
    expect(await screen.findByRole('button', { name: 'Create New' })).toHaveProperty('disabled', true);
  });
});

describe('the menu Tools', () => {
  it('opens a view outside the sidebar, and marks it while it is shown', async () => {
    await openConsole();
    const tools = screen.getByRole('button', { name: 'Tools' });
    expect(tools.hasAttribute('aria-current')).toBe(false);
    await userEvent.click(tools);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'API Settings' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'API Settings' })).toBeTruthy();
    expect(within(await navigation()).queryByRole('link', { current: 'page' })).toBeNull();
    expect(tools.getAttribute('aria-current')).toBe('true');
    await userEvent.click(tools);
    const current = screen.getAllByRole('menuitem').filter((item) => item.hasAttribute('aria-current'));
    expect(current.map(({ textContent }) => textContent)).toEqual(['API Settings']);
  });
});

describe('the account menu', () => {
  const openMenu = async () => {
    await userEvent.click(
      screen.getByRole('button', { name: /Sokha Chan sokha@khmer.local\s+Account menu/ }),
    );
    return within(await screen.findByRole('menu'));
  };

  it('is the user’s name at the foot of the sidebar, and has the theme', async () => {
    await openConsole();
    const menu = await openMenu();
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    await openMenu();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'System' }));
  });

  it('logs out, as the button in the header does', async () => {
    gateway.on('POST /api/auth/logout', { body: { message: 'Logged out successfully' } });
    await openConsole();
    await userEvent.click((await openMenu()).getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
  });

  it('closes with Esc alone while the drawer stays open', async () => {
    await openConsole();
    // jsdom knows no media queries, so that the button is hidden from roles.
    const openDrawer = screen.getByLabelText('Open menu');
    await userEvent.click(openDrawer);
    await openMenu();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(openDrawer.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(openDrawer.getAttribute('aria-expanded')).toBe('false');
  });
});

describe('the address', () => {
  it('opens the view that it names', async () => {
    window.history.replaceState(null, '', '/#/lessons');
    await openConsole();
    expect(await screen.findByRole('heading', { name: 'Lesson Management', level: 1 })).toBeTruthy();
    const link = within(await navigation()).getByRole('link', { name: 'Lessons' });
    expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['#/lessons', 'page']);
  });

  it('shows the last view when it names none that exists', async () => {
    const { leave } = await openConsole();
    await openView('Lessons');
    await screen.findByRole('heading', { name: 'Lesson Management', level: 1 });
    leave();
    window.history.replaceState(null, '', '/#/no-such-view');
    await openConsole();
    expect(await screen.findByRole('heading', { name: 'Lesson Management', level: 1 })).toBeTruthy();
  });
});

describe('Skip to content', () => {
  it('moves focus there without a history entry', async () => {
    await openConsole();
    const stops = window.history.length;
    await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(window.history.length).toBe(stops);
    expect(window.location.hash).toBe('#/dashboard');
  });
});

describe('Logout', () => {
  const logout = () => userEvent.click(screen.getByRole('button', { name: 'Logout' }));

  it('ends the session, forgets the user, goes to / and says so there', async () => {
    gateway.on('POST /api/auth/logout', { body: { message: 'Logged out successfully' } });
    const { leave } = await openConsole();
    expect(localStorage.getItem('user')).not.toBeNull();
    await logout();
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('user')).toBeNull();
    leave();

    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    renderApp();
    expect(await screen.findByText('Logged out successfully')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
  });

  it('removes the user’s data of remotes from the browser, such as their API key, but not drafts', async () => {
    gateway.on('POST /api/auth/logout', { body: { message: 'Logged out successfully' } });
    localStorage.setItem(`khmer-learning.api-key.${admin.id}`, 'khmer_secret');
    localStorage.setItem('khmer-learning.api-key.77', 'of somebody else');
    localStorage.setItem(`khmer-learning.draft.${admin.id}.lesson.new`, 'a draft');
    await openConsole();
    await logout();
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem(`khmer-learning.api-key.${admin.id}`)).toBeNull();
    expect(localStorage.getItem('khmer-learning.api-key.77')).toBe('of somebody else');
    expect(localStorage.getItem(`khmer-learning.draft.${admin.id}.lesson.new`)).toBe('a draft');
  });

  it('that fails changes nothing and shows the error', async () => {
    gateway.on('POST /api/auth/logout', { status: 500, body: 'oops' });
    await openConsole();
    await logout();
    expect(await screen.findByText('Failed to log out')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(loadPage).not.toHaveBeenCalled();
    expect(localStorage.getItem('user')).not.toBeNull();
  });

  it('asks first when there are unsaved changes', async () => {
    gateway.on('POST /api/auth/logout', { body: { message: 'ok' } });
    await openConsole();
    await openView('Lessons');
    await userEvent.type(await screen.findByLabelText('Title'), 'x');
    await logout();
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(gateway.calls).not.toContain('POST /api/auth/logout');
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
  });
});

describe('a call that needs a recent proof', () => {
  afterEach(removeFakePasskeys);
  const refused = { status: 403, body: { message: 'Confirm', code: 'proof_required', requestId: 'r' } };
  let isProved = false;
  async function save(codesSince: string | null, passkeys: Passkey[] = []): Promise<HTMLElement> {
    isProved = false;
    await openConsole();
    await openView('Lessons');
    await userEvent.type(await screen.findByLabelText('Title'), 'Greetings');
    gateway.on('GET /api/account/second-factor', { body: { codesSince, passkeys, recoveryCodesLeft: 9 } });
    gateway.on('GET /api/auth/session', () => (isProved ? { body: { user: admin } } : refused));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    return screen.findByRole('dialog', { name: 'Confirm that it is you' });
  }

  it('asks for the password in place, and goes on with what is typed', async () => {
    const sent: unknown[] = [];
    gateway.on('POST /api/account/proof', ({ body }) => {
      sent.push(body);
      isProved = sent.length === 2;
      const wrong = { message: 'Current password is incorrect', code: 'wrong_password', requestId: 'r' };
      return isProved ? { body: { message: 'Confirmed' } } : { status: 401, body: wrong };
    });
    const dialog = await save(null);
    await userEvent.type(await within(dialog).findByLabelText('Your current password'), 'wrong{Enter}');
    expect(await within(dialog).findByText('Current password is incorrect')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Your current password'), 'x{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ password: 'wrong' }, { password: 'wrongx' }]);
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
  });

  it('takes a passkey of who has one', async () => {
    fakePasskeys();
    gateway.on('POST /api/auth/passkey/begin', { body: { challenge: 'AA', rpId: 'localhost' } });
    const sent: unknown[] = [];
    gateway.on('POST /api/account/proof', ({ body }) => {
      sent.push(body);
      isProved = true;
      return { body: { message: 'Confirmed' } };
    });
    const createdAt = '2026-05-04T03:00:00.000Z';
    const dialog = await save(null, [{ id: 'one', name: 'Phone', createdAt, lastUsedAt: null }]);
    const button = await within(dialog).findByRole('button', { name: 'Use a passkey' });
    expect(within(dialog).getByLabelText('Code')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ passkey: fakeAssertion }]);
  });

  it('asks who has codes for one, and fails when it is cancelled', async () => {
    const dialog = await save('2026-05-04T03:00:00.000Z');
    await within(dialog).findByLabelText('Code');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(gateway.calls).not.toContain('POST /api/account/proof');
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
  });
});

describe('a second factor that the school requires', () => {
  const from = '2026-05-04T17:00:00.000Z';
  const due = (isMissing: boolean) => ({ user: admin, secondFactorDue: { from, isMissing } });
  const usersRemote = {
    name: 'users',
    entry: '/remotes/users/mf-manifest.json',
    manifest: {
      ...contentManifest,
      name: 'users',
      label: 'Users',
      views: [],
      pages: [{ path: '/second-factor', public: false }],
      extensions: [],
      searchSources: [],
      commands: [],
    },
  };
  const SetUp = () => <button type="button">Set up codes</button>;
  const open = (session: object) => {
    gateway.on('GET /api/auth/session', { body: session });
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote, usersRemote] } });
    const views = { lessons: async () => Lessons };
    renderApp({
      loadExposed: async () => exposedModule({ views, pages: { '/second-factor': async () => SetUp } }),
    });
  };
  const setUpPage = () => screen.findByRole('dialog', { name: 'Set up a second factor to continue' });

  it('is announced before its date', async () => {
    open(due(false));
    expect(await screen.findByText(/your school asks for a second factor besides/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is set up before anything else, and then the console opens', async () => {
    open(due(true));
    const page = await setUpPage();
    await within(page).findByRole('button', { name: 'Set up codes' });
    expect(await axeViolations()).toEqual([]);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(gateway.calls.filter((call) => call.includes('stats'))).toEqual([]);
    await userEvent.click(within(page).getByRole('button', { name: 'Continue' }));
    expect(await within(page).findByText('Set up a second factor first.')).toBeTruthy();
    gateway.on('GET /api/auth/session', { body: { user: admin, secondFactorDue: null } });
    await userEvent.click(within(page).getByRole('button', { name: 'Continue' }));
    expect(await navigation()).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('covers a page that is open when it begins, which goes on with what is typed and with the refused call', async () => {
    open({ user: admin, secondFactorDue: null });
    await within(await navigation()).findByRole('link', { name: 'Lessons' });
    await openView('Lessons');
    await userEvent.type(await screen.findByLabelText('Title'), 'Greetings');
    const refused = { message: 'Set up', code: 'second_factor_missing', requestId: 'r' };
    gateway.on('GET /api/dashboard/stats', { status: 403, body: refused });
    await userEvent.click(screen.getByRole('button', { name: 'Count' }));
    const page = await setUpPage();
    gateway.on('GET /api/dashboard/stats', { body: emptyStats });
    const before = gateway.calls.length;
    await userEvent.click(within(page).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(gateway.calls.slice(before)).toContain('GET /api/dashboard/stats');
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
  });

  it('can be left by signing out', async () => {
    open(due(true));
    gateway.on('POST /api/auth/logout', { body: { message: 'Logged out successfully' } });
    await userEvent.click(within(await setUpPage()).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
  });
});

describe('a session that ends while the page is open', () => {
  async function loseSession(): Promise<HTMLElement> {
    await openConsole();
    await openView('Lessons');
    await userEvent.type(await screen.findByLabelText('Title'), 'Greetings');
    gateway.on(`GET ${fillPath(authSession.path)}`, errorResponse(401, 'Sign in to continue'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    return screen.findByRole('dialog', { name: 'Your session has ended' });
  }

  async function signInAgain(dialog: HTMLElement): Promise<void> {
    await userEvent.type(within(dialog).getByLabelText('Password'), 'secret');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
  }

  it('can be continued without losing the page', async () => {
    gateway.on('POST /api/auth/admin', { body: { user: admin } });
    const dialog = await loseSession();
    expect(within(dialog).getByLabelText('Email')).toHaveProperty('value', admin.email);
    await signInAgain(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('continues with the rights that were taken meanwhile', async () => {
    const limited = { ...teacher, rights: { canPublish: false, mainLessonIds: null } };
    signedIn(teacher);
    gateway.on('POST /api/auth/admin', { body: { user: limited } });
    const dialog = await loseSession();
    gateway.on('GET /api/auth/session', { body: { user: limited } });
    await signInAgain(dialog);
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('user') ?? '{}').rights).toEqual(limited.rights),
    );
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
  });

  it('is not continued by another user', async () => {
    gateway.on('POST /api/auth/admin', { body: { user: teacher } });
    await signInAgain(await loseSession());
    await waitFor(() => expect(reloadPage).toHaveBeenCalled());
  });

  it('cannot be dismissed with Esc', async () => {
    const dialog = await loseSession();
    await userEvent.keyboard('{Escape}');
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
  });
});

describe('another user who signs in in another tab', () => {
  let cookieOf: SessionUser;
  const refused = { status: 409, body: { message: 'Someone else', code: 'other_user', requestId: 'r-1' } };
  const dialog = () => screen.findByRole('dialog', { name: 'Someone else has signed in' });

  beforeEach(() => {
    cookieOf = admin;
    gateway.on('GET /api/auth/session', () => ({ body: { user: cookieOf } }));
    gateway.on('GET /api/dashboard/stats', ({ headers }) =>
      headers.get('x-session-user') === String(cookieOf.id) ? { body: emptyStats } : refused,
    );
    gateway.on('POST /api/auth/admin', () => {
      cookieOf = admin;
      return { body: { user: admin } };
    });
  });

  async function typeAndLoseTo(user: SessionUser): Promise<void> {
    await openConsole();
    await openView('Lessons');
    await userEvent.type(await screen.findByLabelText('Title'), 'Greetings');
    cookieOf = user;
  }

  it('is detected by the next call, and blocks this page until one of the two users is chosen', async () => {
    await typeAndLoseTo(teacher);
    await userEvent.click(screen.getByRole('button', { name: 'Count' }));
    await userEvent.keyboard('{Escape}');
    expect(within(await dialog()).queryByRole('button', { name: 'Close' })).toBeNull();
    await userEvent.click(
      await within(await dialog()).findByRole('button', { name: `Continue as Dara Chan (${teacher.email})` }),
    );
    expect(reloadPage).toHaveBeenCalled();
  });

  it('is detected at once, and the first user continues after signing in again', async () => {
    await typeAndLoseTo(teacher);
    localStorage.setItem('user', JSON.stringify(teacher));
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    await userEvent.type(within(await dialog()).getByLabelText('Password'), 'secret');
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('does not become the user of this page when the session is refreshed', async () => {
    await typeAndLoseTo({ ...teacher, firstName: 'Dara' });
    await userEvent.click(screen.getByRole('button', { name: 'Save myself' }));
    await dialog();
    expect(screen.queryByText('Dara Chan')).toBeNull();
  });
});

describe('the console after a reload', () => {
  it('shows the same view again', async () => {
    const page = renderApp({ loadExposed });
    await screen.findByRole('link', { name: 'Lessons' });
    await openView('Lessons');
    await screen.findByText('The lessons');
    page.unmount();
    renderApp({ loadExposed });
    expect(await screen.findByText('The lessons')).toBeTruthy();
  });

  it('shows the dashboard when that view no longer exists', async () => {
    sessionStorage.setItem(`khmer-learning.${admin.id}.view`, '"quizzes"');
    renderApp({ loadExposed });
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeTruthy();
  });
});
