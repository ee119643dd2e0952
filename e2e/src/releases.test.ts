import { execFile } from 'node:child_process';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConsolePage } from '@khmer-learning/console-e2e';
import { authRegister, dashboardStatsGet } from '@khmer-learning/contracts';
import {
  type Child,
  freePort,
  repoRoot,
  type Stack,
  signInToConsole,
  startChild,
} from '@khmer-learning/local-stack';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, openPage, openPageIn } from './browser.ts';
import { createOutsideRemote, type OutsideRemote } from './outside-remote.ts';
import { createRemoteServer, type RemoteServer } from './remote-server.ts';
import { startTestStack } from './test-stack.ts';

/**
 * Good and broken releases of the quizzes remote, and outages of the content remote's host: the console shows the problem,
 * everything else keeps working, and the view recovers automatically or by `Try again`. The first release is the product's
 * own, built with webpack; the others are built with Rspack, with the same contract.
 */
let stack: Stack;
let browser: Browser;
/** The browser profile of an admin who is signed in. */
let session: BrowserContext;
/** The remote is behind the gateway, like in an installation with containers. */
let host: RemoteServer;
/** The content remote is on another origin, and not yet reachable when the gateway starts. */
let contentHost: RemoteServer;
let contentOrigin: string;
let releases: string;
let registryFile: string;
/** A developer's console, with the remote under development. */
let devServer: Child | undefined;
/** Script errors and violations of the page's Content-Security-Policy. */
let errors: string[];

const firstRelease = path.join(repoRoot(), 'mf-quizzes/dist');
const ownEntry = '/remotes/quizzes/mf-manifest.json';
const release = (name: string) => path.join(releases, name);

beforeAll(async () => {
  const folder = await createTempDirectory();
  releases = path.join(folder, 'releases');
  registryFile = path.join(folder, 'remotes.json');
  await buildReleases();
  const contentPort = await freePort();
  contentHost = createRemoteServer(path.join(repoRoot(), 'mf-content/dist'), contentPort);
  contentOrigin = `http://127.0.0.1:${contentPort}`;
  await writeRegistry(ownEntry);
  const port = await freePort();
  host = createRemoteServer(firstRelease, port);
  await host.start();
  const others = ['users', 'commerce'].map((name) => `${name}=${path.join(repoRoot(), `mf-${name}/dist`)}`);
  [stack, browser] = await Promise.all([
    startTestStack({
      env: {
        REMOTES: registryFile,
        REMOTE_DIRS: others.join(','),
        REMOTE_URLS: `quizzes=http://127.0.0.1:${port}`,
      },
    }),
    launchBrowser(),
  ]);
  const page = await openPage(browser);
  session = page.context();
  await new ConsolePage(page).signIn(stack.url, stack.admin);
});

afterAll(async () => {
  await devServer?.stop();
  await browser?.close();
  await stack?.stop();
  await host?.stop();
  await contentHost?.stop();
});

beforeEach(async () => {
  errors = [];
  await writeRegistry(ownEntry);
  await publish(firstRelease);
});
afterEach(async () => {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.close()));
});

async function buildReleases(): Promise<void> {
  const script = path.join(repoRoot(), 'e2e/fixtures/rspack-remote/build.mjs');
  await promisify(execFile)(process.execPath, [script, releases]);
}

/** The registry, with the quizzes remote at the given entry, and other remotes. */
async function writeRegistry(
  entry: string,
  {
    share = 100,
    others = [],
  }: { share?: number; others?: readonly { name: string; entry: string; api?: string }[] } = {},
): Promise<void> {
  const remotes = [
    { name: 'content', entry: `${contentOrigin}/mf-manifest.json` },
    { name: 'users', entry: '/remotes/users/mf-manifest.json' },
    { name: 'commerce', entry: '/remotes/commerce/mf-manifest.json' },
    { name: 'quizzes', entry, share },
    ...others,
  ];
  await writeFile(`${registryFile}.new`, JSON.stringify(remotes));
  await rename(`${registryFile}.new`, registryFile);
}

