import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';
import Fastify, { type FastifyInstance } from 'fastify';
import { type RunningGateway, startGateway } from '../../gateway.fixture.ts';

let gateway: RunningGateway;
let remote: FastifyInstance | undefined;

afterEach(async () => {
  await gateway.stop();
  await remote?.close();
  remote = undefined;
});

const manifest = (name: string, build = '1') => ({ name, label: name, build, views: [], pages: [] });

/** A remote's host; `answer` gives its manifest. */
async function startRemote(answer: () => unknown): Promise<string> {
  remote = Fastify({ forceCloseConnections: true });
  remote.get('/assets/remote-manifest.json', answer);
  const url = await remote.listen({ host: '127.0.0.1', port: 0 });
  return `${url}/assets/mf-manifest.json`;
}

const open = async (remotes: unknown, env: Record<string, string> = {}) => {
  gateway = await startGateway({
    env: { REMOTES: typeof remotes === 'string' ? remotes : JSON.stringify(remotes), ...env },
  });
};

interface Listed {
  remotes: { name: string; entry?: string; manifest?: { build: string }; problem?: string }[];
  problems: { name: string; problem: string }[];
}
async function list(): Promise<Listed> {
  const answer = await gateway.call('/remotes.json');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  return (await answer.json()) as Listed;
}
const listed = async () => (await list()).remotes;
const problems = async () => (await list()).problems;

it('lists a remote with the manifest beside its entry', async () => {
  const entry = await startRemote(() => manifest('content'));
  await open([{ name: 'content', entry }]);
  await eventually(async () =>
    expect(await listed()).toEqual([{ name: 'content', entry, manifest: manifest('content') }]),
  );
});

it('lists a remote that lives here with the manifest in its folder', async () => {
  const folder = await createTempDirectory();
  await writeFile(join(folder, 'remote-manifest.json'), JSON.stringify(manifest('content')));
  const entry = '/remotes/content/mf-manifest.json';
  await open([{ name: 'content', entry }], { REMOTE_DIRS: `content=${folder}` });
  await eventually(async () =>
    expect(await listed()).toEqual([{ name: 'content', entry, manifest: manifest('content') }]),
  );
});

it('lists a remote with the manifest in the registry, without asking for it', async () => {
  let asked = 0;
  const entry = await startRemote(() => {
    asked += 1;
    return {};
  });
  await open({ remotes: [{ name: 'content', entry, manifest: manifest('content', 'pinned') }] });
  await eventually(async () => expect(await listed()).toMatchObject([{ manifest: { build: 'pinned' } }]));
  expect(asked).toBe(0);
});

it('answers at once while a remote is silent, and says what is wrong', async () => {
  const entry = await startRemote(() => new Promise(() => undefined));
  await open([
    { name: 'content', entry },
    { name: 'quizzes', entry: 'http://127.0.0.1:1/mf-manifest.json' },
  ]);
  await eventually(async () => expect(await listed()).toHaveLength(2));
  // The manifest of the silent host never arrives.
  for (const { problem, manifest: none } of await listed())
    expect([problem, none]).toEqual(['The manifest could not be read', undefined]);
});

it('takes up a new build, and keeps the last manifest while the remote is down', async () => {
  let build = '1';
  let down = false;
  const entry = await startRemote(() => {
    if (down) throw new Error('down');
    return manifest('content', build);
  });
  await open([{ name: 'content', entry }]);
  await eventually(async () => expect(await listed()).toMatchObject([{ manifest: { build: '1' } }]));
  build = '2';
  await eventually(async () => expect(await listed()).toMatchObject([{ manifest: { build: '2' } }]));
  down = true;
  await remote?.close();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await listed()).toEqual([{ name: 'content', entry, manifest: manifest('content', '2') }]);
});

