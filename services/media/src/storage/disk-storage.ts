import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { FileStorage } from './storage.ts';
import { createTempFolder } from './temp-folder.ts';

const notFoundCodes = new Set<unknown>(['ENOENT', 'ENOTDIR']);

function isNotFound(error: unknown): boolean {
  return notFoundCodes.has((error as { code?: unknown }).code);
}

/** Keeps files in a folder, a key being the path in it. */
export function createDiskStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key);
  // In the same file system, where a file is stored by renaming it; its name cannot be a key's.
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

/** A rename survives a power cut only when the file and the folder have reached the disk. */
async function fsyncPath(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
