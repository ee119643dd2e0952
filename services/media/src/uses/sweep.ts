import { uploadedFileNamePattern } from '@khmer-learning/contracts';
import type { Logger } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { forgetUnused, namesUnusedSince, recordedNames, recordFound } from '../files/file.records.ts';
import { isThumbnail, originalOf, thumbnailKeys } from '../files/thumbnails.ts';
import type { StorageMetrics } from '../metrics.ts';
import type { Storage, StoredEntry } from '../storage/storage.ts';
import { namesInUse } from './uses.consumer.ts';

export interface SweepOptions {
  readonly connection: Connection;
  readonly storage: Storage;
  readonly metrics: StorageMetrics;
  readonly logger: Logger;
  readonly unusedDays: number;
  /** Whether every use that has been told of is recorded; nothing is removed before. */
  readonly usesAreKnown: () => Promise<boolean>;
  readonly now: () => Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Longer than any upload takes. */
const incomingMs = 60 * 60 * 1_000;
const batchSize = 500;

/**
 * Removes what nothing has used for long, and what uploads of a killed process have left; records files that
 * came here by other ways; measures what is stored. Any number of instances may do it at once.
 */
export async function sweep(options: SweepOptions): Promise<void> {
  const { storage, metrics, now } = options;
  await storage.clearIncoming(new Date(now().getTime() - incomingMs));
  if (await options.usesAreKnown()) await removeUnused(options);
  let bytes = 0;
  for await (const entries of inBatches(storage.list(), batchSize)) {
    await adopt(entries, options);
    const removed = await removeOrphans(entries, options);
    for (const { key, size } of entries) if (!removed.has(key)) bytes += size;
  }
  metrics.storedBytes.set(bytes);
}

async function removeUnused({ connection, storage, logger, unusedDays, now }: SweepOptions): Promise<void> {
  const moment = new Date(now().getTime() - unusedDays * dayMs);
  for await (const name of namesUnusedSince(connection, moment)) {
    // A use that is recorded in between keeps the file.
    if (!(await forgetUnused(connection, name, moment))) continue;
    for (const key of [name, ...thumbnailKeys(name)]) await storage.delete(key);
    logger.info({ file: name }, 'An unused file was removed');
  }
}

/** Files without a record count from now on, unless something uses them. */
async function adopt(entries: readonly StoredEntry[], { connection, now }: SweepOptions): Promise<void> {
  const found = entries.filter(({ key }) => uploadedFileNamePattern.test(key));
  const names = found.map(({ key }) => key);
  const known = await recordedNames(connection, names);
  const strangers = found.filter(({ key }) => !known.has(key));
  if (strangers.length === 0) return;
  const used = await namesInUse(connection, names);
  await recordFound(
    connection,
    strangers.map(({ key, size }) => ({ name: key, size, isUsed: used.has(key) })),
    now(),
  );
}

/** Small copies whose picture has gone, as when one was made while the picture was removed. */
async function removeOrphans(
  entries: readonly StoredEntry[],
  { connection, storage }: SweepOptions,
): Promise<ReadonlySet<string>> {
  const copies = entries.map(({ key }) => key).filter(isThumbnail);
  const known = await recordedNames(connection, copies.map(originalOf));
  const orphans = copies.filter((key) => !known.has(originalOf(key)));
  for (const key of orphans) await storage.delete(key);
  return new Set(orphans);
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
