import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from './find-on-path.ts';

const run = promisify(execFile);

/** Options that move apt's folders to a location writable without root. */
async function privateAptOptions(folder: string): Promise<string[]> {
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  return ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`];
}

async function downloadPackage(name: string, folder: string): Promise<void> {
  const get = (...args: string[]) => run('apt-get', ['-qq', ...args], { cwd: folder });
  try {
    await get('download', name);
  } catch {
    // No package lists yet, for example in a new container.
    const options = process.getuid?.() === 0 ? [] : await privateAptOptions(folder);
    await get(...options, 'update');
    await get(...options, 'download', name);
  }
}

/**
 * Extracts one program from a Debian package, without installing it and without root. The result is cached, so only
 * the first call downloads.
 *
 * @param program its path inside the package
 * @returns the program's absolute path; undefined on a system without apt
 * @throws the error of apt or dpkg when the package is not available
 */
export async function extractFromDebianPackage(
  name: string,
  program: string,
  cacheDir: string,
): Promise<string | undefined> {
  const cachedProgram = join(cacheDir, name, program);
  if (await isExecutable(cachedProgram)) return cachedProgram;
  if (!(await findOnPath('apt-get')) || !(await findOnPath('dpkg'))) return undefined;

  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(join(cacheDir, `${name}-`));
  try {
    await downloadPackage(name, work);
    const archive = (await readdir(work)).find((file) => file.endsWith('.deb'));
    if (archive === undefined) throw new Error(`apt-get downloaded no package for ${name}`);
    const unpacked = join(work, 'unpacked');
    await run('dpkg', ['-x', join(work, archive), unpacked]);
    // The rename is atomic; two concurrent starts may both get here.
    await rename(unpacked, join(cacheDir, name)).catch(async (error) => {
      if (!(await isExecutable(cachedProgram))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return cachedProgram;
}
