import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from './find-on-path.ts';

const run = promisify(execFile);

/** apt's own folders, moved to where an ordinary user may write. */
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
    // No package lists yet, as in a fresh container.
    const options = process.getuid?.() === 0 ? [] : await privateAptOptions(folder);
    await get(...options, 'update');
    await get(...options, 'download', name);
  }
}

/**
 * Takes one program out of a Debian package, without installing it and without being root. Kept, so that
 * only the first call downloads.
 * @param name the package
 * @param program the program's path inside the package
 * @param cacheDir where unpacked packages are kept
 * @returns the program's absolute path; undefined on a system without apt
 * @throws what apt or dpkg says when the package cannot be had
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
    // A rename is whole or not at all, and two starts at the same time may both get here.
    await rename(unpacked, join(cacheDir, name)).catch(async (error) => {
      if (!(await isExecutable(cachedProgram))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return cachedProgram;
}
