import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { EntityStore } from '../store/entity-store.ts';
import { applyStep, Impossible, undoStep } from './apply-import.ts';
import { checkImport, noCounts } from './check-import.ts';
import type { ImportCollections, StoredImport } from './import.model.ts';
import { FileProblem, type Importer } from './import-kind.ts';
import { type ImportLease, LeaseLost, takeImport } from './import-lease.ts';

const lookEveryMs = 1_000;
const pauseMs = 1_000;
/** An import that fails so often in a row without a known reason is given up. */
const mostFailures = 3;
const gaveUp = 'Something went wrong';

export interface ImportWorkerOptions {
  readonly store: EntityStore;
  readonly collections: ImportCollections;
  readonly importers: readonly Importer[];
  readonly logger: Logger;
}

/** Works on imports in the background, one at a time: on those begun here, and on what others have left behind. */
export interface ImportWorker {
  start(): void;
  /** There is something to do. */
  wake(): void;
  /** Finishes the step under way; the rest is for the next process. */
  stop(): Promise<void>;
}

export function createImportWorker(options: ImportWorkerOptions): ImportWorker {
  const { store, collections, importers, logger } = options;
  const stopping = new AbortController();
  let sleep = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function nap(ms: number): Promise<void> {
    const either = AbortSignal.any([stopping.signal, sleep.signal]);
    await delay(ms, undefined, { signal: either }).catch(() => undefined);
    sleep = new AbortController();
  }

  function importerOf({ kind }: StoredImport): Importer {
    const found = importers.find((importer) => importer.kind === kind);
    if (!found) throw new Error(`Nobody imports ${kind}`);
    return found;
  }

  async function check(lease: ImportLease): Promise<void> {
    const { _id: importId } = lease.found;
    try {
      await checkImport(collections, lease, importerOf(lease.found));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      await failCheck(lease, importId, error.message);
    }
  }

  async function failCheck(lease: ImportLease, importId: number, problem: string): Promise<void> {
    await lease.update({
      $set: { state: 'failed', problem, counts: noCounts(), progress: { done: 0, total: 0 } },
    });
    await Promise.all([
      collections.chunks.deleteMany({ importId }),
      collections.lines.deleteMany({ importId }),
      collections.writes.deleteMany({ importId }),
    ]);
  }

  async function write(lease: ImportLease): Promise<void> {
    const deps = { store, collections, importer: importerOf(lease.found), lease };
    let current = lease.found;
    while (current.state === 'applying' && !stopping.signal.aborted) {
      try {
        current = await applyStep(deps, current);
      } catch (error) {
        if (!(error instanceof Impossible)) throw error;
        current = await beginUndoing(lease, current, error.message);
      }
    }
    while (current.state === 'undoing' && !stopping.signal.aborted) current = await undoStep(deps, current);
    if (current.state === 'applied' || current.state === 'failed')
      await collections.writes.deleteMany({ importId: current._id });
  }

  async function beginUndoing(lease: ImportLease, { applied }: StoredImport, problem: string) {
    const progress = { done: 0, total: applied };
    return lease.update(
      { $set: { state: 'undoing', problem, progress, failures: 0 } },
      { state: 'applying' },
    );
  }

  async function afterFailure(lease: ImportLease, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    if (!isMongoAway(error)) {
      logger.error({ err: error, importId: lease.found._id }, 'Work on an import has failed');
      const current = await lease.update({ $inc: { failures: 1 } });
      if (current.failures >= mostFailures) {
        if (current.state === 'checking') await failCheck(lease, current._id, gaveUp);
        else if (current.state === 'applying') await beginUndoing(lease, current, gaveUp);
      }
    }
    await nap(pauseMs);
  }

  /** @returns whether there was anything to do */
  async function workOnNext(): Promise<boolean> {
    const lease = await takeImport(
      collections,
      importers.map(({ kind }) => kind),
    );
    if (!lease) return false;
    try {
      await (lease.found.state === 'checking' ? check(lease) : write(lease));
    } catch (error) {
      await afterFailure(lease, error);
    } finally {
      await lease.release();
    }
    return true;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const more = await workOnNext().catch((error: unknown) => {
        if (!isMongoAway(error)) logger.warn({ err: error }, 'Imports could not be looked for');
        return false;
      });
      if (!more) await nap(lookEveryMs);
    }
  }

  return {
    start() {
      running = work();
    },
    wake: () => sleep.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
