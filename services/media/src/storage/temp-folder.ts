import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStorage } from './storage.ts';

/** Creates the part of a storage that handles temporary local files, in a folder. */
export function createTempFolder(
  folder: string,
): Pick<FileStorage, 'createTempPath' | 'deleteStaleTempFiles'> {
  return {
    async createTempPath() {
      await mkdir(folder, { recursive: true });
      return join(folder, randomUUID());
    },
    async deleteStaleTempFiles(before) {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const status = await stat(file).catch(() => undefined);
        if (status && status.mtime < before) await rm(file, { force: true });
      }
    },
  };
}
