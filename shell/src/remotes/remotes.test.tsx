import { contractVersion, useFeatureFlag, useRemoteApi } from '@khmer-learning/console-sdk';
import { defineMessages, setLanguage } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { loadPage, reloadPage } from '../page/load-page.ts';
import { contentManifest, contentRemote } from '../testing/content-manifest.ts';
import { admin, emptyStats, type FakeGateway, installFakeGateway, teacher } from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';
import type { LoadExposedModule } from './remote-loader.ts';

jest.mock('../page/load-page.ts', () => ({ loadPage: jest.fn(), reloadPage: jest.fn() }));

let gateway: FakeGateway;
let user: UserEvent;

// The console retries automatically after a second. With fake timers this never happens in the middle of a test step.
beforeEach(() => {
  jest.useFakeTimers();
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  jest.mocked(loadPage).mockClear();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  jest.spyOn(console, 'error').mockImplementation(() => {});
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', { body: { user: admin } });
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const Lessons = () => <p>The lessons</p>;

let isFragileBroken = true;
const Fragile = () => {
  if (isFragileBroken) throw new Error('cannot read titles of undefined');
  return <p>The lessons</p>;
};

const working = exposedModule({
  views: { lessons: async () => Lessons, main_lessons: async () => () => <p>Main ones</p> },
});

/** Opens a view from the sidebar and returns its error panel. */
async function openBroken(load: LoadExposedModule, name = 'Lessons'): Promise<HTMLElement> {
  renderApp({ loadExposed: load });
  await user.click(await screen.findByRole('link', { name }));
  return screen.findByRole('alert');
}

const tryAgain = () => user.click(screen.getByRole('button', { name: 'Try again' }));

describe('a remote that is down', () => {
  it('shows an error panel in its view only, and Try again fetches it again', async () => {
    const load = jest.fn<ReturnType<LoadExposedModule>, Parameters<LoadExposedModule>>();
    load.mockRejectedValue(new Error('RUNTIME-003'));
    const panel = await openBroken(load);
    expect(panel.textContent).toContain('Lessons could not be loaded');
    expect(panel.textContent).toContain('Content is not available right now.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lesson Management');

    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByText('No content created yet')).toBeTruthy();

    await user.click(screen.getByRole('link', { name: 'Lessons' }));
    await screen.findByText(/could not be loaded/);
    load.mockResolvedValue(working);
    await tryAgain();
    expect(await screen.findByText('The lessons')).toBeTruthy();
    expect(load).toHaveBeenLastCalledWith('content', '/remotes/content/mf-manifest.json', true);
  });

  it('says to a teacher what is lost and whom to tell, with the details folded and copyable; to an admin unfolded', async () => {
    const down = () => Promise.reject(new Error('RUNTIME-003'));
    const fold = (panel: HTMLElement) => panel.querySelector('details');
    gateway.on('GET /api/auth/session', { body: { user: teacher } });
    const panel = await openBroken(down);
    expect(panel.textContent).toContain('Nothing that you have saved is lost');
    for (let second = 0; second < 60; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(panel.textContent).toContain('tell an admin of your school');
    expect(fold(panel)?.open).toBe(false);
    expect(fold(panel)?.textContent).toContain('mf-manifest.json could not be read');
    const writeText = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(within(panel).getByText('Copy details'));
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining('mf-manifest.json could not be read'));

    cleanup();
    gateway.on('GET /api/auth/session', { body: { user: admin } });
    localStorage.clear();
    expect(fold(await openBroken(down))?.open).toBe(true);
  });

  it('is retried three times automatically, then only by the user', async () => {
    const load = jest.fn<ReturnType<LoadExposedModule>, Parameters<LoadExposedModule>>();
    load.mockRejectedValue(new Error('RUNTIME-003'));
    renderApp({ loadExposed: load });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    await screen.findByRole('alert');
    const triesByPointer = load.mock.calls.length;

    for (let second = 0; second < 60; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(load).toHaveBeenCalledTimes(triesByPointer + 3);
    expect(screen.getByRole('alert').textContent).not.toContain('Retrying automatically');

    await user.click(screen.getByRole('button', { name: 'Try again' }));
    for (let second = 0; second < 60; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(load).toHaveBeenCalledTimes(triesByPointer + 4);
  });

  it('times out when it never responds', async () => {
    renderApp({ loadExposed: () => new Promise(() => {}) });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    expect(screen.getByText('Loading Lessons')).toBeTruthy();
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect((await screen.findByRole('alert')).textContent).toContain('Content took too long to load.');
  });

  it('can recover automatically', async () => {
    let isUp = false;
    await openBroken(() => (isUp ? Promise.resolve(working) : Promise.reject(new Error('RUNTIME-003'))));
    isUp = true;
    expect(await screen.findByText('The lessons')).toBeTruthy();
  });
});

describe('a view whose code fails', () => {
  it('to load shows an error, and loads on Try again', async () => {
    let chunkFails = true;
    const lessons = async () => {
      if (chunkFails) throw new Error('ChunkLoadError');
      return Lessons;
    };
    const load = jest.fn(async () => exposedModule({ views: { lessons } }));
    const panel = await openBroken(load);
    expect(panel.textContent).toContain('A part of Content could not be loaded.');
    chunkFails = false;
    await tryAgain();
    expect(await screen.findByText('The lessons')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  const request = 'http://localhost/mf-content/lesson-list.1a2b.js';
  const ofWebpack = Object.assign(new Error('Loading chunk 7 failed'), { request });
  it.each([
    ['is missing there', [{ responseStatus: 404 }], ofWebpack],
    ['did not arrive', [{ responseStatus: 0 }], ofWebpack],
    ['did not arrive', [], new TypeError(`Failed to fetch dynamically imported module: ${request}`)],
  ])('to load says which file %s', async (what, entries, error) => {
    Object.assign(performance, { getEntriesByName: () => entries });
    const lessons = async () => Promise.reject(error);
    const panel = await openBroken(async () => exposedModule({ views: { lessons } }));
    expect(panel.textContent).toContain(`Details: lesson-list.1a2b.js ${what}.`);
  });

  it('to load in time says which file has not arrived', async () => {
    const script = Object.assign(document.createElement('script'), {
      src: new URL('lesson-list.1a2b.js', new URL(contentRemote.entry, window.location.href)).href,
    });
    document.head.append(script);
    renderApp({
      loadExposed: async () => exposedModule({ views: { lessons: () => new Promise(() => {}) } }),
    });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect((await screen.findByRole('alert')).textContent).toContain('lesson-list.1a2b.js has not arrived.');
    script.remove();
  });

  it('to render shows an error panel in its view only', async () => {
    isFragileBroken = true;
    const panel = await openBroken(async () => exposedModule({ views: { lessons: async () => Fragile } }));
    expect(panel.textContent).toContain('Lessons stopped working');
    isFragileBroken = false;
    await tryAgain();
    expect(await screen.findByText('The lessons')).toBeTruthy();
  });

  it.each([
    ['is not there', exposedModule({ views: {} })],
    ['is no component', exposedModule({ views: { lessons: async () => undefined as never } })],
  ])('%s shows an error panel, not a blank view', async (_what, exposed) => {
    const panel = await openBroken(async () => exposed);
    expect(panel.textContent).toContain('Lessons could not be loaded');
    expect(panel.textContent).toContain('A part of Content is missing.');
  });

  it('is not a remote of this console', async () => {
    const panel = await openBroken(async () => ({ something: 'else' }));
    expect(panel.textContent).toContain(
      'Content could not be started. Details: it is not a remote of this console.',
    );
  });
});

describe('a remote with an incompatible contract', () => {
  it('is refused before any of its code is fetched', async () => {
    const load = jest.fn(async () => working);
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { ...contentManifest, contract: '^9.0.0' } }] },
    });
    const panel = await openBroken(load);
    expect(panel.textContent).toContain(
      `Content 0.1.0 requires console ^9.0.0, but this is console ${contractVersion}.`,
    );
    expect(load).not.toHaveBeenCalled();
  });

  it('is also refused when it needs a later minor version', async () => {
    const load = jest.fn(async () => working);
    const [major, minor] = contractVersion.split('.').map(Number);
    const contract = `^${major}.${Number(minor) + 1}.0`;
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { ...contentManifest, contract } }] },
    });
    const panel = await openBroken(load);
    expect(panel.textContent).toContain(
      `Content 0.1.0 requires console ${contract}, but this is console ${contractVersion}.`,
    );
    expect(load).not.toHaveBeenCalled();
  });
});

