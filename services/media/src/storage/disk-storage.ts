import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { incomingFolder } from './incoming.ts';
import type { Storage } from './storage.ts';

const missingCodes = new Set<unknown>(['ENOENT', 'ENOTDIR']);

function isMissing(error: unknown): boolean {
  return missingCodes.has((error as { code?: unknown }).code);
}

/** Keeps files in a folder, a key being the path in it. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  // In the same file system, where a file is stored by renaming it; its name cannot be a key's.
  const incomingName = '.incoming';

  return {
    ...incomingFolder(join(folder, incomingName)),

    async put(key, localFile) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      await flush(localFile, 'r+');
      await rename(localFile, target);
      await flush(dirname(target), 'r');
    },

    async get(key) {
      try {
        const file = await open(pathOf(key));
        const status = await file.stat();
        if (status.isFile()) return { size: status.size, stream: file.createReadStream() };
        await file.close();
        return undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
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
async function flush(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