interface Listed {
  remotes: { name: string; entry: string; manifest?: { build: string } }[];
}

/** Waits until the gateway lists the build in a folder. */
async function waitUntilListed(folder: string, entry = ownEntry, name = 'quizzes'): Promise<void> {
  const { build } = JSON.parse(await readFile(path.join(folder, 'remote-manifest.json'), 'utf8'));
  await eventually(async () => {
    const { remotes } = (await (await fetch(`${stack.url}/remotes.json`)).json()) as Listed;
    const listed = remotes.find((remote) => remote.name === name);
    expect(listed?.manifest?.build).toBe(build);
    // Our own preset also publishes an entry for each build alone.
    expect([entry, entry.replace(/json$/, `${build}.json`)]).toContain(listed?.entry);
  });
}

async function publish(folder: string): Promise<void> {
  host.serve(folder);
  await waitUntilListed(folder);
}

async function openConsole(query = ''): Promise<ConsolePage> {
  const page = await openPageIn(session, errors);
  await page.goto(`${stack.url}/dashboard${query}`);
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
  return new ConsolePage(page);
}

/** Checks the views of the other remotes and the shell's own. */
async function expectOtherViewsToWork(admin: ConsolePage): Promise<void> {
  await admin.openView('Lessons');
  await admin.page.getByRole('row', { name: /The weather/ }).waitFor();
  await admin.openView('Users');
  await admin.page.getByRole('row').nth(1).waitFor();
  await admin.openView('Dashboard');
  await admin.dashboardCard('Recent Content').waitFor();
}

const panel = (admin: ConsolePage, text: string) =>
  admin.page.getByRole('alert').filter({ hasText: text }).first();

const tryAgain = (admin: ConsolePage) => admin.page.getByRole('button', { name: 'Try again' }).click();

/** Waits until the view recovers automatically, or clicks `Try again` if the console has stopped retrying. */
async function waitUntilRecovered(admin: ConsolePage): Promise<void> {
  const again = admin.page.getByRole('button', { name: 'Try again', disabled: false });
  const view = admin.page.getByRole('heading', { name: 'The second release' });
  await view.or(again).first().waitFor();
  await eventually(
    async () => {
      // An automatic retry may remove the button at any moment.
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined);
      expect(await view.isVisible()).toBe(true);
    },
    { intervalMs: 1_000 },
  );
  await expectSecondReleaseToWork(admin);
}

/** Checks that the Rspack release works with the console's session, calls, header, components and styles. */
async function expectSecondReleaseToWork(admin: ConsolePage): Promise<void> {
  await admin.page.getByRole('heading', { name: 'The second release' }).waitFor();
  await admin.page.getByRole('banner').getByRole('button', { name: 'Count' }).click();
  await admin.page.getByText('Counted to 1').waitFor();
  await admin.page.getByText(stack.admin.email).last().waitFor();
}