describe('a remote that uses an export that this console does not have', () => {
  const sdk = '@khmer-learning/console-sdk';
  const release = (build: string, uses: object) =>
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { ...contentManifest, build, uses } }] },
    });

  it('is refused before any of its code is fetched, and works with a release that does not use it', async () => {
    const load = jest.fn(async () => working);
    release('b1', { [sdk]: ['useApi', 'useTomorrow'], [`${sdk}-next`]: ['useNever'] });
    const panel = await openBroken(load);
    expect(panel.textContent).toContain(
      `Content 0.1.0 uses useTomorrow of ${sdk} and 1 more, which this console does not have.`,
    );
    expect(load).not.toHaveBeenCalled();
    release('b2', { [sdk]: ['useApi'], react: ['useState', 'default'], 'styled-components': ['default'] });
    await tryAgain();
    expect(await screen.findByText('The lessons')).toBeTruthy();
  });

  it('may use the default export of React where it is only its CommonJS module, as in a development build', async () => {
    release('b1', { react: ['default'] });
    const shared = { react: jest.requireActual<object>('react') };
    renderApp({ loadExposed: async () => working, shared });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    expect(await screen.findByText('The lessons')).toBeTruthy();
  });

  it('is not offered as an update of one that works', async () => {
    renderApp({ loadExposed: async () => working });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    await screen.findByText('The lessons');
    release('b2', { [sdk]: ['useTomorrow'] });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    release('b3', { [sdk]: ['useApi'] });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeTruthy();
  });
});

