import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  auditStream,
  type RemoteReleases,
  remoteReleasesBucket,
  remoteReleasesList,
} from '@khmer-learning/contracts';
import { createTempDirectory, eventually, startNats } from '@khmer-learning/test-kit';
import { connect } from 'nats';
import { type RunningGateway, sessionHeaders, startGateway } from '../../gateway.fixture.ts';

const entry = '/remotes/quizzes/mf-manifest.json';
const first = 'aaaaaaaa01';
const second = 'bbbbbbbb02';
const third = 'cccccccc03';
const versions: Readonly<Record<string, string>> = {
  [first]: '1.4.0',
  [second]: '1.5.0',
  [third]: '1.6.0',
  '2.0.0-ab12': '2.0.0',
};
const entryOf = (build: string) => `/remotes/quizzes/mf-manifest.${build}.json`;

let folder: string;
let gateways: RunningGateway[];
let gateway: RunningGateway;

const settings = (share: number) => ({
  REMOTES: JSON.stringify([{ name: 'quizzes', entry, share }]),
  REMOTE_DIRS: `quizzes=${folder}`,
});

interface Published {
  readonly own?: boolean;
  readonly flags?: object;
  readonly contract?: string;
  readonly views?: readonly { id: string }[];
  readonly pages?: readonly { path: string }[];
}

/** Publishes a release; `own` also under the names of its build, as the preset does. */
async function publish(build: string, { own = true, flags = {}, ...parts }: Published = {}): Promise<void> {
  const manifest = {
    name: 'quizzes',
    label: 'Quizzes',
    version: versions[build],
    build,
    views: [],
    pages: [],
    flags,
    ...parts,
  };
  const text = JSON.stringify(manifest);
  if (own) await writeFile(join(folder, `remote-manifest.${build}.json`), text);
  await writeFile(join(folder, 'remote-manifest.json'), text);
}

async function open(share = 100, natsUrl?: string): Promise<RunningGateway> {
  const opened = await startGateway({ env: settings(share), ...(natsUrl === undefined ? {} : { natsUrl }) });
  gateways.push(opened);
  return opened;
}

beforeEach(async () => {
  folder = await createTempDirectory();
  gateways = [];
});
afterEach(() => Promise.all(gateways.map((one) => one.stop())));

interface Served {
  entry: string;
  manifest: { build: string };
  flags?: Record<string, boolean>;
}
/** What a browser gets; without an id, an unknown one. */
async function served(browser?: number, at = gateway): Promise<Served | undefined> {
  const id = browser?.toString(16).padStart(16, '0');
  const headers = id === undefined ? {} : { cookie: `console-browser-id=${id}` };
  const { remotes } = (await (await at.call('/remotes.json', { headers })).json()) as { remotes: Served[] };
  return remotes[0];
}
const builds = async (at = gateway) =>
  Promise.all(Array.from({ length: 40 }, async (_, browser) => (await served(browser, at))?.manifest.build));

async function listed(at = gateway): Promise<RemoteReleases | undefined> {
  const answer = await at.call('/api/console/releases', { headers: sessionHeaders() });
  return remoteReleasesList.response.parse(await answer.json()).remotes[0];
}
/** Waits until the releases of the remote match, and returns them. */
async function waitFor(expected: object, at = gateway): Promise<RemoteReleases> {
  let found: RemoteReleases | undefined;
  await eventually(async () => {
    found = await listed(at);
    expect(found).toMatchObject(expected);
  });
  if (!found) throw new Error('There are no releases');
  return found;
}

const put = (
  path: string,
  version: number | undefined,
  body: object,
  headers = sessionHeaders(),
  at = gateway,
) =>
  at.call(`/api/console/releases/quizzes/${path}`, {
    method: 'PUT',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    body: JSON.stringify(body),
  });

