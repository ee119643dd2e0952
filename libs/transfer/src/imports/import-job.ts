import { type ImportState, importMessages, itemEditMessages } from '@khmer-learning/contracts';
import type { JobContext, JobDefinition, Lease, ServiceContext } from '@khmer-learning/service-kit';
import { applyNextBatch, ImportConflict, undoLastBatch } from './apply-import.ts';
import { checkImport, zeroCounts } from './check-import.ts';
import { type ImportCollections, retentionExpiry, type StoredImport, withUpdatedAt } from './import.model.ts';
import { type Applier, type Importer, ImportFileError } from './importer.ts';

const activeStates: ImportState[] = ['checking', 'applying', 'undoing'];

function ofKind<A extends Applier>(appliers: readonly A[], { kind }: StoredImport): A {
  const found = appliers.find((applier) => applier.kind === kind);
  if (!found) throw new Error(`No importer for ${kind}`);
  return found;
}

/**
 * The background job that checks, applies and undoes imports of these types, one at a time, including those that
 * another instance has abandoned.
 */
export function createImportJob(
  serviceContext: ServiceContext,
  collections: ImportCollections,
  importers: readonly Importer[],
): JobDefinition<StoredImport> {
  const applyJob = createApplyJob('import', serviceContext, collections, importers);

  async function check(lease: Lease<StoredImport>, { signal }: JobContext): Promise<void> {
    try {
      await checkImport(collections, lease, ofKind(importers, lease.row), signal);
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

  return {
    ...applyJob,
    run: (lease, jobContext) =>
      lease.row.state === 'checking' ? check(lease, jobContext) : applyJob.run(lease, jobContext),

    async giveUp(lease) {
      if (lease.row.state === 'checking') await failCheck(lease, importMessages.checkFailed);
      else await applyJob.giveUp(lease);
    },
  };
}

/** The background job that applies and undoes planned writes. @param name in log lines */
export function createApplyJob(
  name: string,
  serviceContext: ServiceContext,
  collections: ImportCollections,
  appliers: readonly Applier[],
): JobDefinition<StoredImport> & Required<Pick<JobDefinition<StoredImport>, 'giveUp'>> {
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
    name,
    collection: 'imports',
    dueFilter: () => ({ state: { $in: activeStates }, kind: { $in: appliers.map(({ kind }) => kind) } }),

    async run(lease, { signal, runBatch }) {
      const deps = { serviceContext, collections, importer: ofKind(appliers, lease.row), lease };
      let current = lease.row;
      while (current.state === 'applying' && !signal.aborted) {
        try {
          current = await runBatch(() => applyNextBatch(deps, current));
        } catch (error) {
          if (!(error instanceof ImportConflict)) throw error;
          current = await startUndo(lease, current, error.describe(current));
        }
      }
      while (current.state === 'undoing' && !signal.aborted)
        current = await runBatch(() => undoLastBatch(deps, current));
      // The user can take edits back: their journal is kept.
      if (current.state === 'failed' || (current.state === 'applied' && !current.edits))
        await collections.writes.deleteMany({ importId: current._id });
    },

    async giveUp(lease) {
      const current = await lease.update({});
      const failed = current.edits ? itemEditMessages.failed : importMessages.applyFailed;
      if (current.state === 'applying') await startUndo(lease, current, failed);
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