describe('a remote with texts in Khmer', () => {
  afterEach(() => act(() => setLanguage('en')));

  it('has its views in the language of the page, and loads its texts with its code', async () => {
    gateway.on('GET /remotes.json', {
      body: {
        remotes: [
          {
            ...contentRemote,
            manifest: {
              ...contentManifest,
              views: contentManifest.views.map((view) =>
                view.id === 'lessons' ? { ...view, label: { en: 'Lessons', km: 'មេរៀន' } } : view,
              ),
            },
          },
        ],
      },
    });
    const loadExposed = async () => {
      const { useMessages } = defineMessages('late', {
        en: { title: 'The lessons' },
        load: { km: async () => ({ km: { title: 'មេរៀនទាំងអស់' } }) },
      });
      return exposedModule({ views: { lessons: async () => () => <p>{useMessages()('title')}</p> } });
    };
    renderApp({ loadExposed });
    expect(await screen.findByRole('link', { name: 'Lessons' })).toBeTruthy();
    await act(() => setLanguage('km'));
    await user.click(await screen.findByRole('link', { name: 'មេ\u2060រៀន' }));
    expect(await screen.findByText('មេ\u2060រៀនទាំងអស់')).toBeTruthy();
    expect(screen.queryByText('The lessons')).toBeNull();
  });
});

describe('a remote whose manifest has unknown values', () => {
  const withLessons = (change: object, contract = contentManifest.contract) =>
    gateway.on('GET /remotes.json', {
      body: {
        remotes: [
          {
            ...contentRemote,
            manifest: {
              ...contentManifest,
              contract,
              views: contentManifest.views.map((view) =>
                view.id === 'lessons' ? { ...view, ...change } : view,
              ),
            },
          },
        ],
      },
    });

  it.each([
    ['an icon', { icon: 'rocket' }],
    ['a place', { placement: 'footer' }],
    ['a role', { roles: ['admin', 'reviewer'] }],
  ])('such as %s, works: the value is ignored', async (_what, change) => {
    withLessons(change);
    renderApp({ loadExposed: async () => working });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    expect(await screen.findByText('The lessons')).toBeTruthy();
  });

  it('leaves out a view that it cannot read, and shows the others', async () => {
    withLessons({ title: { fr: 'Leçons' } });
    renderApp({ loadExposed: async () => working });
    await user.click(await screen.findByRole('link', { name: 'Main Lessons' }));
    expect(await screen.findByText('Main ones')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Lessons' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'content' })).toBeNull();
  });

  it('of a newer contract shows which console it requires, whatever the rest looks like', async () => {
    const { name, version } = contentManifest;
    const manifest = { name, version, contract: '^9.0.0', title: 'Content', sections: [{ views: [] }] };
    gateway.on('GET /remotes.json', { body: { remotes: [{ ...contentRemote, manifest }] } });
    const load = jest.fn(async () => working);
    const panel = await openBroken(load, 'content');
    expect(panel.textContent).toContain(
      `content 0.1.0 requires console ^9.0.0, but this is console ${contractVersion}.`,
    );
    expect(load).not.toHaveBeenCalled();
  });

  it('shows why none of its views can be read', async () => {
    const views = contentManifest.views.map(({ title, ...view }) => view);
    const manifest = { ...contentManifest, views };
    gateway.on('GET /remotes.json', { body: { remotes: [{ ...contentRemote, manifest }] } });
    const panel = await openBroken(async () => working, 'content');
    expect(panel.textContent).toContain('Its manifest is not valid: views.0.title:');
  });
});

describe('a release that comes while the console is open', () => {
  const release = (build: string, contract = '^3.0.0') =>
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { ...contentManifest, build, contract } }] },
    });

  it('does not affect a loaded remote, nor does an incompatible release', async () => {
    const load = jest.fn(async () => working);
    renderApp({ loadExposed: load });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    await screen.findByText('The lessons');
    release('b2', '^9.0.0');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    await user.click(screen.getByRole('link', { name: 'Main Lessons' }));
    expect(await screen.findByText('Main ones')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
  });

  it('is loaded on Try again after a crash, if it is a different build', async () => {
    isFragileBroken = true;
    const load = jest.fn(async () => exposedModule({ views: { lessons: async () => Fragile } }));
    await openBroken(load);
    await tryAgain();
    await screen.findByRole('alert');
    expect(load).toHaveBeenCalledTimes(1);
    release('b2');
    load.mockResolvedValue(working);
    await tryAgain();
    expect(await screen.findByText('The lessons')).toBeTruthy();
    expect(load).toHaveBeenLastCalledWith('content', '/remotes/content/mf-manifest.json', true);
  });
});