describe('an outage of a remote’s host affects only its views', () => {
  /** Clicks `Try again` until it, or an automatic retry, has removed the button. */
  async function tryUntilLoaded({ page }: ConsolePage): Promise<void> {
    const button = page.getByRole('button', { name: 'Try again' });
    await eventually(
      async () => {
        if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
        expect(await button.isVisible()).toBe(false);
      },
      { intervalMs: 1_000 },
    );
  }

  it('starts, signs in and shows the figures of the others although a remote was never reachable', async () => {
    const admin = new ConsolePage(await openPage(browser, errors));
    await admin.signIn(stack.url, stack.admin);
    const cardText = (label: string) => admin.dashboardCard(label).textContent();
    expect(await cardText('Total Users')).toContain('5');
    expect(await cardText('Total Purchases Complete')).toContain('$14.98');
    expect(await admin.dashboardCard('Total Lessons').count()).toBe(0);
    const figures = await admin.page.request.get(stack.url + dashboardStatsGet.path);
    expect(await figures.json()).toMatchObject({
      totalMainLessons: 3,
      premiumMainLessons: 1,
      freeMainLessons: 2,
      avgPrice: 9.99,
      totalLessons: 14,
      totalQuizzes: 6,
      totalUsers: 5,
      totalActiveUsers: 5,
      totalPurchaseHistoryComplete: 14.98,
    });

    await admin.openView('content');
    await panel(admin, 'content could not be loaded').waitFor();
    await contentHost.start();
    await eventually(async () => {
      const answer = await fetch(`${stack.url}/remotes.json`);
      expect(await answer.text()).toContain('Lesson Management');
    });
    await tryUntilLoaded(admin);
    await admin.page.getByRole('heading', { name: 'Main Lesson Management' }).waitFor();
    await admin.page.getByRole('row', { name: /First Words/ }).waitFor();
    await admin.openView('Dashboard');
    expect(await cardText('Total Lessons')).toContain('14');
    expect(await cardText('Total Main Lessons')).toContain('3');
    expect(await cardText('Premium Main Lessons')).toContain('Average price: $9.99');
    await admin.dashboardCard('Recent Content').getByText('The weather').waitFor();
  });

  it('keeps an unreachable remote in the sidebar, and recovers it', async () => {
    await contentHost.stop();
    const admin = await openConsole();
    await admin.openView('Lessons');
    await admin.page.getByText('Lessons could not be loaded').waitFor();
    await admin.openView('Dashboard');
    expect(await admin.dashboardCard('Total Lessons').textContent()).toContain('14');

    await admin.openView('Lessons');
    await panel(admin, 'Lessons could not be loaded')
      .filter({ hasNotText: 'Retrying automatically' })
      .waitFor();
    await contentHost.start();
    await tryUntilLoaded(admin);
    await admin.page.getByRole('row', { name: /The weather/ }).waitFor();
  });
});

it('a newer release: the open console continues to work, offers Refresh, and then shows it', async () => {
  const both = await createTempDirectory();
  await cp(firstRelease, both, { recursive: true });
  await publish(both);
  const page = await openPage(browser, errors);
  await page.clock.install();
  const admin = new ConsolePage(page);
  await admin.signIn(stack.url, stack.admin);
  await admin.openView('Quizzes');
  await page
    .getByRole('button', { name: /^Preview|^View|^Edit/ })
    .first()
    .waitFor();

  // A release adds the new files without removing the old ones.
  await cp(release('good'), both, { recursive: true });
  await publish(both);
  await page.clock.fastForward('01:05');
  await page.getByText('A new version of the console is available.').waitFor();

  const form = await admin.openActionDialog('New Quiz');
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectSecondReleaseToWork(admin);
  await expectOtherViewsToWork(admin);
  expect(errors).toEqual([]);
});

deep.it(
  'a release for another console: shows the required version before any of its code is loaded',
  async () => {
    await publish(release('of-another-contract'));
    const admin = await openConsole();
    const fetched: string[] = [];
    admin.page.on('request', (request) => fetched.push(request.url()));
    await admin.openView('Quizzes');
    await panel(admin, 'Quizzes 3.0.0 requires console ^9.0.0, but this is console 3.').waitFor();
    expect(fetched.filter((url) => url.includes('/remotes/quizzes/'))).toEqual([]);
    await expectOtherViewsToWork(admin);

    await admin.openView('Quizzes');
    await publish(release('good'));
    await tryAgain(admin);
    await expectSecondReleaseToWork(admin);
  },
);

it('a remote built with Vite, whose entry is an ES module: works, and is replaced when it has crashed', async () => {
  const fixture = path.join(repoRoot(), 'e2e/fixtures/vite-remote');
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, args, { cwd: fixture })).stdout;
  await run('build.mjs');
  const [good, broken] = ['good', 'throws-on-render'].map((name) => path.join(fixture, 'dist', name));
  if (good === undefined || broken === undefined) throw new Error('nothing built');
  // Fails with its output if a check does.
  await run(path.join(repoRoot(), 'node_modules/.bin/console-contract'), good);

  const port = await freePort();
  const wordGames = createRemoteServer(broken, port);
  await wordGames.start();
  const name = 'word-games';
  const entry = `http://127.0.0.1:${port}/mf-manifest.json`;
  await writeRegistry(ownEntry, { others: [{ name, entry }] });
  await waitUntilListed(broken, entry, name);
  const admin = await openConsole();
  await admin.dashboardCard('Word Games').getByText('Open Word Games in the sidebar.').waitFor();
  await admin.openView('Word Games');
  await panel(admin, 'Word Games stopped working').waitFor();
  wordGames.serve(good);
  await waitUntilListed(good, entry, name);
  await tryAgain(admin);
  await admin.page.getByText(/^Hello .+, this is Word Games\.$/).waitFor();
  await wordGames.stop();
});

