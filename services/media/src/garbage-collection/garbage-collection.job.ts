import { uploadedFileNamePattern } from '@khmer-learning/contracts';
import {
  inBatches,
  type JobContext,
  type JobDefinition,
  type Logger,
  type PeriodicJobRow,
  periodicJob,
  periodicJobsOf,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import {
  deleteUnusedRecord,
  findNamesUnusedSince,
  findRecordedNames,
  recordDiscoveredFiles,
} from '../files/file.records.ts';
import { isThumbnail, originalNameOf, thumbnailKeys } from '../files/thumbnails.ts';
import type { FileStorage, StoredEntry } from '../storage/storage.ts';
import { findNamesInUse } from './file-usage.consumer.ts';

interface GarbageCollectionOptions {
  readonly connection: Connection;
  readonly storage: FileStorage;
  readonly logger: Logger;
  readonly unusedDays: number;
  /** Whether all usage events have been recorded; nothing is deleted before that. */
  readonly isFileUsageUpToDate: () => Promise<boolean>;
  readonly now: () => Date;
  readonly everyMs: number;
}

interface GarbageCollectionRow extends PeriodicJobRow {
  /** Bytes in the storage, thumbnails included, as the last run has counted them. */
  storedBytes?: number;
}

export const garbageCollectionJobName = 'deletion of unused files';

const dayMs = 24 * 60 * 60 * 1_000;
/** Longer than any upload takes: older temporary files are orphaned. */
const tempFileMaxAgeMs = 60 * 60 * 1_000;
const batchSize = 200;

/** Deletes unused files, and temporary files and thumbnails that are orphaned. Records unknown files, and counts bytes. */
export function garbageCollectionJob(options: GarbageCollectionOptions): JobDefinition<GarbageCollectionRow> {
  const { connection, everyMs, storage } = options;
  return periodicJob<GarbageCollectionRow>(connection, {
    name: garbageCollectionJobName,
    everyMs,
    async run(lease, jobContext) {
      const { signal, runBatch } = jobContext;
      await deleteStaleTempFiles(options);
      if (await options.isFileUsageUpToDate()) await deleteUnusedFiles(options, jobContext);
      let storedBytes = 0;
      for await (const entries of inBatches(storage.list(), batchSize)) {
        if (signal.aborted) return;
        await runBatch(async () => {
          await recordUntrackedFiles(entries, options);
          const removed = await deleteOrphanedThumbnails(entries, options);
          for (const { key, size } of entries) if (!removed.has(key)) storedBytes += size;
        });
      }
      await lease.update({ $set: { storedBytes } });
    },
  });
}

/** The bytes that the last garbage collection has counted; undefined before the first. */
export async function readStoredBytes(connection: Connection): Promise<number | undefined> {
  const row = await periodicJobsOf(connection).findOne({ _id: garbageCollectionJobName });
  return (row as GarbageCollectionRow | null)?.storedBytes;
}

/** Deletes temporary files of killed processes. With a bucket they are in the file system of each instance. */
export function deleteStaleTempFiles({
  storage,
  now,
}: Pick<GarbageCollectionOptions, 'storage' | 'now'>): Promise<void> {
  return storage.deleteStaleTempFiles(new Date(now().getTime() - tempFileMaxAgeMs));
}

function deleteUnusedFiles(
  { connection, storage, logger, unusedDays, now }: GarbageCollectionOptions,
  { runBatches }: JobContext,
): Promise<void> {
  const moment = new Date(now().getTime() - unusedDays * dayMs);
  return runBatches(async () => {
    const names = await findNamesUnusedSince(connection, moment, batchSize);
    for (const name of names) {
      // A use recorded in the meantime keeps the file.
      if (!(await deleteUnusedRecord(connection, name, moment))) continue;
      for (const key of [name, ...thumbnailKeys(name)]) await storage.delete(key);
      logger.info({ file: name }, 'Unused file deleted');
    }
    return names.length < batchSize;
  });
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
