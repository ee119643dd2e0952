import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';

/** The location of uploaded files: a folder or a bucket. */
export interface UploadStore {
  readonly folder: string | undefined;
  readonly bucket:
    | { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined;
}

const pageSize = 1_000;

/** Copies every file into a folder and returns their number. Files are immutable, so no snapshot is needed. */
export async function dumpUploads(store: UploadStore, target: string): Promise<number> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if (!store.bucket) {
    if (store.folder && existsSync(store.folder)) await cp(store.folder, target, { recursive: true });
    return countFiles(target);
  }
  const bucket = new S3mini(store.bucket);
  let next: string | undefined;
  do {
    const page = await bucket.listObjectsPaged('/', '', pageSize, next);
    for (const { Key: key } of page?.objects ?? []) {
      const answer = await bucket.getObjectResponse(key);
      if (!answer?.body) continue;
      const body = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
      const file = join(target, key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(body, createWriteStream(file, { mode: 0o600 }));
    }
    next = page?.nextContinuationToken;
  } while (next !== undefined);
  return countFiles(target);
}

/** Restores the files that `dumpUploads` copied and returns their number. Existing files have the same content. */
export async function restoreUploads(store: UploadStore, source: string): Promise<number> {
  if (store.bucket) {
    const bucket = new S3mini({
      ...store.bucket,
      // fetch requires `duplex` for a stream as body, and the client does not set it.
      fetch: (url, init) => fetch(url, { ...init, duplex: 'half' }),
    });
    for (const key of await keysOf(source)) {
      const file = join(source, key);
      const { size } = await stat(file);
      const body = Readable.toWeb(createReadStream(file));
      await bucket.putObject(key, body, 'application/octet-stream', undefined, undefined, size);
    }
  } else if (store.folder) await cp(source, store.folder, { recursive: true });
  return countFiles(source);
}

async function keysOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
}

async function countFiles(folder: string): Promise<number> {
  return (await keysOf(folder)).length;
}
