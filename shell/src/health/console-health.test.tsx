import type { RemoteReleases, ServiceHealth } from '@khmer-learning/contracts';
import { setLanguage } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contentManifest, contentRemote } from '../testing/content-manifest.ts';
import {
  admin,
  emptyStats,
  errorResponse,
  type FakeGateway,
  installFakeGateway,
  teacher,
} from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';

let gateway: FakeGateway;

const services: ServiceHealth[] = [
  { name: 'gateway', ready: true, instances: [{ condition: 'ready', failing: [] }] },
  {
    name: 'content',
    ready: true,
    instances: [
      { condition: 'ready', failing: [] },
      { condition: 'degraded', failing: ['nats'] },
      { condition: 'ready', failing: [] },
    ],
  },
  { name: 'stats', ready: false, instances: [] },
];
const tooNew = { ...contentManifest, name: 'quizzes', label: 'Quizzes', contract: '^9.0.0', views: [] };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  jest.spyOn(console, 'error').mockImplementation(() => {});
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', { body: { user: admin } });
  gateway.on('GET /api/dashboard/stats', { body: emptyStats });
  gateway.on('GET /api/console/health', { body: { services } });
  gateway.on('GET /remotes.json', {
    body: {
      remotes: [
        contentRemote,
        { name: 'quizzes', entry: '/q', manifest: tooNew },
        { name: 'Bad Name', problem: 'name must be lower-case letters, digits and hyphens' },
      ],
      problems: [
        {
          name: 'REMOTES',
          problem: 'The registry could not be read. The last valid version is still in use.',
        },
      ],
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function openHealth(user = userEvent.setup()): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Tools' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Console health' }));
  await screen.findByRole('heading', { level: 1, name: 'Console health' });
}

const row = async (table: string, name: RegExp) =>
  within(await screen.findByRole('table', { name: table })).findByRole('row', { name });

it('shows how the own backends of remotes answer, by the labels of remotes that it knows', async () => {
  const label = { en: 'Contents', km: 'មាតិកា' };
  const manifest = { ...contentManifest, label };
  gateway.on('GET /remotes.json', { body: { remotes: [{ ...contentRemote, manifest }] } });
  const remoteApis = [
    { name: 'content', calls: 30, failures: 0, isOpen: false },
    { name: 'flashcards', calls: 9, failures: 6, isOpen: true },
  ];
  gateway.on('GET /api/console/health', { body: { services, remoteApis } });
  renderApp();
  await openHealth();
  const textOf = async (name: RegExp) => (await row('Services', name)).textContent;
  expect(await textOf(/Backend of Contents/)).toMatch(/Ready.*Calls: 30, failed: 0/);
  expect(await textOf(/Backend of flashcards/)).toMatch(/Not ready.*Calls: 9, failed: 6/);
  await act(() => setLanguage('km'));
  await row('សេវា', /មាតិកា/);
  await act(() => setLanguage('en'));
});

it('says that events could not be processed, and where to find what to do', async () => {
  gateway.on('GET /api/console/health', { body: { services, deadEvents: 1 } });
  renderApp();
  await openHealth();
  expect(await screen.findByText(/^1 event could not be processed .* under DeadLetters/)).toBeTruthy();
});

it('shows each remote: version, build, contract, state in this page, and problems', async () => {
  renderApp({ loadExposed: () => Promise.reject(new Error('RUNTIME-003')) });
  await userEvent.click(await screen.findByRole('link', { name: 'Lessons' }));
  await screen.findByRole('alert');
  await openHealth();
  const content = (await row('Remotes', /Content/)).textContent;
  for (const text of ['0.1.0', 'b1', '^3.0.0', 'Failed', 'Content is not available right now.'])
    expect(content).toContain(text);
  const quizzes = (await row('Remotes', /Quizzes/)).textContent;
  for (const text of ['Not loaded', 'Requires console ^9.0.0']) expect(quizzes).toContain(text);
  expect((await row('Remotes', /Bad Name/)).textContent).toContain('name must be lower-case');
  expect(
    screen.getByText('The registry could not be read. The last valid version is still in use.'),
  ).toBeTruthy();
});

