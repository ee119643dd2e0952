import type { ClientSession, Connection } from 'mongoose';
import { type FileRecord, filesOf } from './file.model.ts';

/** Records an uploaded file as part of a transaction, as unused from now on. */
export async function recordUploadedFile(
  connection: Connection,
  file: { name: string; size: number; hash: string; uploadedBy: number | undefined },
  now: Date,
  session: ClientSession,
): Promise<void> {
  const { name, size, hash, uploadedBy } = file;
  const uploader = uploadedBy === undefined ? {} : { uploadedBy };
  const fields = { size, hash, ...uploader, createdAt: now, unusedSince: now };
  await filesOf(connection).updateOne({ _id: name }, { $set: fields }, { upsert: true, session });
}

/** Records files found in the storage without a record, as used or as unused from now on. */
export async function recordDiscoveredFiles(
  connection: Connection,
  files: readonly { name: string; size: number; isUsed: boolean }[],
  now: Date,
): Promise<void> {
  await filesOf(connection).bulkWrite(
    files.map(({ name, size, isUsed }) => ({
      updateOne: {
        filter: { _id: name },
        update: { $setOnInsert: { size, createdAt: now, ...(isUsed ? {} : { unusedSince: now }) } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/**
 * Records that files are in use from now on, or unused. Every record is written even without a change: two
 * transactions that stop using the same file then conflict, and the retried one sees the other's writes.
 */
export async function recordUsageChanges(
  connection: Connection,
  files: readonly { name: string; isUsed: boolean }[],
  now: Date,
  session: ClientSession,
): Promise<void> {
  await filesOf(connection).bulkWrite(
    files.map(({ name, isUsed }) => ({
      updateOne: {
        filter: { _id: name },
        update: {
          $setOnInsert: { createdAt: now },
          ...(isUsed ? { $unset: { unusedSince: '' as const } } : { $set: { unusedSince: now } }),
        },
        upsert: true,
      },
    })),
    { session },
  );
}

/** Reads size and hash of files, as far as they are known; files without a record are left out. */
export function findRecords(
  connection: Connection,
  names: readonly string[],
): Promise<Pick<FileRecord, '_id' | 'size' | 'hash'>[]> {
  return filesOf(connection)
    .find({ _id: { $in: names } }, { size: 1, hash: 1 })
    .lean();
}

export async function recordHash(
  connection: Connection,
  { name, size, hash }: { name: string; size: number; hash: string },
): Promise<void> {
  await filesOf(connection).updateOne({ _id: name }, { $set: { size, hash } });
}

export async function findRecordedNames(connection: Connection, names: readonly string[]) {
  return new Set((await findRecords(connection, names)).map(({ _id }) => _id));
}

/** Finds the names of files that have been unused since `moment` or longer, up to a limit. */
export async function findNamesUnusedSince(
  connection: Connection,
  moment: Date,
  limit: number,
): Promise<string[]> {
  const rows = await filesOf(connection)
    .find({ unusedSince: { $lte: moment } }, { _id: 1 }, { limit })
    .lean();
  return rows.map(({ _id }) => _id);
}

/** Deletes the record of an unused file. @returns false when it is in use again, or another instance deleted it */
export async function deleteUnusedRecord(
  connection: Connection,
  name: string,
  moment: Date,
): Promise<boolean> {
  const { deletedCount } = await filesOf(connection).deleteOne({ _id: name, unusedSince: { $lte: moment } });
  return deletedCount > 0;
}
