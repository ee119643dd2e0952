import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteManifest } from '@khmer-learning/console-sdk/manifest';
import { checkConsole } from './check-console.ts';

type View = RemoteManifest['views'][number];
const viewOf = (id: string): View => ({
  ...{ id, label: 'Games', title: 'Games', icon: 'book', roles: ['admin'], order: 1, placement: 'sidebar' },
});
const manifest: RemoteManifest = {
  ...{ name: 'games', label: 'Games', version: '1.0.0', build: 'a1', contract: '^3.4.0' },
  views: [viewOf('games')],
  pages: [{ path: '/play', public: true }],
};
let dist: string;
let server: Server;
let page: string;
let remotes: object[];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'check-console-'));
  server = createServer(({ url }, response) =>
    response.end(url === '/remotes.json' ? JSON.stringify({ remotes }) : page),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => {
  page = '<head><meta name="console-contract" content="3.5.0"></head>';
  remotes = [
    { name: 'games', manifest },
    { name: 'quizzes', manifest: { views: [{ id: 'quizzes' }] } },
  ];
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await rm(dist, { recursive: true });
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
async function problemsOf(changes: Partial<RemoteManifest> = {}, url = address()): Promise<string> {
  await writeFile(join(dist, 'remote-manifest.json'), JSON.stringify({ ...manifest, ...changes }));
  return (await checkConsole(dist, url)).flatMap(({ problems }) => problems).join('\n');
}

it('accepts what the running console can use beside its remotes, also instead of an earlier release', async () => {
  expect(await problemsOf()).toBe('');
});

it('says which version, view or page does not fit, and what the console itself says of the remote', async () => {
  expect(await problemsOf({ contract: '^3.6.0' })).toBe(
    'the remote requires console ^3.6.0, but the running console is 3.5.0',
  );
  const taken = ['quizzes', 'dashboard'].map(viewOf);
  expect(await problemsOf({ views: taken, pages: [{ path: '/docs', public: true }] })).toBe(
    [
      'the console itself has the view dashboard',
      'the console itself has the page /docs',
      'the remote quizzes has the view quizzes',
    ].join('\n'),
  );
  remotes = [{ name: 'games', problem: 'Release 1.0.0 is not given out' }];
  expect(await problemsOf()).toBe('the console says: Release 1.0.0 is not given out');
});

it('says that an address is no console', async () => {
  page = '<html></html>';
  expect(await problemsOf()).toContain('the page is not that of a console');
  expect(await problemsOf({}, 'http://127.0.0.1:1')).toContain('fetch failed');
  expect(await problemsOf({}, 'console')).toContain('Invalid URL');
});