it('reports unknown values in a remote’s manifest', async () => {
  const [users, lessons, mainLessons, ...others] = contentManifest.views;
  const views = [
    { ...users, placement: 'footer', roles: ['admin', 'reviewer'], badge: 3 },
    { ...lessons, icon: 'rocket', subtitle: { fr: 'Mots' }, action: { label: 'New', shortcut: 'n' } },
    { ...mainLessons, title: undefined },
    ...others,
  ];
  const manifest = { ...contentManifest, views, pages: [{ path: 7 }], theme: 'dark' };
  gateway.on('GET /remotes.json', { body: { remotes: [{ ...contentRemote, manifest }] } });
  renderApp();
  await openHealth();
  const problems = (await row('Remotes', /Content/)).textContent;
  for (const text of [
    'unknown field theme; it is ignored',
    'Users: unknown field badge; it is ignored',
    'Users: unknown placement; it is shown in the sidebar',
    'Users: unknown role; it is ignored',
    'Lessons: unknown icon; a default icon is shown',
    'Lessons: unknown subtitle; it is ignored',
    'Lessons: unknown field action.shortcut; it is ignored',
    'Main Lessons: title: Must be a text, or an object with the text in English (en) and possibly in Khmer (km); the view is left out',
    'pages.0: path: Invalid input: expected string, received number; the page is left out',
  ])
    expect(problems).toContain(text);
});

it('shows a loaded remote and a disabled one', async () => {
  window.history.replaceState(null, '', '/?disable-remotes=quizzes');
  renderApp({
    loadExposed: async () => exposedModule({ views: { lessons: async () => () => <p>The lessons</p> } }),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Lessons' }));
  await screen.findByText('The lessons');
  await openHealth();
  expect((await row('Remotes', /Content/)).textContent).toContain('Loaded');
  expect((await row('Remotes', /Quizzes/)).textContent).toContain('Disabled');
  window.history.replaceState(null, '', '/');
});

it('shows each service with its processes and failing checks, without axe violations', async () => {
  const { container } = renderApp();
  await openHealth();
  const content = (await row('Services', /content/)).textContent;
  for (const text of ['Ready', '2 ready, 1 degraded', 'nats']) expect(content).toContain(text);
  expect((await row('Services', /stats/)).textContent).toMatch(/Not ready.*none found/);
  expect(await axeViolations(container)).toEqual([]);
});

it('refreshes automatically, and keeps the last data while there is no response', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderApp();
  await openHealth(user);
  await row('Services', /stats Not ready/);
  const well = [{ name: 'stats', ready: true, instances: [{ condition: 'ready', failing: [] }] }];
  gateway.on('GET /api/console/health', { body: { services: well } });
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  await row('Services', /stats Ready/);
  gateway.on('GET /api/console/health', 'no answer');
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(await screen.findByText(/The status below may be out of date/)).toBeTruthy();
  await row('Services', /stats Ready/);
});

it('shows the time of the last update, and a remote’s new state even if the responses are the same', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  let load = (_module: object) => {};
  renderApp({ loadExposed: () => new Promise((resolve) => (load = resolve)) });
  await user.hover(await screen.findByRole('link', { name: 'Lessons' }));
  await openHealth(user);
  expect((await row('Remotes', /Content/)).textContent).toContain('Loading');
  const lookedAt = () => screen.getByText(/last updated at \d\d:\d\d:\d\d/).textContent;
  const before = lookedAt();
  load(exposedModule({ views: { lessons: async () => () => <p>The lessons</p> } }));
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect((await row('Remotes', /Content/)).textContent).toContain('Loaded');
  expect(lookedAt()).not.toBe(before);
});