describe('a broken release: everything else works, and a fixed release is loaded', () => {
  const onRender = ['throws on render', 'throws-on-render', 'Quizzes stopped working'];
  const others = [
    [
      'throws on evaluation',
      'throws-on-evaluation',
      'Quizzes could not be started. Details: No quizzes today',
    ],
    [
      'exports the wrong thing',
      'exports-the-wrong-thing',
      'Quizzes could not be started. Details: it is not a remote of this console.',
    ],
    ['lacks its view', 'lacks-its-view', 'A part of Quizzes is missing.'],
  ];
  it.each(depth([onRender], [onRender, ...others]))('%s', async (_what, name = '', text = '') => {
    await publish(release(name));
    const admin = await openConsole();
    await admin.openView('Quizzes');
    await panel(admin, text).waitFor();
    await expectOtherViewsToWork(admin);
    await admin.openView('Quizzes');
    await panel(admin, text).waitFor();
    await publish(release('good'));
    await waitUntilRecovered(admin);
  });
});

deep.describe('a failing host: everything else works, and the view recovers automatically', () => {
  beforeEach(() => publish(release('good')));

  const failures: [string, RequestListener][] = [
    ['is away', (request) => request.socket.destroy()],
    ['has nothing', (_request, response) => response.writeHead(404).end()],
    ['hangs', () => undefined],
    [
      'answers with HTML',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    ],
  ];
  it.each(failures)('%s', async (_what, failure) => {
    host.respondWith(failure);
    const admin = await openConsole();
    await admin.openView('Quizzes');
    await panel(admin, 'Quizzes is not available right now.').waitFor();
    await expectOtherViewsToWork(admin);

    await admin.openView('Quizzes');
    await panel(admin, 'Retrying automatically.').waitFor();
    host.serve(release('good'));
    await expectSecondReleaseToWork(admin);
  });
});

