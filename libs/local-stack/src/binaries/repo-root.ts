import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the whole repository: the nearest one above the working directory (or `from`) with a
 * lockfile. Not taken from this file's own place, which differs once bundled.
 * @throws outside a clone of the repository
 */
export function repoRoot(from: string = process.cwd()): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`${from} is not inside the repository`);
  }
}
