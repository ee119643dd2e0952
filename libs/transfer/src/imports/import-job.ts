import { type ImportState, importMessages } from '@khmer-learning/contracts';
import type { JobContext, JobDefinition, Lease, ServiceContext } from '@khmer-learning/service-kit';
import { applyNextBatch, ImportConflict, undoLastBatch } from './apply-import.ts';
import { checkImport, zeroCounts } from './check-import.ts';
import { type ImportCollections, retentionExpiry, type StoredImport, withUpdatedAt } from './import.model.ts';
import { type Importer, ImportFileError } from './importer.ts';

const activeStates: ImportState[] = ['checking', 'applying', 'undoing'];

/**
 * The background job that checks, applies and undoes imports of these types, one at a time, including those that
 * another instance has abandoned.
 */
export function createImportJob(
  serviceContext: ServiceContext,
  collections: ImportCollections,
  importers: readonly Importer[],
): JobDefinition<StoredImport> {
  function importerOf({ kind }: StoredImport): Importer {
    const found = importers.find((importer) => importer.kind === kind);
    if (!found) throw new Error(`No importer for ${kind}`);
    return found;
  }

  async function check(lease: Lease<StoredImport>, { signal }: JobContext): Promise<void> {
    try {
      await checkImport(collections, lease, importerOf(lease.row), signal);
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      await failCheck(lease, error.message);
    }
  }

  async function failCheck(lease: Lease<StoredImport>, problem: string): Promise<void> {
    const importId = lease.row._id;
    const progress = { done: 0, total: 0 };
    await lease.update({
      $set: withUpdatedAt({ state: 'failed' as const, problem, counts: zeroCounts(), progress }),
    });
    await Promise.all([
      collections.chunks.deleteMany({ importId }),
      collections.lines.deleteMany({ importId }),
      collections.writes.deleteMany({ importId }),
    ]);
  }

  async function applyOrUndo(lease: Lease<StoredImport>, { signal, runBatch }: JobContext): Promise<void> {
    const deps = { serviceContext, collections, importer: importerOf(lease.row), lease };
    let current = lease.row;
    while (current.state === 'applying' && !signal.aborted) {
      try {
        current = await runBatch(() => applyNextBatch(deps, current));
      } catch (error) {
        if (!(error instanceof ImportConflict)) throw error;
        current = await startUndo(lease, current, error.message);
      }
    }
    while (current.state === 'undoing' && !signal.aborted)
      current = await runBatch(() => undoLastBatch(deps, current));
    if (current.state === 'applied' || current.state === 'failed')
      await collections.writes.deleteMany({ importId: current._id });
  }

  async function startUndo(
    lease: Lease<StoredImport>,
    { progress: { done: total } }: Pick<StoredImport, 'progress'>,
    problem: string,
  ): Promise<StoredImport> {
    const progress = { done: 0, total };
    return lease.update(
      { $set: withUpdatedAt({ state: 'undoing' as const, problem, progress, failures: 0 }) },
      { state: 'applying' },
    );
  }

  return {
    name: 'import',
    collection: 'imports',
    dueFilter: () => ({ state: { $in: activeStates }, kind: { $in: importers.map(({ kind }) => kind) } }),
    run: (lease, jobContext) =>
      lease.row.state === 'checking' ? check(lease, jobContext) : applyOrUndo(lease, jobContext),

    async giveUp(lease) {
      const current = await lease.update({});
      if (current.state === 'checking') await failCheck(lease, importMessages.checkFailed);
      if (current.state === 'applying') await startUndo(lease, current, importMessages.applyFailed);
      if (current.state === 'undoing')
        await lease.update({
          $set: withUpdatedAt({
            state: 'stopped' as const,
            problem: importMessages.stopped,
            expiresAt: retentionExpiry(),
          }),
        });
    },
  };
}