deep.describe('a remote of another origin', () => {
  async function startForeignHost(options: {
    cors: boolean;
  }): Promise<{ entry: string; close(): Promise<void> }> {
    const port = await freePort();
    const other = createRemoteServer(release('good'), port, options);
    await other.start();
    return { entry: `http://127.0.0.1:${port}/mf-manifest.json`, close: () => other.stop() };
  }

  it('works with the page’s policy, which allows only the remotes’ origins', async () => {
    const other = await startForeignHost({ cors: true });
    await writeRegistry(other.entry);
    await waitUntilListed(release('good'), other.entry);
    const admin = await openConsole();
    await admin.openView('Quizzes');
    await expectSecondReleaseToWork(admin);
    const policy = (await fetch(stack.url)).headers.get('content-security-policy') ?? '';
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    expect(sources.slice(0, 2)).toEqual(["'self'", expect.stringMatching(/^'nonce-[^']+'$/)]);
    expect(sources.slice(2).sort()).toEqual([contentOrigin, new URL(other.entry).origin].sort());
    expect(errors).toEqual([]);
    await other.close();
  });

  it('without CORS is a panel, until it is served with CORS', async () => {
    const closed = await startForeignHost({ cors: false });
    await writeRegistry(closed.entry);
    await waitUntilListed(release('good'), closed.entry);
    const admin = await openConsole();
    await admin.openView('Quizzes');
    await panel(admin, 'Quizzes is not available right now.').waitFor();
    await expectOtherViewsToWork(admin);
    await writeRegistry(ownEntry);
    await waitUntilListed(firstRelease);
    await admin.openView('Quizzes');
    await admin.page
      .getByRole('button', { name: /^Preview|^View|^Edit/ })
      .first()
      .waitFor();
    await closed.close();
  });
});

deep.it('omits a remote that the address disables', async () => {
  const admin = await openConsole('?disable-remotes=quizzes,users');
  await admin.openView('Quizzes');
  await admin.page.getByText('Quizzes is disabled').waitFor();
  await admin.openView('Lessons');
  await admin.page.getByRole('row', { name: /The weather/ }).waitFor();
  await admin.openView('Users');
  await admin.page.getByRole('button', { name: 'Enable' }).click();
  await admin.page.getByRole('row').nth(1).waitFor();
  expect(admin.page.url()).toBe(`${stack.url}/dashboard?disable-remotes=quizzes#/users`);
});

/** Runs the same as `npm run dev -w mf-quizzes`. Resolves after the first build. */
async function startDevServer(port: number): Promise<void> {
  devServer = await startChild({
    command: process.execPath,
    args: [path.join(repoRoot(), 'libs/remote-build/bin/build.mjs'), '--watch'],
    cwd: path.join(repoRoot(), 'mf-quizzes'),
    env: { ...process.env, DEV_SERVER_PORT: String(port) },
  });
  await eventually(
    async () => expect((await fetch(`http://localhost:${port}/mf-manifest.json`)).status).toBe(200),
    { timeoutMs: 120_000 },
  );
}

deep.it('loads a remote from a developer’s machine, shows it, and resets it with one click', async () => {
  const port = await freePort();
  await startDevServer(port);
  const admin = await openConsole(`?remote.quizzes=http://localhost:${port}/mf-manifest.json`);
  await admin.page.getByText(`Development override: quizzes from http://localhost:${port}`).waitFor();
  const fetched: string[] = [];
  admin.page.on('request', (request) => fetched.push(request.url()));
  await admin.openView('Quizzes');
  const form = await admin.openActionDialog('New Quiz');
  await form.getByRole('button', { name: 'Close' }).click();
  expect(fetched).toContain(`http://localhost:${port}/remoteEntry.js`);
  await devServer?.stop();
  await admin.page.getByRole('button', { name: 'Reset' }).click();
  await admin.page
    .getByRole('button', { name: /^Preview|^View|^Edit/ })
    .first()
    .waitFor();
  expect(admin.page.url()).toBe(`${stack.url}/dashboard#/quizzes`);
  expect(errors).toEqual([]);
});

deep.describe('Console health', () => {
  async function openHealth(admin: ConsolePage): Promise<void> {
    await admin.page.getByRole('button', { name: 'Tools' }).click();
    await admin.page.getByRole('menuitem', { name: 'Console health' }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'Console health' }).waitFor();
  }
  const row = (admin: ConsolePage, table: string, name: RegExp) =>
    admin.page.getByRole('table', { name: table }).getByRole('row', { name });

  it('shows releases with their state and each service, and refreshes automatically', async () => {
    await publish(release('throws-on-evaluation'));
    const admin = await openConsole();
    await admin.openView('Quizzes');
    await panel(admin, 'Quizzes could not be started.').waitFor();
    await openHealth(admin);
    await row(
      admin,
      'Remotes',
      /Quizzes 2\.0\.1 .* Failed Quizzes could not be started\. Details: No quizzes today/,
    ).waitFor();
    await row(admin, 'Services', /^content Ready 1 ready/).waitFor();
    await publish(release('good'));
    await row(admin, 'Remotes', /Quizzes 2\.0\.0/).waitFor();
  });
});

describe('two releases at a time', () => {
  let firstBuild: string;

  /** Publishes a release beside the first one, for a share of the browsers. */
  async function releaseBeside(name: string, share: number): Promise<void> {
    const folder = await createTempDirectory();
    await cp(firstRelease, folder, { recursive: true });
    firstBuild = JSON.parse(await readFile(path.join(folder, 'remote-manifest.json'), 'utf8')).build;
    await publish(folder);
    await writeRegistry(ownEntry, { share });
    await cp(release(name), folder, { recursive: true });
  }

  const idOf = (browserNumber: number) => browserNumber.toString(16).padStart(16, '0');
  async function buildFor(id: string): Promise<string | undefined> {
    const answer = await fetch(`${stack.url}/remotes.json`, {
      headers: { cookie: `console-browser-id=${id}` },
    });
    const { remotes } = (await answer.json()) as Listed;
    return remotes.find(({ name }) => name === 'quizzes')?.manifest?.build;
  }
  const expectFirstRelease = ({ page }: ConsolePage) =>
    page
      .getByRole('button', { name: /^Preview|^View|^Edit/ })
      .first()
      .waitFor();
  async function openReleases(admin: ConsolePage) {
    await admin.openFromTools('Console health');
    await admin.page.getByRole('button', { name: 'Releases of Quizzes' }).click();
    return admin.page.getByRole('dialog', { name: 'Releases of Quizzes' });
  }

  deep.it('gives a new release to half of the browsers, and each of them keeps what it has', async () => {
    await releaseBeside('good', 50);
    const ids = Array.from({ length: 30 }, (_, browserNumber) => idOf(browserNumber));
    let builds: (string | undefined)[] = [];
    await eventually(async () => {
      builds = await Promise.all(ids.map(buildFor));
      expect(new Set(builds).size).toBe(2);
    });
    const { hostname } = new URL(stack.url);
    for (const isFirst of [true, false]) {
      const id = ids.find((_, index) => (builds[index] === firstBuild) === isFirst) ?? '';
      await session.addCookies([{ name: 'console-browser-id', value: id, domain: hostname, path: '/' }]);
      const admin = await openConsole();
      for (let visit = 0; visit < 2; visit += 1) {
        await admin.openView('Quizzes');
        await (isFirst ? expectFirstRelease(admin) : expectSecondReleaseToWork(admin));
        await admin.page.reload();
      }
    }
    expect(errors).toEqual([]);
    await session.clearCookies({ name: 'console-browser-id' });
  });

  deep.it('is suggested to go back from when it fails for everybody', async () => {
    await releaseBeside('throws-on-render', 100);
    await eventually(async () => expect(await buildFor(idOf(1))).not.toBe(firstBuild));
    const admin = await openConsole();
    await admin.openView('Quizzes');
    await panel(admin, 'Quizzes stopped working').waitFor();
    await admin.openFromTools('Console health');
    await admin.page.getByText('Quizzes 2.0.2 is live for all browsers').waitFor();
    await admin.page.getByRole('button', { name: /^Go back to/ }).click();
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click();
    await eventually(async () => expect(await buildFor(idOf(1))).toBe(firstBuild));

    const visitor = await openConsole();
    await visitor.openView('Quizzes');
    await expectFirstRelease(visitor);
  });

  it('is rolled back with one click and a confirmation', async () => {
    await releaseBeside('good', 100);
    await eventually(async () => expect(await buildFor(idOf(1))).not.toBe(firstBuild));
    const admin = await openConsole();
    const dialog = await openReleases(admin);
    await dialog.getByRole('button', { name: /^Go back to/ }).click();
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click();
    await dialog.getByRole('row', { name: /^2\.0\.0 .* Withdrawn/ }).waitFor();
    expect(await buildFor(idOf(1))).toBe(firstBuild);

    const visitor = await openConsole();
    await visitor.openView('Quizzes');
    await expectFirstRelease(visitor);
  });
});

deep.describe('a remote from a repository of its own', () => {
  const name = 'word-games';
  let remote: OutsideRemote;
  const greeting = (admin: ConsolePage) => admin.page.getByText(/^Hello .+, this is Word Games\.$/);

  // It packs the packages, builds the shell for development, and installs about 800 packages.
  beforeAll(async () => {
    remote = await createOutsideRemote(name);
  }, 900_000);

  it('passes its tests, its build and the check of the contract', async () => {
    const output = await remote.run('test');
    expect(output).toContain('KB of gzip, budget 60 KB');
    expect(output).toContain('ok      views, pages and extensions: word-games');
    // As console-contract says it; the tests of the service log codes of errors that end so.
    expect(output).not.toMatch(/^FAILED/m);
    expect(await remote.run('test:e2e')).toMatch(/pass 1$/m);
  });

  it('is shown alone in the console by npm start, with a session, its header, the theme and a fake API', async () => {
    const host = await remote.start();
    try {
      const page = await openPage(browser, errors);
      await page.goto(host.url);
      const admin = new ConsolePage(page);
      await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
      const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
      await eventually(async () =>
        expect(await views.allTextContents()).toEqual(['Dashboard', 'Word Games']),
      );
      await admin.openView('Word Games');
      await page.getByRole('banner').getByRole('heading', { name: 'Word Games' }).waitFor();
      await greeting(admin).waitFor();
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await eventually(async () =>
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark'),
      );
      expect(errors).toEqual([]);
    } finally {
      await host.stop();
    }
  });

  it('is shown with the API of a running console, whose users sign in', async () => {
    const host = await remote.start(stack.url);
    try {
      const admin = new ConsolePage(await openPage(browser, errors));
      await admin.signIn(host.url, stack.admin);
      await admin.openView('Word Games');
      await greeting(admin).waitFor();
      expect(await greeting(admin).textContent()).toContain('Hello Khmer');
      expect(errors).toEqual([]);
    } finally {
      await host.stop();
    }
  });

  it('has a service that the console calls for the users whose role its manifest names', async () => {
    const manifest = path.join(remote.folder, 'remote.manifest.ts');
    const source = await readFile(manifest, 'utf8');
    await writeFile(
      manifest,
      source.replace("api: { roles: ['admin', 'teacher'] }", "api: { roles: ['admin'] }"),
    );
    const built = await remote.release();
    await writeFile(manifest, source);
    const port = await freePort();
    const wordGames = createRemoteServer(built, port);
    await wordGames.start();
    const service = await remote.startService(stack.url);
    try {
      const entry = `http://127.0.0.1:${port}/mf-manifest.json`;
      await writeRegistry(ownEntry, { others: [{ name, entry, api: service.url }] });
      await waitUntilListed(built, entry, name);
      const admin = await openConsole();
      await admin.openView('Word Games');
      await admin.page.getByText('The service knows you as user 1.').waitFor();
      expect((await fetch(`${service.url}/me`)).status).toBe(401);

      const account = { email: 'sreymom@example.com', password: 'a teacher of words' };
      const client = await signInToConsole(stack.url, stack.admin);
      await client.call(authRegister, {
        body: { ...account, firstName: 'Sreymom', lastName: 'Games', role: 'teacher' },
      });
      const teacher = new ConsolePage(await openPage(browser));
      await teacher.signIn(stack.url, account);
      await teacher.openView('Word Games');
      await panel(teacher, 'Service could not be loaded').waitFor();
      await greeting(teacher).waitFor();
    } finally {
      await service.stop();
      await wordGames.stop();
    }
  });

  it('is added to a running console, crashes alone, and is rolled back', async () => {
    const port = await freePort();
    const good = await remote.release();
    const broken = await remote.release((source) =>
      source.replace('const { user } = useSession();', `$&\n  if (user) throw new Error('No words today');`),
    );
    const entry = `http://127.0.0.1:${port}/mf-manifest.json`;
    const wordGames = createRemoteServer(good, port);
    await wordGames.start();
    try {
      await writeRegistry(ownEntry, { others: [{ name, entry }] });
      await waitUntilListed(good, entry, name);
      const admin = await openConsole();
      await admin.openView('Word Games');
      await greeting(admin).waitFor();

      wordGames.serve(broken);
      await waitUntilListed(broken, entry, name);
      const other = await openConsole();
      await other.openView('Word Games');
      await panel(other, 'Word Games stopped working').waitFor();
      await other.openView('Users');
      await other.page.getByRole('row').nth(1).waitFor();
      await other.openView('Word Games');
      await panel(other, 'Word Games stopped working').waitFor();

      wordGames.serve(good);
      await waitUntilListed(good, entry, name);
      await tryAgain(other);
      await greeting(other).waitFor();
    } finally {
      await wordGames.stop();
    }
  });
});