it('checks each entry alone', async () => {
  await open([
    { name: 'Bad Name', entry: '/remotes/a/mf-manifest.json' },
    { name: 'no-entry' },
    { name: 'script', entry: 'javascript:alert(1)' },
    { name: 'other-host', entry: '//evil.example/mf-manifest.json' },
    { name: 'api', entry: '/remotes/a/mf-manifest.json', api: 'https://user:secret@word-games.internal' },
    'nonsense',
    { name: 'twice', entry: '/remotes/a/mf-manifest.json', manifest: manifest('twice') },
    { name: 'twice', entry: '/remotes/b/mf-manifest.json', manifest: manifest('twice') },
    { name: 'disguised', entry: '/remotes/c/mf-manifest.json', manifest: manifest('other') },
  ]);
  await eventually(async () => expect(await listed()).toHaveLength(9));
  expect((await listed()).map(({ name, problem }) => [name, problem])).toEqual([
    ['Bad Name', 'name must be lower-case letters, digits and hyphens'],
    ['no-entry', 'entry is missing'],
    ['script', expect.stringContaining('entry must be')],
    ['other-host', expect.stringContaining('entry must be')],
    ['api', expect.stringContaining('api must be an http(s) address')],
    ['', expect.any(String)],
    ['twice', undefined],
    ['twice', 'This name is listed twice'],
    ['disguised', 'The manifest belongs to a remote with a different name'],
  ]);
  expect((await problems()).map(({ name }) => name)).toEqual([
    'Bad Name',
    'no-entry',
    'script',
    'other-host',
    'api',
    '',
    'twice',
    'disguised',
  ]);
  const metrics = await gateway.metrics();
  for (const line of [
    /^remote_unavailable\{remote="disguised".* 1$/m,
    /^remote_unavailable\{remote="twice".* 1$/m,
    /^remote_unavailable\{remote="REMOTES".* 0$/m,
  ])
    expect(metrics).toMatch(line);
});

it('re-reads the file without a restart, and keeps the last valid version', async () => {
  const folder = await createTempDirectory();
  await mkdir(join(folder, 'x'));
  const file = join(folder, 'registry.json');
  const write = async (text: string) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const row = (name: string) => ({
    name,
    entry: `/remotes/${name}/mf-manifest.json`,
    manifest: manifest(name),
  });
  const names = async () => (await listed()).map(({ name }) => name);
  await write(JSON.stringify([row('content')]));
  await open(file);
  await eventually(async () => expect(await names()).toEqual(['content']));
  await write(JSON.stringify([row('content'), row('quizzes')]));
  await eventually(async () => expect(await names()).toEqual(['content', 'quizzes']));
  await write('[{"name": ');
  const unread = [
    { name: 'REMOTES', problem: 'The registry could not be read. The last valid version is still in use.' },
  ];
  await eventually(async () => expect(await problems()).toEqual(unread));
  // A later poll gives the same problem.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await list()).toMatchObject({ problems: unread });
  expect(await names()).toEqual(['content', 'quizzes']);
  expect(await gateway.metrics()).toMatch(/^remote_unavailable\{remote="REMOTES".* 1$/m);
  await write('[]');
  await eventually(async () => expect(await list()).toMatchObject({ remotes: [], problems: [] }));
});

it('re-reads a registry at an address without a restart, and keeps the last valid version', async () => {
  let answer: () => unknown = () => [{ name: 'content', entry: '/c', manifest: manifest('content') }];
  await startRemote(() => ({}));
  const registry = Fastify({ forceCloseConnections: true });
  registry.get('/remotes.json', (_request, reply) => answer() ?? reply.redirect('/elsewhere'));
  const url = await registry.listen({ host: '127.0.0.1', port: 0 });
  const names = async () => (await listed()).map(({ name }) => name);
  const unread = [
    { name: 'REMOTES', problem: 'The registry could not be read. The last valid version is still in use.' },
  ];
  try {
    await open(`${url}/remotes.json`);
    await eventually(async () => expect(await names()).toEqual(['content']));
    const bad: (() => unknown)[] = [
      () => undefined,
      () => '<!doctype html>',
      () => ({ something: 'else' }),
      () => new Promise(() => undefined),
    ];
    for (const next of bad) {
      answer = next;
      await eventually(async () => expect(await problems()).toEqual(unread));
      expect(await names()).toEqual(['content']);
      answer = () => [{ name: 'content', entry: '/c', manifest: manifest('content') }];
      await eventually(async () => expect(await problems()).toEqual([]));
    }
    answer = () => [{ name: 'quizzes', entry: '/q', manifest: manifest('quizzes') }];
    await eventually(async () => expect(await names()).toEqual(['quizzes']));
  } finally {
    await registry.close();
  }
});

it('says that a registry could never be read, without saying where it is', async () => {
  await open('/nowhere/secret-place.json');
  await eventually(async () =>
    expect(await list()).toEqual({
      remotes: [],
      problems: [{ name: 'REMOTES', problem: 'The registry could not be read' }],
    }),
  );
});