describe('?disable-remotes', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));

  it('starts the console without those remotes: their views say so, and none of their code is fetched', async () => {
    window.history.replaceState(null, '', '/?disable-remotes=quizzes,content');
    const load = jest.fn(async () => working);
    renderApp({ loadExposed: load });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    expect(await screen.findByText('Lessons is disabled')).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Enable' }));
    expect(loadPage).toHaveBeenCalledWith('/?disable-remotes=quizzes');
  });
});

describe('?remote.<name>', () => {
  const entry = 'http://localhost:3103/mf-manifest.json';
  const manifest = { ...contentManifest, label: 'Content of mine' };

  beforeEach(() => {
    window.history.replaceState(
      null,
      '',
      `/?remote.content=${entry}&remote.users=https://evil.example/x.json`,
    );
    gateway.on('GET http://localhost:3103/remote-manifest.json', { body: manifest });
  });
  afterEach(() => {
    window.history.replaceState(null, '', '/');
    document.head.replaceChildren();
  });

  it('loads a remote from there in development mode, shows a notice, and can be reset', async () => {
    document.head.innerHTML = '<meta name="console-mode" content="development">';
    const load = jest.fn(async () => working);
    renderApp({ loadExposed: load });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    expect(await screen.findByText('The lessons')).toBeTruthy();
    expect(load).toHaveBeenCalledWith('content', entry, false);
    expect(screen.getByText(/Development override: content from http:\/\/localhost:3103/)).toBeTruthy();
    expect(gateway.calls.join()).not.toContain('evil.example');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(loadPage).toHaveBeenCalledWith('/');
  });

  it('shows the URL of an override that does not respond', async () => {
    document.head.innerHTML = '<meta name="console-mode" content="development">';
    gateway.on('GET http://localhost:3103/remote-manifest.json', 'no answer');
    const panel = await openBroken(async () => working, 'content');
    expect(panel.textContent).toContain(`Nothing could be loaded from ${entry}.`);
  });

  it('is ignored in production', async () => {
    const load = jest.fn(async () => working);
    renderApp({ loadExposed: load });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    expect(await screen.findByText('The lessons')).toBeTruthy();
    expect(load).toHaveBeenCalledWith('content', contentRemote.entry, false);
    expect(screen.queryByText(/Development override/)).toBeNull();
    expect(gateway.calls.join()).not.toContain('localhost:3103');
  });
});

describe('a remote without a manifest', () => {
  const unknown = {
    name: 'content',
    entry: contentRemote.entry,
    problem: 'It has not answered yet.',
  };

  it('is listed under its registry name, and becomes its views once its manifest is there', async () => {
    gateway.on('GET /remotes.json', { body: { remotes: [unknown] } });
    const panel = await openBroken(async () => working, 'content');
    expect(panel.textContent).toContain('content could not be loaded');
    expect(panel.textContent).toContain('It has not answered yet.');

    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
    await tryAgain();
    expect(await screen.findByText('Main ones')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'content' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Main Lessons' }).getAttribute('aria-current')).toBe('page');
  });

  it('includes every remote whose manifest is not valid', async () => {
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { name: 'content', views: 'many' } }] },
    });
    renderApp();
    const views = within(await screen.findByRole('navigation', { name: 'Views' }));
    expect(await views.findByRole('link', { name: 'content' })).toBeTruthy();
  });
});

