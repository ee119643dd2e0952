import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The root folder of the repository: the nearest one above the working directory (or `from`) with a lockfile. Not
 * derived from this file's location, which changes when bundled.
 *
 * @throws Error outside a clone of the repository
 */
export function repoRoot(from: string = process.cwd()): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`${from} is not inside the repository`);
  }
}
