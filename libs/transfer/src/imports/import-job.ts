import { setTimeout as delay } from 'node:timers/promises';
import { type ImportState, importMessages, itemEditMessages } from '@khmer-learning/contracts';
import type { JobContext, JobDefinition, Lease, ServiceContext } from '@khmer-learning/service-kit';
import { fieldsByColumn, recogniseColumns } from '../tables/columns.ts';
import { readColumns } from '../tables/read-table.ts';
import { applyNextBatch, ImportConflict, undoLastBatch } from './apply-import.ts';
import { checkImport, zeroCounts } from './check-import.ts';
import {
  type ImportCollections,
  isOfJson,
  retentionExpiry,
  type StoredImport,
  withUpdatedAt,
} from './import.model.ts';
import { readStoredFile } from './import-file.ts';
import { type AnyImporter, ImportFileError } from './importer.ts';
import { findMapping } from './mappings.ts';
import { type OpenedFile, openJson, openRows } from './open-file.ts';

const maxPauseMs = 500;
const activeStates: ImportState[] = ['checking', 'applying', 'undoing'];

/** The importer of this kind of files or edits. */
export function ofKind<I extends AnyImporter>(importers: readonly I[], { kind }: StoredImport): I {
  const found = importers.find((importer) => importer.kind === kind);
  if (!found) throw new Error(`No importer for ${kind}`);
  return found;
}

/**
 * The job that checks, applies and undoes imports of these kinds, also those that another instance has abandoned.
 * @param name in log lines
 */
export function createImportJob(
  name: string,
  serviceContext: ServiceContext,
  collections: ImportCollections,
  importers: readonly AnyImporter[],
): JobDefinition<StoredImport> {
  async function check(lease: Lease<StoredImport>, { signal }: JobContext): Promise<void> {
    try {
      const importer = ofKind(importers, lease.row);
      const file = await open(lease, importer);
      if (file) await checkImport(collections, lease, importer, file, signal);
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      await failCheck(lease, error.message);
    }
  }

  /** Opens the file of an import; undefined when its user must say first which column is which. */
  async function open(lease: Lease<StoredImport>, importer: AnyImporter): Promise<OpenedFile | undefined> {
    const { _id: importId, mapping, table: known } = lease.row;
    const { table } = importer;
    const json = isOfJson(lease.row) ? importer.json : undefined;
    const file = () => readStoredFile(importId, collections);
    const corrections = await collections.corrections.findById(importId).lean();
    if (json) return openJson(json, file, corrections);
    if (!table) throw new Error(`No table can be a file of ${lease.row.kind}`);
    if (known) return openRows(table, file, known, corrections);

    const read = await readColumns(file, table.fields, mapping?.sheet);
    const chosen = mapping?.fields
      ? fieldsByColumn(read.columns, mapping.fields)
      : await findMapping(collections, lease.row, read.columns);
    const { columns, isComplete } = recogniseColumns(read.columns, table.fields, chosen);
    const found = { ...read, columns };
    if (isComplete) {
      await lease.update({ $set: { table: found } });
      return openRows(table, file, found, corrections);
    }
    await lease.update({ $set: withUpdatedAt({ state: 'mapping' as const, table: found, failures: 0 }) });
    return undefined;
  }

  async function failCheck(lease: Lease<StoredImport>, problem: string): Promise<void> {
    const end = { state: 'failed' as const, counts: zeroCounts(), progress: { done: 0, total: 0 } };
    await lease.update({ $set: withUpdatedAt({ ...end, problem }) });
    await deleteParts(collections, lease.row._id);
  }

  async function apply(lease: Lease<StoredImport>, { signal, runBatch }: JobContext): Promise<void> {
    const deps = { serviceContext, collections, importer: ofKind(importers, lease.row), lease };
    let current = lease.row;
    /** Leaves as much time to others as a batch of an import has taken. */
    const paced = async (write: () => Promise<StoredImport>): Promise<StoredImport> => {
      const start = performance.now();
      const next = await runBatch(write);
      if (!next.edits) await delay(Math.min(performance.now() - start, maxPauseMs));
      return next;
    };
    while (current.state === 'applying' && !signal.aborted) {
      try {
        current = await paced(() => applyNextBatch(deps, current));
      } catch (error) {
        if (!(error instanceof ImportConflict)) throw error;
        current = await rollBack(lease, current, error.describe(current));
      }
    }
    while (current.state === 'undoing' && !signal.aborted)
      current = await paced(() => undoLastBatch(deps, current));
    // The journal of what is applied is kept: the user can take it back.
    if (current.state === 'failed' || current.state === 'undone')
      await collections.writes.deleteMany({ importId: current._id });
    if (current.state !== 'stopped') await deleteFile(collections, current._id);
  }

  function rollBack(lease: Lease<StoredImport>, { progress }: StoredImport, problem: string) {
    const begin = { state: 'undoing' as const, problem, progress: { done: 0, total: progress.done } };
    return lease.update({ $set: withUpdatedAt({ ...begin, failures: 0 }) }, { state: 'applying' });
  }

  return {
    name,
    collection: 'imports',
    dueFilter: () => ({ state: { $in: activeStates }, kind: { $in: importers.map(({ kind }) => kind) } }),
    run: (lease, context) => (lease.row.state === 'checking' ? check : apply)(lease, context),

    async giveUp(lease) {
      if (lease.row.state === 'checking') return failCheck(lease, importMessages.checkFailed);
      const current = await lease.update({});
      const failed = current.edits ? itemEditMessages.failed : importMessages.applyFailed;
      if (current.state === 'applying') await rollBack(lease, current, failed);
      if (current.state !== 'undoing') return;
      const end = { state: 'stopped' as const, expiresAt: retentionExpiry() };
      await lease.update({ $set: withUpdatedAt({ ...end, problem: importMessages.stopped }) });
    },
  };
}

/** Deletes the file of an import, and its corrections. */
async function deleteFile({ chunks, corrections }: ImportCollections, importId: number): Promise<void> {
  await Promise.all([chunks.deleteMany({ importId }), corrections.deleteOne({ _id: importId })]);
}

/** Deletes all that is stored of an import, but for itself. */
export async function deleteParts(collections: ImportCollections, importId: number): Promise<void> {
  const { lines, writes } = collections;
  await Promise.all([
    deleteFile(collections, importId),
    lines.deleteMany({ importId }),
    writes.deleteMany({ importId }),
  ]);
}