const report = (body: object, headers: Record<string, string> = sessionHeaders('teacher')) =>
  gateway.call('/api/console/browser-reports', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The last record that gateways have published for the audit log. */
async function lastAuditRecord(): Promise<unknown> {
  const connection = await connect({ servers: gateway.natsUrl });
  try {
    const manager = await connection.jetstreamManager();
    const message = await manager.streams.getMessage(auditStream.name, { last_by_subj: 'audit.gateway.>' });
    return message.json();
  } finally {
    await connection.close();
  }
}

const person = (userId: number, role: 'admin' | 'teacher' = 'teacher') =>
  sessionHeaders(role, { sub: String(userId) });

/** A person uses a release in a page, and it may fail there. */
async function use(build: string, who: Record<string, string>, { failing = false, pages = 1 } = {}) {
  for (let page = 0; page < pages; page += 1) {
    await report({ remote: 'quizzes', build, kind: 'page-load' }, who);
    if (failing) await report({ remote: 'quizzes', build, kind: 'render', error: 'TypeError' }, who);
  }
}

/** A gateway with the first release for all, and the second one for a share. */
async function openWithTrial(share: number): Promise<void> {
  await publish(first);
  gateway = await open(share);
  await waitFor({ current: first, trial: null });
  await publish(second);
  await waitFor({ current: first, trial: { build: second, share } });
  await eventually(async () =>
    expect(new Set(await builds())).toEqual(new Set(share === 100 ? [second] : [first, second])),
  );
}

describe('a new release', () => {
  it('goes to the share of browsers that the registry says, and each browser keeps its release', async () => {
    await openWithTrial(50);
    const before = await builds();
    expect(await builds()).toEqual(before);
    for (const build of [first, second])
      await eventually(async () => expect((await served(before.indexOf(build)))?.entry).toBe(entryOf(build)));

    const answer = await gateway.call('/remotes.json');
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^console-browser-id=[0-9a-f]{16}; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');

    // Whoever had it keeps it when the share grows.
    const { version } = await waitFor({ trial: { share: 50 } });
    expect((await put('live', version, { build: second, share: 75 })).status).toBe(200);
    const after = await builds();
    for (const [browser, build] of before.entries())
      if (build === second) expect(after[browser]).toBe(second);
    expect(after.filter((build) => build === second).length).toBeGreaterThan(
      before.filter((build) => build === second).length,
    );
  });

  it('goes to nobody with a share of 0, until an admin gives it to all', async () => {
    await publish(first);
    gateway = await open(0);
    await waitFor({ current: first });
    await publish(second);
    const { version } = await waitFor({ trial: { build: second, share: 0 } });
    expect(new Set(await builds())).toEqual(new Set([first]));
    expect((await gateway.call('/remotes.json')).headers.get('set-cookie')).toBeNull();
    expect((await put('live', version, { build: second, share: 100 })).status).toBe(200);
    expect(new Set(await builds())).toEqual(new Set([second]));
    expect(await listed()).toMatchObject({ current: second, trial: null });
  });

  it('goes to everybody when the former one has no files of its own', async () => {
    await publish(first, { own: false });
    gateway = await open(50);
    await waitFor({ current: first });
    await publish(second, { own: false });
    await waitFor({ current: second, trial: null });
    expect(await served()).toMatchObject({ entry, manifest: { build: second } });
    const { version } = await waitFor({});
    const refused = await put('live', version, { build: first, share: 100 });
    expect([refused.status, (await refused.json()).message]).toEqual([
      422,
      'The files of this release are no longer available',
    ]);
  });

  it('of another bundler is loaded from the registry’s entry', async () => {
    await publish('2.0.0-ab12', { own: false });
    gateway = await open();
    await waitFor({ current: '2.0.0-ab12' });
    // The gateway has read what it needs of the release when it has stored a later report.
    await use('2.0.0-ab12', person(1));
    await waitFor({ releases: [{ people: 1 }] });
    expect((await served())?.entry).toBe(entry);
  });

  it('is suggested to go back from when it fails for an admin or three people, however often each reports', async () => {
    await openWithTrial(100);
    await use(first, person(1));
    // Neither strangers nor one teacher bring it about.
    await use(second, {}, { failing: true, pages: 3 });
    await use(second, person(2), { failing: true, pages: 30 });
    await use(second, person(3), { failing: true });
    await use(second, person(4), { pages: 30 });
    await waitFor({
      current: first,
      trial: { build: second, isFailing: false },
      releases: [
        { build: second, people: 3, failedPeople: 2 },
        { build: first, people: 1, failedPeople: 0 },
      ],
    });
    await use(second, person(5), { failing: true });
    await waitFor({ trial: { isFailing: true }, releases: [{ people: 4, failedPeople: 3 }, {}] });
    // An admin decides.
    expect(new Set(await builds())).toEqual(new Set([second]));

    // An outage affects both.
    await use(first, person(1), { failing: true });
    await waitFor({ trial: { isFailing: false } });
  });

  it('is suggested to go back from when an admin sees it fail', async () => {
    await openWithTrial(100);
    await use(second, person(9, 'admin'), { failing: true });
    const { version } = await waitFor({ trial: { isFailing: true } });
    expect((await put('live', version, { build: first, share: 100 })).status).toBe(200);
    expect(new Set(await builds())).toEqual(new Set([first]));

    // The registry offers the current release again, and then the withdrawn one.
    await publish(first);
    await publish(second);
    await use(first, person(1));
    await waitFor({ trial: null, releases: [{ withdrawn: { at: expect.any(String) } }, { people: 1 }] });
    expect(new Set(await builds())).toEqual(new Set([first]));
  });

  it('counts for nobody whose browser does not get it', async () => {
    await openWithTrial(50);
    const assigned = await builds();
    const at = (build: string) => {
      const id = assigned.indexOf(build).toString(16).padStart(16, '0');
      const { cookie, ...others } = person(9, 'admin');
      return { ...others, cookie: `${cookie}; console-browser-id=${id}` };
    };
    await use(second, at(first), { failing: true });
    await use(first, at(first));
    await waitFor({ trial: { isFailing: false }, releases: [{ people: 0 }, { people: 1 }] });
    await use(second, at(second), { failing: true });
    await waitFor({ trial: { isFailing: true }, releases: [{ people: 1, failedPeople: 1 }, {}] });
  });

  it('is the newest again when it is offered again', async () => {
    await openWithTrial(100);
    await publish(third);
    await waitFor({ current: second, trial: { build: third } });
    await publish(first);
    const found = await waitFor({ trial: { build: first } });
    expect(found.releases.map(({ build }) => build)).toEqual([first, third, second]);
  });
});

describe('a release that does not fit', () => {
  const games = {
    name: 'games',
    entry: '/remotes/games/mf-manifest.json',
    manifest: { name: 'games', version: '1.0.0', build: 'dddddddd04', views: [{ id: 'word_games' }] },
  };

  async function openConsole(): Promise<void> {
    const shell = await createTempDirectory();
    await writeFile(join(shell, 'index.html'), '<meta name="console-contract" content="3.6.0">');
    const env = { ...settings(100), REMOTES: JSON.stringify([games, { name: 'quizzes', entry }]) };
    gateway = await startGateway({ env: { ...env, SHELL_DIR: shell } });
    gateways.push(gateway);
  }
  async function quizzes() {
    const listed = (await (await gateway.call('/remotes.json')).json()) as {
      remotes: { name: string; manifest?: { build: string } }[];
      problems: object[];
    };
    const build = listed.remotes.find(({ name }) => name === 'quizzes')?.manifest?.build;
    return { build, problems: listed.problems };
  }

  it.each<[what: string, parts: Published, reason: string]>([
    [
      'because it requires another console',
      { contract: '^4.0.0' },
      'it requires console ^4.0.0, but this is console 3.6.0',
    ],
    [
      'because another remote has its view',
      { views: [{ id: 'word_games' }] },
      'the remote games has the view word_games',
    ],
    [
      'because the console itself has its view',
      { views: [{ id: 'console-health' }] },
      'the console itself has the view console-health',
    ],
    [
      'because the console itself answers its page',
      { pages: [{ path: '/docs' }] },
      'the console itself has the page /docs',
    ],
  ])('%s never replaces one that works, and goes live once it fits', async (_what, parts, reason) => {
    await publish(first, { contract: '^3.0.0' });
    await openConsole();
    await eventually(async () => {
      const answer = await gateway.call('/api/console/releases', { headers: sessionHeaders() });
      expect(await answer.text()).toContain(first);
    });
    expect(await quizzes()).toEqual({ build: first, problems: [] });
    await publish(second, parts);
    const problem = `Release 1.5.0 is not given out: ${reason}`;
    await eventually(async () =>
      expect(await quizzes()).toEqual({ build: first, problems: [{ name: 'quizzes', problem }] }),
    );
    await publish(third, { contract: '^3.6.0' });
    await eventually(async () => expect(await quizzes()).toEqual({ build: third, problems: [] }));
  });

  it('is not given out when it is the first one', async () => {
    await publish(first, { contract: '^4.0.0' });
    await openConsole();
    await eventually(async () => {
      const { build, problems } = await quizzes();
      expect([build, problems.length]).toEqual([undefined, 1]);
    });
  });
});

describe('an admin', () => {
  it('rolls back, at every gateway and beyond a restart, and the audit log says who', async () => {
    await openWithTrial(100);
    const other = await open(100, gateway.natsUrl);
    const { version } = await waitFor({ trial: { build: second } }, other);
    const answer = await put('live', version, { build: first, share: 100 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      current: first,
      trial: null,
      releases: [
        { build: second, withdrawn: { at: expect.any(String) } },
        { build: first, withdrawn: null },
      ],
    });
    for (const one of [gateway, other])
      await eventually(async () => expect(new Set(await builds(one))).toEqual(new Set([first])));

    const restarted = await open(100, gateway.natsUrl);
    await waitFor({ current: first, trial: null }, restarted);
    await eventually(async () => expect(new Set(await builds(restarted))).toEqual(new Set([first])));
    await eventually(async () =>
      expect(await lastAuditRecord()).toMatchObject({
        entity: 'remote',
        detail: '1.4.0 (aaaaaaaa01) given to 100 % of browsers, instead of 1.5.0 (bbbbbbbb02)',
        actor: { role: 'admin' },
      }),
    );
  });

  it('need not repeat it when NATS loses its data', async () => {
    const nats = await startNats();
    await publish(first);
    gateway = await open(0, nats.url);
    await waitFor({ current: first });
    await publish(second);
    const { version } = await waitFor({ trial: { build: second } });
    expect((await put('live', version, { build: second, share: 100 })).status).toBe(200);
    await waitFor({ current: second });

    const connection = await connect({ servers: nats.url });
    await (await connection.jetstreamManager()).streams.delete(`KV_${remoteReleasesBucket}`);
    await connection.close();
    await nats.kill();
    expect(new Set(await builds())).toEqual(new Set([second]));
    await nats.restart();
    const other = await open(0, nats.url);
    await waitFor({ current: second, releases: [{ build: second }, { build: first }] }, other);
    await Promise.all(gateways.map((one) => one.stop()));
    gateways = [];
    await nats.stop();
  });

  it('does not overwrite what another admin has changed', async () => {
    await openWithTrial(50);
    const { version } = await waitFor({});
    expect((await put('live', version, { build: second, share: 10 })).status).toBe(200);
    const stale = await put('live', version, { build: second, share: 100 });
    expect([stale.status, (await stale.json()).code]).toEqual([409, 'stale_version']);
    expect(await listed()).toMatchObject({ current: first, trial: { share: 10 } });
    expect((await put('live', undefined, { build: second, share: 100 })).status).toBe(400);
  });

  it('is the only one who may', async () => {
    await publish(first);
    gateway = await open();
    const { version } = await waitFor({});
    const call = (headers: Record<string, string>) =>
      put('live', version, { build: first, share: 100 }, headers as never);
    expect((await call({})).status).toBe(401);
    expect((await call(sessionHeaders('teacher'))).status).toBe(403);
    expect((await gateway.call('/api/console/releases', { headers: sessionHeaders('teacher') })).status).toBe(
      403,
    );
  });

  it.each([
    [{ build: 'unknown', share: 100 }, 404, 'Release not found'],
    [
      { build: first, share: 50 },
      400,
      'This release is the current one. Choose another one for a share of the browsers.',
    ],
    [{ build: first, share: 101 }, 400, 'Share must be between 0 and 100'],
  ])('is refused %j', async (body, status, message) => {
    await publish(first);
    gateway = await open();
    const { version } = await waitFor({});
    const answer = await put('live', version, body);
    expect([answer.status, (await answer.json()).message]).toEqual([status, message]);
  });
});

it('switches a feature flag of the manifest for a share of the browsers', async () => {
  await publish(first, { flags: { 'new-editor': { default: false } } });
  gateway = await open();
  const { version } = await waitFor({ flags: {} });
  expect((await served(1))?.flags).toBeUndefined();
  const on = await put('flags/new-editor', version, { share: 100 });
  expect(await on.json()).toMatchObject({ flags: { 'new-editor': 100 } });
  expect((await served(1))?.flags).toEqual({ 'new-editor': true });

  const half = await put('flags/new-editor', (await waitFor({})).version, { share: 50 });
  expect(half.status).toBe(200);
  const flags = await Promise.all(
    Array.from({ length: 40 }, async (_, browser) => (await served(browser))?.flags?.['new-editor']),
  );
  expect(new Set(flags)).toEqual(new Set([true, false]));

  const reset = await put('flags/new-editor', (await waitFor({})).version, { share: null });
  expect(await reset.json()).toMatchObject({ flags: {} });
  expect((await served(1))?.flags).toBeUndefined();
  for (const unknown of ['unknown', 'constructor', 'valueof'])
    expect((await put(`flags/${unknown}`, (await waitFor({})).version, { share: 100 })).status).toBe(404);
});

describe('reports of browsers', () => {
  beforeEach(async () => {
    await publish(first);
    gateway = await open();
    await waitFor({});
  });

  it('are counted in the metrics per known release', async () => {
    await report({ remote: 'quizzes', build: first, kind: 'page-load' }, {});
    await report({ remote: 'quizzes', build: first, kind: 'render', error: 'TypeError' }, {});
    const unknown = await report({ remote: 'quizzes', build: 'invented', kind: 'page-load' }, {});
    expect([unknown.status, await unknown.json()]).toEqual([200, { counted: false }]);
    const text = await gateway.metrics();
    for (const kind of ['page-load', 'render'])
      expect(text).toMatch(
        new RegExp(
          `^remote_browser_reports_total\\{remote="quizzes",version="1.4.0",build="${first}",kind="${kind}".* 1$`,
          'm',
        ),
      );
    expect(text).toMatch(/^remote_browser_reports_ignored_total\{reason="unknown".* 1$/m);
    expect(text).not.toContain('invented');
  });

  it.each([
    ['too large', { remote: 'quizzes', build: 'x'.repeat(2_000), kind: 'page-load' }, 413],
    ['of another kind', { remote: 'quizzes', build: first, kind: 'thought' }, 400],
    ['with a message', { remote: 'quizzes', build: first, kind: 'script', error: 'Sok has no email' }, 400],
  ])('are refused when %s', async (_what, body, status) => {
    expect((await report(body)).status).toBe(status);
  });

  it('are limited per address', async () => {
    const statuses: number[] = [];
    while (statuses.length < 700 && statuses.at(-1) !== 429)
      statuses.push((await report({ remote: 'quizzes', build: 'x', kind: 'page-load' }, {})).status);
    expect([statuses.length, statuses.at(-1)]).toEqual([601, 429]);
  });
});
