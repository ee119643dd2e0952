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

/** The dependencies of `collectGarbage`. */
export interface GarbageCollectionOptions {
  readonly connection: Connection;
  readonly storage: FileStorage;
  readonly metrics: StorageMetrics;
  readonly logger: Logger;
  readonly unusedDays: number;
  /** Whether all usage events have been recorded; nothing is deleted before that. */
  readonly isFileUsageUpToDate: () => Promise<boolean>;
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Longer than any upload takes: older temporary files are orphaned. */
const tempFileMaxAgeMs = 60 * 60 * 1_000;
const batchSize = 500;

/**
 * Deletes files that have been unused for `unusedDays`, temporary files of killed processes and orphaned thumbnails.
 * Records files without a record and measures the stored bytes. Several instances may run it at the same time.
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
    // A use recorded in the meantime keeps the file.
    if (!(await deleteUnusedRecord(connection, name, moment))) continue;
    for (const key of [name, ...thumbnailKeys(name)]) await storage.delete(key);
    logger.info({ file: name }, 'Unused file deleted');
  }
}

/** Records files without a record: as in use, or as unused from now on. */
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

/** Deletes thumbnails without their picture, such as one that was created while the picture was being deleted. */
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
