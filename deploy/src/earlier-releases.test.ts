import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { repositoryRoot } from './compose-file.fixture.ts';

/** The start-up script of a static container, with a volume that outlives the container. */
const program = join(repositoryRoot, 'deploy/static/keep-earlier-releases.sh');
let volume: string;
let folder: string;

beforeEach(async () => {
  volume = await createTempDirectory();
  folder = await createTempDirectory();
});

/** Starts a container of mf-quizzes whose image has these files in its folder. */
async function start(...files: string[]): Promise<void> {
  const html = await createTempDirectory();
  await mkdir(join(html, 'assets'));
  for (const file of files) await writeFile(join(html, file), `the text of ${file}`);
  const env = { ...process.env, APP: 'mf-quizzes' };
  await promisify(execFile)('sh', [program, html, volume, join(folder, 'earlier')], { env });
}

/** The files that nginx serves. */
const listServedFiles = async () => (await readdir(join(folder, 'earlier/assets'))).sort();

async function setFileAge(file: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * 86_400_000);
  await utimes(join(volume, 'mf-quizzes/assets', file), then, then);
}

it('keeps the hashed files of the previous release, and no mutable files', async () => {
  await start('remoteEntry.js', 'assets/list.0123456789.js', 'assets/list.0123456789.js.gz');
  await start('remoteEntry.js', 'assets/list.aaaaaaaaaa.js');
  expect(await listServedFiles()).toEqual([
    'list.0123456789.js',
    'list.0123456789.js.gz',
    'list.aaaaaaaaaa.js',
  ]);
  const text = await readFile(join(folder, 'earlier/assets/list.0123456789.js'), 'utf8');
  expect(text).toBe('the text of assets/list.0123456789.js');
  expect(await readdir(join(volume, 'mf-quizzes'))).toEqual(['assets']);
});

it('keeps them for a week after they were replaced, however old they are', async () => {
  await start('assets/list.0123456789.js');
  await setFileAge('list.0123456789.js', 30);
  await start('assets/list.aaaaaaaaaa.js');
  expect(await listServedFiles()).toEqual(['list.0123456789.js', 'list.aaaaaaaaaa.js']);

  await setFileAge('list.0123456789.js', 6);
  await start('assets/list.aaaaaaaaaa.js');
  expect(await listServedFiles()).toContain('list.0123456789.js');
  await setFileAge('list.0123456789.js', 8);
  await start('assets/list.aaaaaaaaaa.js');
  expect(await listServedFiles()).toEqual(['list.aaaaaaaaaa.js']);
});

it('does not change other apps’ files in the same volume', async () => {
  await mkdir(join(volume, 'shell/assets'), { recursive: true });
  const other = join(volume, 'shell/assets/main.0123456789.js');
  await writeFile(other, 'of the shell');
  await utimes(other, new Date(0), new Date(0));
  await start('assets/list.0123456789.js');
  expect(await readFile(other, 'utf8')).toBe('of the shell');
});

it('does nothing without a volume', async () => {
  volume = join(volume, 'none');
  await start('assets/list.0123456789.js');
  expect(await readdir(folder)).toEqual([]);
});
