import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { FileStorage } from './storage.ts';
import { createTempFolder } from './temp-folder.ts';

const notFoundCodes = new Set<unknown>(['ENOENT', 'ENOTDIR']);

function isNotFound(error: unknown): boolean {
  return notFoundCodes.has((error as { code?: unknown }).code);
}

/** Creates a storage in a folder of the disk; the key is the relative path. */
export function createDiskStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key);
  // In the same file system, because files are stored by a rename. No key starts with a dot.
  const tempFolderName = '.incoming';

  return {
    ...createTempFolder(join(folder, tempFolderName)),

    async put(key, localFile) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      await fsyncPath(localFile, 'r+');
      await rename(localFile, target);
      await fsyncPath(dirname(target), 'r');
    },

    async get(key) {
      try {
        const file = await open(pathOf(key));
        const status = await file.stat();
        if (status.isFile()) return { size: status.size, stream: file.createReadStream() };
        await file.close();
        return undefined;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list() {
      await mkdir(folder, { recursive: true });
      for await (const entry of await opendir(folder, { recursive: true })) {
        const file = join(entry.parentPath, entry.name);
        const key = relative(folder, file).split(sep).join('/');
        if (!entry.isFile() || key.startsWith('.')) continue;
        const status = await stat(file).catch(() => undefined);
        if (status) yield { key, size: status.size };
      }
    },
  };
}

/** Flushes to disk. A rename survives a power failure only when both the file and its folder are flushed. */
async function fsyncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
