import type { ClientSession, Connection } from 'mongoose';
import { filesOf } from './file.model.ts';

/** Records a file that came through an upload, within a unit of work. Nothing uses it yet. */
export async function recordUploadedFile(
  connection: Connection,
  file: { name: string; size: number; uploadedBy: number | undefined },
  now: Date,
  session: ClientSession,
): Promise<void> {
  const { name, size, uploadedBy } = file;
  await filesOf(connection).updateOne(
    { _id: name },
    {
      $set: {
        size,
        ...(uploadedBy === undefined ? {} : { uploadedBy }),
        createdAt: now,
        unusedSince: now,
      },
    },
    { upsert: true, session },
  );
}

/** Records files that are there without a record, as used or as unused from now on. */
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
 * Records that files are used from now on, or no longer. Each is written in any case, so that two who let go of
 * a file at once conflict, and one of them sees the other.
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

/** Those of the names that have a record. */
export async function findRecordedNames(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await filesOf(connection)
    .find({ _id: { $in: names } }, { _id: 1 })
    .lean();
  return new Set(rows.map((row) => row._id));
}

/** The names of files that nothing has used since a moment. */
export async function* findNamesUnusedSince(connection: Connection, moment: Date): AsyncIterable<string> {
  const rows = filesOf(connection)
    .find({ unusedSince: { $lte: moment } }, { _id: 1 })
    .lean()
    .cursor();
  for await (const { _id } of rows) yield _id;
}

/** @returns false when the file has come into use, or somebody else has forgotten it */
export async function deleteUnusedRecord(
  connection: Connection,
  name: string,
  moment: Date,
): Promise<boolean> {
  const { deletedCount } = await filesOf(connection).deleteOne({ _id: name, unusedSince: { $lte: moment } });
  return deletedCount > 0;
}
