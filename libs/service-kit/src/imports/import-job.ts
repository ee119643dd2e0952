import { type ImportState, importMessages } from '@khmer-learning/contracts';
import type { JobKind, JobRun } from '../jobs/jobs.ts';
import type { Lease } from '../jobs/lease.ts';
import type { EntityStore } from '../store/entity-store.ts';
import { applyStep, Impossible, undoStep } from './apply-import.ts';
import { checkImport, noCounts } from './check-import.ts';
import { type ImportCollections, keptUntil, type StoredImport, touched } from './import.model.ts';
import { FileProblem, type Importer } from './import-kind.ts';

const working: ImportState[] = ['checking', 'applying', 'undoing'];

/** Checks, applies and takes back imports of these kinds, one at a time: those begun here and those left behind. */
export function importJob(
  store: EntityStore,
  collections: ImportCollections,
  importers: readonly Importer[],
): JobKind<StoredImport> {
  function importerOf({ kind }: StoredImport): Importer {
    const found = importers.find((importer) => importer.kind === kind);
    if (!found) throw new Error(`Nobody imports ${kind}`);
    return found;
  }

  async function check(lease: Lease<StoredImport>): Promise<void> {
    try {
      await checkImport(collections, lease, importerOf(lease.row));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      await failCheck(lease, error.message);
    }
  }

  async function failCheck(lease: Lease<StoredImport>, problem: string): Promise<void> {
    const importId = lease.row._id;
    const progress = { done: 0, total: 0 };
    await lease.update({
      $set: touched({ state: 'failed' as const, problem, counts: noCounts(), progress }),
    });
    await Promise.all([
      collections.chunks.deleteMany({ importId }),
      collections.lines.deleteMany({ importId }),
      collections.writes.deleteMany({ importId }),
    ]);
  }

  async function write(lease: Lease<StoredImport>, { signal, batch }: JobRun): Promise<void> {
    const deps = { store, collections, importer: importerOf(lease.row), lease };
    let current = lease.row;
    while (current.state === 'applying' && !signal.aborted) {
      try {
        current = await batch(() => applyStep(deps, current));
      } catch (error) {
        if (!(error instanceof Impossible)) throw error;
        current = await beginUndoing(lease, current, error.message);
      }
    }
    while (current.state === 'undoing' && !signal.aborted)
      current = await batch(() => undoStep(deps, current));
    if (current.state === 'applied' || current.state === 'failed')
      await collections.writes.deleteMany({ importId: current._id });
  }

  async function beginUndoing(
    lease: Lease<StoredImport>,
    { applied }: Pick<StoredImport, 'applied'>,
    problem: string,
  ): Promise<StoredImport> {
    const progress = { done: 0, total: applied };
    return lease.update(
      { $set: touched({ state: 'undoing' as const, problem, progress, failures: 0 }) },
      { state: 'applying' },
    );
  }

  return {
    name: 'import',
    collection: 'imports',
    due: () => ({ state: { $in: working }, kind: { $in: importers.map(({ kind }) => kind) } }),
    work: (lease, run) => (lease.row.state === 'checking' ? check(lease) : write(lease, run)),

    async giveUp(lease) {
      const current = await lease.update({});
      if (current.state === 'checking') await failCheck(lease, importMessages.checkFailed);
      if (current.state === 'applying') await beginUndoing(lease, current, importMessages.applyFailed);
      if (current.state === 'undoing')
        await lease.update({
          $set: touched({
            state: 'stopped' as const,
            problem: importMessages.stopped,
            expiresAt: keptUntil(),
          }),
        });
    },
  };
}
