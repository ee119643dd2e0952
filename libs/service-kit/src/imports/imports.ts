import {
  type Import,
  type ImportLine,
  type ImportOutcome,
  type ImportState,
  importMessages,
  messages,
  type TransferKind,
} from '@khmer-learning/contracts';
import type { FastifyRequest } from 'fastify';
import type { FilterQuery } from 'mongoose';
import { ApiError, conflict, notFound } from '../http/api-error.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Page } from '../lists/page.ts';
import { nextId } from '../mongo/serial-ids.ts';
import type { ChangeContext } from '../outbox/change-context.ts';
import type { EntityStore } from '../store/entity-store.ts';
import { listedOf, noCounts } from './check-import.ts';
import { importCollections, keptUntil, type StoredImport, type StoredLine } from './import.model.ts';
import { receiveFile } from './import-file.ts';
import { importJob } from './import-job.ts';
import type { Importer } from './import-kind.ts';

/** Who asks. */
type Owner = Pick<ChangeContext, 'actor'>;

/** Imports of one service, each known to the person who began it alone. */
export interface Imports {
  /** Takes the file of a multipart request and begins to check it. */
  begin(kind: TransferKind, request: FastifyRequest, context: ChangeContext): Promise<Import>;
  get(id: number, owner: Owner): Promise<Import>;
  lines(
    id: number,
    filter: { outcome: ImportOutcome | undefined; page: Page | undefined },
    owner: Owner,
  ): Promise<{ lines: ImportLine[]; total: number }>;
  apply(id: number, owner: Owner): Promise<Import>;
  /** Goes on with one that has stopped. Admins may, too. */
  retry(id: number, owner: Owner): Promise<Import>;
  discard(id: number, owner: Owner): Promise<{ message: string }>;
}

/** Imports of a person that are neither being written nor applied; beyond these the oldest are forgotten. */
const mostWaiting = 5;
/** Lines of an answer that asks for no page. */
const mostLines = 100;

const waiting: readonly ImportState[] = ['checking', 'checked', 'failed'];

/**
 * What a service does with imports; see docs/import-export.md.
 *
 * @param importers one for each kind of file it takes
 */
export function createImports(jobs: Jobs, store: EntityStore, importers: readonly Importer[]): Imports {
  const { connection } = store;
  const collections = importCollections(connection);
  const { imports, lines, writes, chunks } = collections;
  const wake = jobs.add(importJob(store, collections, importers));

  const owned = (id: number, { actor }: Owner): FilterQuery<StoredImport> => ({
    _id: id,
    'actor.id': actor?.id ?? 0,
  });

  async function existing(id: number, owner: Owner): Promise<StoredImport> {
    const found = await imports.findOne(owned(id, owner)).lean<StoredImport>();
    if (!found) throw notFound('Import');
    return found;
  }

  async function forgetParts(importId: number): Promise<void> {
    await Promise.all([
      chunks.deleteMany({ importId }),
      lines.deleteMany({ importId }),
      writes.deleteMany({ importId }),
    ]);
  }

  async function forgetOldest(actorId: number): Promise<void> {
    const tooMany = await imports
      .find({ 'actor.id': actorId, state: { $in: waiting } }, { _id: 1 })
      .sort({ _id: -1 })
      .skip(mostWaiting)
      .lean();
    for (const { _id } of tooMany) {
      const { deletedCount } = await imports.deleteOne({ _id, state: { $in: waiting } });
      if (deletedCount > 0) await forgetParts(_id);
    }
  }

  return {
    async begin(kind, request, { actor, requestId, address = null }) {
      const importer = importers.find((one) => one.kind === kind);
      if (!importer || !actor) throw new ApiError(403, messages.auth.forbidden);
      const id = await nextId(connection, 'import');
      const now = new Date();
      const expiresAt = keptUntil(now.getTime());
      const fileName = await receiveFile(request, id, collections, { importer, expiresAt });
      const row: StoredImport = {
        _id: id,
        kind,
        fileName,
        actor,
        requestId,
        address,
        state: 'checking',
        progress: { done: 0, total: null },
        counts: noCounts(),
        problem: null,
        run: 0,
        writes: 0,
        applied: 0,
        failures: 0,
        holder: null,
        heldUntil: new Date(0),
        createdAt: now,
        updatedAt: now,
        expiresAt,
      };
      await imports.insertMany([row], { lean: true });
      wake();
      await forgetOldest(actor.id);
      return toImport(row);
    },

    async get(id, owner) {
      return toImport(await existing(id, owner));
    },

    async lines(id, { outcome, page }, owner) {
      const found = await existing(id, owner);
      const { limit, offset } = page ?? { limit: mostLines, offset: 0 };
      const rows = await lines
        .find({ importId: id, run: found.run, ...(outcome ? { outcome } : {}) })
        .sort({ place: 1 })
        .skip(offset)
        .limit(limit)
        .lean<StoredLine[]>();
      return { lines: rows, total: listedOf(found, outcome) };
    },

    async apply(id, owner) {
      const started = await imports
        .findOneAndUpdate(
          { ...owned(id, owner), state: 'checked', 'counts.refuse': 0 },
          {
            $set: {
              state: 'applying',
              progress: { done: 0, total: null },
              failures: 0,
              updatedAt: new Date(),
            },
            $unset: { expiresAt: 1 },
          },
          { new: true },
        )
        .lean<StoredImport>();
      if (started) {
        wake();
        return toImport(started);
      }
      const found = await existing(id, owner);
      if (found.state === 'checking') throw conflict(importMessages.notChecked);
      if (found.state === 'checked') throw conflict(importMessages.refused);
      if (found.state === 'undoing' || found.state === 'stopped' || found.state === 'failed')
        throw conflict(found.problem ?? importMessages.changedMeanwhile);
      // Asked twice, it is still applied once.
      return toImport(found);
    },

    async retry(id, owner) {
      const where = owner.actor?.role === 'admin' ? { _id: id } : owned(id, owner);
      const found = await imports
        .findOneAndUpdate(
          { ...where, state: 'stopped' },
          { $set: { state: 'undoing', failures: 0, updatedAt: new Date() }, $unset: { expiresAt: 1 } },
          { new: true },
        )
        .lean<StoredImport>();
      if (found) {
        wake();
        return toImport(found);
      }
      const present = await imports.findOne(where).lean<StoredImport>();
      if (!present) throw notFound('Import');
      if (present.state !== 'undoing') throw conflict(importMessages.notStopped);
      return toImport(present);
    },

    async discard(id, owner) {
      const { deletedCount } = await imports.deleteOne({ ...owned(id, owner), state: { $in: waiting } });
      if (deletedCount === 0) {
        const { state } = await existing(id, owner);
        throw conflict(state === 'applied' ? importMessages.applied : importMessages.underWay);
      }
      await forgetParts(id);
      return { message: importMessages.discarded };
    },
  };
}

function toImport(row: StoredImport): Import {
  const { _id: id, kind, fileName, state, progress, counts, problem, createdAt, updatedAt } = row;
  return {
    id,
    kind,
    fileName,
    state,
    progress,
    counts,
    problem,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
