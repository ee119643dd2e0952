import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnchanged } from './unchanged-inputs.mjs';

let repository;
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: repository });
const write = (file, text) => writeFileSync(join(repository, file), text);
const leftOut = async () =>
  (await findUnchanged(repository)).tests.map((tests) => tests.split('/')[1]).sort();

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'unchanged-inputs-'));
  git('init', '--quiet');
  for (const folder of ['libs/client/src', 'libs/remote-build', 'deploy', 'services/users/src'])
    mkdirSync(join(repository, folder), { recursive: true });
  write('libs/client/src/client.ts', '1');
  write('services/users/src/config.ts', '1');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

it('leaves nothing out before all tests have passed once, or outside a repository', async () => {
  expect(await leftOut()).toEqual([]);
  rmSync(join(repository, '.git'), { recursive: true });
  expect(await leftOut()).toEqual([]);
});

it('leaves out what is as it was when all tests passed', async () => {
  git('tag', 'test-full-passed');
  expect(await leftOut()).toEqual(['client', 'remote-build', 'src']);
  write('libs/client/src/client.ts', '2');
  expect(await leftOut()).toEqual(['remote-build', 'src']);
  git('commit', '--all', '--quiet', '--message', 'second');
  expect(await leftOut()).toEqual(['remote-build', 'src']);
  write('libs/remote-build/new.ts', '1');
  write('services/users/src/config.ts', '2');
  expect(await leftOut()).toEqual([]);
});