it('shows what could not be loaded, and retries', async () => {
  gateway.on('GET /api/console/health', errorResponse(503, 'The service is not available right now'));
  renderApp();
  await openHealth();
  expect(await screen.findByText('The status of the services could not be loaded')).toBeTruthy();
  expect(await row('Remotes', /Content/)).toBeTruthy();
  gateway.on('GET /api/console/health', { body: { services } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row('Services', /gateway/)).toBeTruthy();
});

it('lists background jobs that failed too often, and retries one', async () => {
  const dead = {
    job: 'deletion of lessons',
    id: 'main-lesson.7',
    failures: 20,
    error: 'Error: an index is broken',
    failedAt: '2026-11-23T06:00:00.000Z',
  };
  gateway.on('GET /api/dead-jobs/content', { body: { jobs: [dead] } });
  for (const service of ['commerce', 'media', 'users'])
    gateway.on(`GET /api/dead-jobs/${service}`, { body: { jobs: [] } });
  gateway.on('POST /api/dead-jobs/content/retry', ({ body }) => {
    expect(body).toEqual({ job: dead.job, id: dead.id });
    gateway.on('GET /api/dead-jobs/content', { body: { jobs: [] } });
    return { body: { message: 'The job will be retried' } };
  });
  const { container } = renderApp();
  await openHealth();
  const listed = await row('Failed background jobs', /content: deletion of lessons, main-lesson\.7/);
  expect(listed.textContent).toMatch(/20.*Error: an index is broken/);
  expect(await axeViolations(container)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry deletion of lessons, main-lesson.7' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Failed background jobs' })).toBeNull());
  expect(screen.getByText('The job will be retried')).toBeTruthy();
});

