import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { mediaFileHashes, ResponseOf } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import type { FileStorage } from '../storage/storage.ts';
import { findRecords, recordHash } from './file.records.ts';

type FileHashes = ResponseOf<typeof mediaFileHashes>['files'];

/** Files of one call whose hashes are computed: they were stored before hashes were. A file has at most 10 MB. */
const maxComputed = 10;

export async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/** Size and SHA-256 of files that exist. Of those without a stored hash, the first few are computed and stored now. */
export async function readFileHashes(
  connection: Connection,
  storage: FileStorage,
  names: readonly string[],
): Promise<FileHashes> {
  const records = await findRecords(connection, names);
  const known = records.flatMap(({ _id, size, hash }) =>
    size === undefined || hash === undefined ? [] : [{ name: _id, size, hash }],
  );
  // Names that are used but were never uploaded have a record without a size. They come last.
  const unknown = records
    .filter(({ hash }) => hash === undefined)
    .sort((one, other) => Number(one.size === undefined) - Number(other.size === undefined));
  const computed: FileHashes = [];
  for (const { _id: name } of unknown.slice(0, maxComputed)) {
    const file = await storage.get(name);
    if (!file) continue;
    const stored = { name, size: file.size, hash: await hashStream(file.stream) };
    await recordHash(connection, stored);
    computed.push(stored);
  }
  return [...known, ...computed];
}
