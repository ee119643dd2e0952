import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { copyRepository } from './copy-repository.ts';

const exec = promisify(execFile);
const root = repoRoot();
let copy: string;

/** A copy of the repository that links its own packages from the copy and shares all other installed packages. */
beforeAll(async () => {
  copy = await createTempDirectory();
  await copyRepository(copy);
  await exec('git', ['init', '--quiet'], { cwd: copy });
  await linkPackages();
  for (const names of [
    ['remote', 'word-games'],
    ['service', 'glossary'],
    ['kind', 'glossary-term'],
    ['kind', 'riddle', '--service', 'quizzes', '--remote', 'quizzes', '--publishable'],
  ])
    await exec(process.execPath, ['scripts/create.mjs', ...names], { cwd: copy });
});

async function linkPackages(): Promise<void> {
  const installed = join(root, 'node_modules');
  const target = join(copy, 'node_modules');
  await mkdir(join(target, '@khmer-learning'), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '@khmer-learning') await symlink(join(installed, name), join(target, name));
  const { workspaces } = await ownPackages();
  for (const { name, location } of workspaces) {
    await symlink(join(copy, location), join(target, name));
    const inner = join(root, location, 'node_modules');
    if ((await readdir(inner).catch(() => [])).length > 0)
      await symlink(inner, join(copy, location, 'node_modules'));
  }
}

async function ownPackages(): Promise<{ workspaces: { name: string; location: string }[] }> {
  const { stdout } = await exec('npm', ['query', '.workspace'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return { workspaces: JSON.parse(stdout) };
}

/** Runs a program in the copy. @throws with its output if it fails */
async function run(program: string, ...args: string[]): Promise<void> {
  await exec(join(copy, 'node_modules/.bin', program), args, {
    cwd: copy,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_OPTIONS: '' },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  });
}

describe('npm run create', () => {
  it('creates a remote, a service and kinds that pass the type, lint and boundary checks', async () => {
    for (const folder of [
      ...['mf-word-games', 'services/glossary', 'libs/contracts', 'libs/local-stack'],
      ...['services/content', 'services/quizzes', 'mf-content', 'mf-quizzes'],
    ])
      await run('tsc', '--noEmit', '-p', `${folder}/tsconfig.json`);
    await run('biome', 'check', '.');
    await run('depcruise', '--config', '.dependency-cruiser.cjs', 'services', 'libs/contracts');
  });

  it('creates a remote that builds within its size budget', async () => {
    await exec(process.execPath, ['../libs/remote-build/bin/build.mjs'], {
      cwd: join(copy, 'mf-word-games'),
    });
    expect(await readdir(join(copy, 'mf-word-games/dist'))).toEqual(
      expect.arrayContaining(['mf-manifest.json', 'remote-manifest.json', 'remoteEntry.js']),
    );
  });

  it('creates tests that pass, and keeps the deployment tests passing', async () => {
    const ours = [
      ...['mf-word-games', 'services/glossary', 'libs/contracts', 'glossary-terms', 'riddles'],
      ...['mf-(content|quizzes)/src/remote', 'catalogues', 'server-messages'],
      ...['services/(content|quizzes)/src/app', 'deploy/src/(compose|docs|kubernetes|workflows)\\.test'],
    ].join('|');
    await run('jest', '--selectProjects', 'node', 'browser', '--testPathPatterns', ours);
  });

  it('rejects an existing name, or none', async () => {
    const create = (...args: string[]) =>
      exec(process.execPath, ['scripts/create.mjs', ...args], { cwd: copy });
    await expect(create('remote', 'word-games')).rejects.toThrow(/exists already/);
    await expect(create('service', 'Word Games')).rejects.toThrow(/lower-case/);
    await expect(create('service', 'word-games')).rejects.toThrow(/one word/);
    await expect(create('kind', 'riddle', '--service', 'quizzes')).rejects.toThrow(/exists already/);
    await expect(create('kind', 'poem', '--service', 'users')).rejects.toThrow(/content or quizzes/);
    await expect(create('view', 'x')).rejects.toThrow(/a remote or a service/);
  });
});