describe('a new release of a remote while the console is open', () => {
  it('makes the console offer Refresh when the page becomes visible again', async () => {
    renderApp({ loadExposed: async () => working });
    await screen.findByRole('link', { name: 'Lessons' });
    const comeBack = () => act(async () => document.dispatchEvent(new Event('visibilitychange')));
    const later = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);

    await comeBack();
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();

    jest.spyOn(Date, 'now').mockImplementation(() => later + 120_000);
    gateway.on('GET /remotes.json', {
      body: { remotes: [{ ...contentRemote, manifest: { ...contentManifest, build: 'b2' } }] },
    });
    await comeBack();
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(reloadPage).toHaveBeenCalled());
  });

  it('is also detected once a minute, as is a new shell', async () => {
    document.head.innerHTML = '<meta name="console-build" content="s1">';
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote], shell: { build: 's1' } } });
    renderApp({ loadExposed: async () => working });
    await screen.findByRole('link', { name: 'Lessons' });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote], shell: { build: 's2' } } });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeTruthy();
    document.head.replaceChildren();
  });
});

describe('reports to the gateway', () => {
  const reported: unknown[] = [];
  beforeEach(() => {
    reported.length = 0;
    gateway.on('POST /api/console/browser-reports', ({ body }) => {
      reported.push(body);
      return { body: { counted: true } };
    });
  });
  const release = { remote: 'content', build: 'b1' };

  it('a page load once, and nothing personal of an error', async () => {
    isFragileBroken = true;
    await openBroken(async () => exposedModule({ views: { lessons: async () => Fragile } }));
    await tryAgain();
    await screen.findByRole('alert');
    expect(reported).toEqual([
      { ...release, kind: 'page-load' },
      { ...release, kind: 'render', error: 'Error' },
      { ...release, kind: 'render', error: 'Error' },
    ]);
  });

  it('a remote that could not be loaded', async () => {
    await openBroken(() => Promise.reject(new TypeError('secret')));
    const [pageLoad, first, ...further] = reported;
    expect([pageLoad, first]).toEqual([
      { ...release, kind: 'page-load' },
      { ...release, kind: 'load', error: 'TypeError' },
    ]);
    for (const one of further) expect(one).toMatchObject({ kind: 'load' });
  });

  it('an error that nothing handled, if its script is of a remote', async () => {
    renderApp({ loadExposed: async () => working });
    await user.click(await screen.findByRole('link', { name: 'Lessons' }));
    await screen.findByText('The lessons');
    const fail = (filename: string) =>
      window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('Sok'), filename }));
    fail('http://localhost/shell.js');
    fail('http://localhost/remotes/content/assets/lessons.0123456789.js');
    expect(reported).toEqual([
      { ...release, kind: 'page-load' },
      { ...release, kind: 'script', error: 'RangeError' },
    ]);
  });

  it('nothing of a remote under development', async () => {
    document.head.innerHTML = '<meta name="console-mode" content="development">';
    window.history.replaceState(null, '', '/?remote.content=http://localhost:3101/mf-manifest.json');
    gateway.on('GET http://localhost:3101/remote-manifest.json', { body: contentManifest });
    await openBroken(() => Promise.reject(new Error('RUNTIME-003')));
    expect(reported).toEqual([]);
    document.head.innerHTML = '';
  });
});

it('gives a view its feature flags: the default, or what the gateway says', async () => {
  const Flags = () => <p>{['on', 'off', 'switched', 'unknown'].filter(useFeatureFlagOf).join(' ')}</p>;
  const useFeatureFlagOf = (name: string) => useFeatureFlag(name);
  const flags = { on: { default: true }, off: { default: false }, switched: { default: false } };
  const remote = { ...contentRemote, manifest: { ...contentManifest, flags }, flags: { switched: true } };
  gateway.on('GET /remotes.json', { body: { remotes: [remote] } });
  renderApp({ loadExposed: async () => exposedModule({ views: { lessons: async () => Flags } }) });
  await user.click(await screen.findByRole('link', { name: 'Lessons' }));
  expect(await screen.findByText('on switched')).toBeTruthy();
});

it('lets a view call the own backend of its remote', async () => {
  const Words = () => {
    const call = useRemoteApi();
    const { data } = useQuery({ queryKey: ['words'], queryFn: () => call('words') });
    return <p>{JSON.stringify(data)}</p>;
  };
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
  gateway.on('GET /api/remotes/content/words', { body: ['ទឹក'] });
  renderApp({ loadExposed: async () => exposedModule({ views: { lessons: async () => Words } }) });
  await user.click(await screen.findByRole('link', { name: 'Lessons' }));
  expect(await screen.findByText('["ទឹក"]')).toBeTruthy();
});
