import { uploadedFileNamePattern } from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  deleteUnusedRecord,
  findNamesUnusedSince,
  findRecordedNames,
  recordDiscoveredFiles,
} from '../files/file.records.ts';
import { isThumbnail, originalNameOf, thumbnailKeys } from '../files/thumbnails.ts';
import type { StorageMetrics } from '../metrics.ts';
import type { FileStorage, StoredEntry } from '../storage/storage.ts';
import { findNamesInUse } from './file-usage.consumer.ts';

export interface GarbageCollectionOptions {
  readonly connection: Connection;
  readonly storage: FileStorage;
  readonly metrics: StorageMetrics;
  readonly logger: Logger;
  readonly unusedDays: number;
  /** Whether every use that has been told of is recorded; nothing is removed before. */
  readonly isFileUsageUpToDate: () => Promise<boolean>;
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Longer than any upload takes. */
const tempFileMaxAgeMs = 60 * 60 * 1_000;
const batchSize = 500;

/**
 * Removes what nothing has used for long, and what uploads of a killed process have left; records files that
 * came here by other ways; measures what is stored. Any number of instances may do it at once.
 */
export async function collectGarbage(options: GarbageCollectionOptions): Promise<void> {
  const { storage, metrics, now } = options;
  await storage.deleteStaleTempFiles(new Date(now().getTime() - tempFileMaxAgeMs));
  if (await options.isFileUsageUpToDate()) await deleteUnusedFiles(options);
  let bytes = 0;
  for await (const entries of chunked(storage.list(), batchSize)) {
    await recordUntrackedFiles(entries, options);
    const removed = await deleteOrphanedThumbnails(entries, options);
    for (const { key, size } of entries) if (!removed.has(key)) bytes += size;
  }
  metrics.storedBytes.set(bytes);
}

async function deleteUnusedFiles({
  connection,
  storage,
  logger,
  unusedDays,
  now,
}: GarbageCollectionOptions): Promise<void> {
  const moment = new Date(now().getTime() - unusedDays * dayMs);
  for await (const name of findNamesUnusedSince(connection, moment)) {
    // A use that is recorded in between keeps the file.
    if (!(await deleteUnusedRecord(connection, name, moment))) continue;
    for (const key of [name, ...thumbnailKeys(name)]) await storage.delete(key);
    logger.info({ file: name }, 'An unused file was removed');
  }
}

/** Files without a record count from now on, unless something uses them. */
async function recordUntrackedFiles(
  entries: readonly StoredEntry[],
  { connection, now }: GarbageCollectionOptions,
): Promise<void> {
  const found = entries.filter(({ key }) => uploadedFileNamePattern.test(key));
  const names = found.map(({ key }) => key);
  const known = await findRecordedNames(connection, names);
  const untracked = found.filter(({ key }) => !known.has(key));
  if (untracked.length === 0) return;
  const used = await findNamesInUse(connection, names);
  await recordDiscoveredFiles(
    connection,
    untracked.map(({ key, size }) => ({ name: key, size, isUsed: used.has(key) })),
    now(),
  );
}

/** Small copies whose picture has gone, as when one was made while the picture was removed. */
async function deleteOrphanedThumbnails(
  entries: readonly StoredEntry[],
  { connection, storage }: GarbageCollectionOptions,
): Promise<ReadonlySet<string>> {
  const thumbnails = entries.map(({ key }) => key).filter(isThumbnail);
  const known = await findRecordedNames(connection, thumbnails.map(originalNameOf));
  const orphans = thumbnails.filter((key) => !known.has(originalNameOf(key)));
  for (const key of orphans) await storage.delete(key);
  return new Set(orphans);
}

async function* chunked<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