describe('releases of a remote', () => {
  const since = '2026-11-23T06:00:00.000Z';
  const release = (
    version: string,
    build: string,
    change: Partial<RemoteReleases['releases'][number]> = {},
  ) => ({
    version,
    build,
    liveSince: since,
    people: 0,
    failedPeople: 0,
    withdrawn: null,
    ...change,
  });
  const current = release('0.0.9', 'b0', { people: 15, failedPeople: 1 });
  const newer = release('0.1.0', 'b1', { people: 8, failedPeople: 3 });
  const content: RemoteReleases = {
    name: 'content',
    version: 7,
    current: 'b0',
    trial: { build: 'b1', share: 50, since, isFailing: false },
    releases: [newer, current],
    flags: {},
  };
  const answerWith = (change: Partial<RemoteReleases>) =>
    gateway.on('GET /api/console/releases', { body: { remotes: [{ ...content, ...change }] } });

  async function openReleases(shown = /Content/): Promise<HTMLElement> {
    await openHealth();
    await row('Remotes', shown);
    await userEvent.click(screen.getByRole('button', { name: 'Releases of Content' }));
    return screen.findByRole('dialog', { name: 'Releases of Content' });
  }
  const click = (scope: HTMLElement, name: string) =>
    userEvent.click(within(scope).getByRole('button', { name }));

  it('shows the history with the people for whom a release failed, and rolls back after a confirmation', async () => {
    answerWith({});
    gateway.on('PUT /api/console/releases/content/live', ({ body, headers }) => {
      expect(body).toEqual({ build: 'b0', share: 100 });
      expect(headers.get('if-match')).toBe('"7"');
      answerWith({ trial: null, releases: [{ ...newer, withdrawn: { at: since } }, current] });
      return { body: { ...content, trial: null } };
    });
    renderApp();
    const dialog = await openReleases(/Content.*Trial at 50 %/);
    expect((await row('Releases of Content', /0\.1\.0/)).textContent).toMatch(/b1.*Trial at 50 %.*8.*3/);
    expect((await row('Releases of Content', /0\.0\.9/)).textContent).toMatch(/b0.*Current.*15.*1/);
    expect(await axeViolations(dialog)).toEqual([]);

    await click(dialog, 'Go back to 0.0.9');
    await click(await screen.findByRole('alertdialog', { name: 'Release Content 0.0.9?' }), 'Release');
    expect((await row('Releases of Content', /0\.1\.0 ?b1 ?Withdrawn/)).textContent).toContain('Withdrawn');
    expect(screen.getByText('Content 0.0.9 released to all browsers')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('gives a release to a share of the browsers', async () => {
    answerWith({ trial: null });
    const sent = jest.fn(() => ({ body: content }));
    gateway.on('PUT /api/console/releases/content/live', ({ body }) => {
      expect(body).toEqual({ build: 'b1', share: 10 });
      return sent();
    });
    renderApp();
    await click(await openReleases(), 'Release 0.1.0 (b1)');
    const question = await screen.findByRole('alertdialog', { name: 'Release Content 0.1.0?' });
    await userEvent.click(within(question).getByRole('combobox', { name: 'Browsers' }));
    await userEvent.click(await screen.findByRole('option', { name: '10 % of browsers' }));
    await click(question, 'Release');
    await waitFor(() => expect(sent).toHaveBeenCalled());
    expect(await screen.findByText('Content 0.1.0 released to 10 % of browsers')).toBeTruthy();
  });

  it('says when another admin was faster', async () => {
    answerWith({});
    const message = 'This remote was changed by someone else';
    gateway.on('PUT /api/console/releases/content/live', {
      status: 409,
      body: { message, code: 'stale_version', requestId: 'r-1' },
    });
    renderApp();
    await click(await openReleases(), 'Release to all');
    const question = await screen.findByRole('alertdialog', { name: 'Release Content 0.1.0?' });
    await click(question, 'Release');
    expect((await within(question).findByRole('alert')).textContent).toContain(message);
  });

  it('suggests to go back from a release that fails, with a button', async () => {
    answerWith({ trial: { build: 'b1', share: 100, since, isFailing: true } });
    const sent = jest.fn();
    gateway.on('PUT /api/console/releases/content/live', ({ body }) => {
      sent(body);
      answerWith({ trial: null });
      return { body: { ...content, trial: null } };
    });
    renderApp();
    await openHealth();
    expect(await screen.findByText('Content 0.1.0 is live for all browsers')).toBeTruthy();
    expect(screen.getByText(/It failed for 3 of 8 people\.$/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Go back to 0.0.9' }));
    await click(await screen.findByRole('alertdialog', { name: 'Release Content 0.0.9?' }), 'Release');
    await waitFor(() => expect(screen.queryByText('Content 0.1.0 is live for all browsers')).toBeNull());
    expect(sent).toHaveBeenCalledWith({ build: 'b0', share: 100 });
  });

  it('switches the feature flags of the manifest', async () => {
    const flags = { 'new-editor': { default: false, description: 'The new editor for answers' } };
    const manifest = { ...contentManifest, flags };
    gateway.on('GET /remotes.json', { body: { remotes: [{ ...contentRemote, manifest }] } });
    answerWith({ trial: null });
    gateway.on('PUT /api/console/releases/content/flags/new-editor', ({ body, headers }) => {
      expect([body, headers.get('if-match')]).toEqual([{ share: 100 }, '"7"']);
      answerWith({ trial: null, flags: { 'new-editor': 100 } });
      return { body: content };
    });
    renderApp();
    const dialog = await openReleases();
    const flag = within(dialog).getByRole('combobox', { name: 'new-editor' });
    expect([flag.textContent, within(dialog).getByText('The new editor for answers').tagName]).toEqual([
      'Default (off)',
      'P',
    ]);
    await userEvent.click(flag);
    await userEvent.click(await screen.findByRole('option', { name: 'On' }));
    await waitFor(() => expect(flag.textContent).toBe('On'));
    expect(screen.getByText('Flag new-editor changed successfully')).toBeTruthy();
  });

  it('shows what could not be loaded, and retries', async () => {
    gateway.on('GET /api/console/releases', errorResponse(503, 'The service is not available right now'));
    renderApp();
    const dialog = await openReleases();
    expect(await within(dialog).findByText('The releases could not be loaded')).toBeTruthy();
    answerWith({});
    await click(dialog, 'Try again');
    expect(await row('Releases of Content', /0\.1\.0/)).toBeTruthy();
  });
});

it('is not offered to a teacher', async () => {
  gateway.on('GET /api/auth/session', { body: { user: teacher } });
  renderApp();
  await screen.findByRole('link', { name: 'Lessons' });
  expect(screen.queryByRole('button', { name: 'Tools' })).toBeNull();
});
