import {
  type Import,
  type ImportLine,
  type ImportOutcome,
  type ImportState,
  importMessages,
  maxListedRefusedLines,
  messages,
  type TransferKind,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  type JobRunner,
  nextId,
  notFound,
  type Page,
  type RequestContext,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import type { FilterQuery } from 'mongoose';
import { countListedLines, zeroCounts } from './check-import.ts';
import { correctLine } from './correct-line.ts';
import {
  importCollections,
  retentionExpiry,
  type StoredImport,
  type StoredLine,
  sourceIndex,
} from './import.model.ts';
import { storeUploadedFile } from './import-file.ts';
import { createImportJob } from './import-job.ts';
import type { Importer, RefusedLine } from './importer.ts';

/** The calling user. */
type Owner = Pick<RequestContext, 'actor' | 'rights'>;

/** The imports of one service. Each import is visible only to the user who started it. */
export interface ImportService {
  /** Stores the file of a multipart request and starts the dry run. 409 while five of the user's are under way. */
  begin(kind: TransferKind, request: FastifyRequest, context: RequestContext): Promise<Import>;
  /** @throws ApiError 404 for an unknown import, or another user's */
  get(id: number, owner: Owner): Promise<Import>;
  lines(
    id: number,
    filter: { outcome: ImportOutcome | undefined; page: Page | undefined },
    owner: Owner,
  ): Promise<{ lines: ImportLine[]; total: number }>;
  /**
   * Replaces cells of a refused line and checks it again; the last correction of a line is kept.
   * 404 for an unknown line; 409 when the import is not checked or the line cannot be corrected in place.
   */
  correctLine(
    line: { readonly id: number; readonly place: number },
    cells: Readonly<Record<string, string>>,
    context: RequestContext,
  ): Promise<{ import: Import; lines: ImportLine[] }>;
  /** The refused lines as a file of the same format. 409 before the check has ended and above `maxListedRefusedLines`. */
  refused(
    id: number,
    owner: Owner,
  ): Promise<{ extension: Importer['extension']; chunks: AsyncIterable<string> }>;
  /**
   * Starts applying the lines of a checked import that are not refused. Idempotent. 409 when it is not checked, has only
   * refused lines, or has failed.
   */
  apply(id: number, owner: Owner): Promise<Import>;
  /** Resumes the rollback of a stopped import. Admins may do so for others. */
  retry(id: number, owner: Owner): Promise<Import>;
  /** Deletes an unapplied import. 409 while it is being applied, and afterwards. */
  discard(id: number, owner: Owner): Promise<{ message: string }>;
}

/** Maximum number of a user's unapplied imports; the oldest ones beyond it are deleted. And of those under way. */
const maxUnappliedImports = 5;
/** How often a correction is tried when others of the same import are stored at the same time. */
const maxCorrectionAttempts = 5;
/** Default number of lines of a response. */
const defaultLineCount = 100;

const discardableStates: readonly ImportState[] = ['checking', 'checked', 'failed'];
const unfinishedStates: readonly ImportState[] = ['applying', 'undoing'];

/**
 * The import service; see docs/import-export.md.
 *
 * @param importers one for each type of file
 */
export function createImportService(
  jobRunner: JobRunner,
  serviceContext: ServiceContext,
  importers: readonly Importer[],
): ImportService {
  const { connection } = serviceContext;
  const collections = importCollections(connection);
  const { imports, lines, writes, chunks } = collections;
  const wake = jobRunner.register(createImportJob(serviceContext, collections, importers));

  const ofThese = { kind: { $in: importers.map(({ kind }) => kind) } };
  const ownedBy = (id: number, { actor }: Owner): FilterQuery<StoredImport> => ({
    _id: id,
    ...ofThese,
    'actor.id': actor?.id ?? 0,
  });

  async function findOwnedOrThrow(id: number, owner: Owner): Promise<StoredImport> {
    const found = await imports.findOne(ownedBy(id, owner)).lean<StoredImport>();
    if (!found) throw notFound('Import');
    return found;
  }

  async function deleteParts(importId: number): Promise<void> {
    await Promise.all([
      chunks.deleteMany({ importId }),
      lines.deleteMany({ importId }),
      writes.deleteMany({ importId }),
    ]);
  }

  async function deleteOldest(actorId: number): Promise<void> {
    const surplus = await imports
      .find({ 'actor.id': actorId, state: { $in: discardableStates } }, { _id: 1 })
      .sort({ _id: -1 })
      .skip(maxUnappliedImports)
      .lean();
    for (const { _id } of surplus) {
      const { deletedCount } = await imports.deleteOne({ _id, state: { $in: discardableStates } });
      if (deletedCount > 0) await deleteParts(_id);
    }
  }

  /** How many files each user is sending to this process. */
  const arriving = new Map<number, number>();

  /** Runs `receive` unless too many of the user's imports are under way: sent, applied or undone. */
  async function receiveFew<T>(actorId: number, receive: () => Promise<T>): Promise<T> {
    const count = (change: number) => {
      const next = (arriving.get(actorId) ?? 0) + change;
      if (next === 0) arriving.delete(actorId);
      else arriving.set(actorId, next);
      return next;
    };
    const sent = count(1);
    try {
      const unfinished = await imports.countDocuments({
        'actor.id': actorId,
        state: { $in: unfinishedStates },
      });
      if (sent + unfinished > maxUnappliedImports) throw conflict(importMessages.tooManyOpen);
      return await receive();
    } finally {
      count(-1);
    }
  }

  return {
    async begin(kind, request, { actor, requestId, address = null }) {
      const importer = importers.find((one) => one.kind === kind);
      if (!importer || !actor) throw new ApiError(403, messages.auth.forbidden);
      const id = await nextId(connection, 'import');
      const now = new Date();
      const expiresAt = retentionExpiry(now.getTime());
      const fileName = await receiveFew(actor.id, () =>
        storeUploadedFile(request, id, collections, { importer, expiresAt }),
      );
      const row: StoredImport = {
        _id: id,
        kind,
        fileName,
        actor,
        requestId,
        address,
        state: 'checking',
        progress: { done: 0, total: null },
        counts: zeroCounts(),
        problem: null,
        run: 0,
        writes: 0,
        corrections: 0,
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
      await deleteOldest(actor.id);
      return toImport(row);
    },

    async get(id, owner) {
      return toImport(await findOwnedOrThrow(id, owner));
    },

    async lines(id, { outcome, page }, owner) {
      const found = await findOwnedOrThrow(id, owner);
      const { limit, offset } = page ?? { limit: defaultLineCount, offset: 0 };
      const rows = await lines
        .find({ importId: id, run: found.run, ...(outcome ? { outcome } : {}) }, { source: 0 })
        .sort({ place: 1 })
        .skip(offset)
        .limit(limit)
        .lean<StoredLine[]>();
      return { lines: rows.map(toImportLine), total: countListedLines(found, outcome) };
    },

    async correctLine({ id, place }, cells, context) {
      for (let attempt = 1; attempt <= maxCorrectionAttempts; attempt += 1) {
        const found = await findOwnedOrThrow(id, context);
        assertChecked(found);
        const importer = importers.find(({ kind }) => kind === found.kind);
        const correction = importer?.correction;
        if (!correction) throw conflict(importMessages.notCorrectable);
        const deps = { serviceContext, collections, correction, writers: importer.writers };
        const result = await correctLine(deps, found, { place, cells }, context);
        if (result) return { import: toImport(result.updated), lines: result.lines.map(toImportLine) };
      }
      throw conflict(importMessages.correctedMeanwhile);
    },

    async refused(id, owner) {
      const { state, kind, run, counts } = await findOwnedOrThrow(id, owner);
      const importer = importers.find((one) => one.kind === kind);
      if (!importer || state === 'checking') throw conflict(importMessages.notChecked);
      if (counts.refuse > maxListedRefusedLines) throw conflict(importMessages.tooManyToDownload);
      async function* linesOf(thing: string, only?: ImportOutcome): AsyncGenerator<RefusedLine> {
        const common = { importId: id, run, thing, source: { $exists: true } };
        const found = only ? lines.find({ ...common, outcome: only }) : lines.find(common).hint(sourceIndex);
        const rows = found.sort({ place: 1 }).lean<StoredLine>().cursor();
        for await (const { source, outcome, notes } of rows)
          yield { source: JSON.parse(source ?? 'null'), reasons: outcome === 'refuse' ? notes : [] };
      }
      return { extension: importer.extension, chunks: importer.formatRefused(linesOf) };
    },

    async apply(id, owner) {
      const started = await imports
        .findOneAndUpdate(
          { ...ownedBy(id, owner), state: 'checked', $or: [{ 'counts.refuse': 0 }, { writes: { $gt: 0 } }] },
          {
            $set: {
              state: 'applying',
              rights: owner.rights ?? null,
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
      const found = await findOwnedOrThrow(id, owner);
      if (found.state === 'checking') throw conflict(importMessages.notChecked);
      if (found.state === 'checked') throw conflict(importMessages.allRefused);
      if (found.state === 'undoing' || found.state === 'stopped' || found.state === 'failed')
        throw conflict(found.problem ?? importMessages.changedMeanwhile);
      // A repeated call does not apply it twice.
      return toImport(found);
    },

    async retry(id, owner) {
      const where = owner.actor?.role === 'admin' ? { _id: id, ...ofThese } : ownedBy(id, owner);
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
      const { deletedCount } = await imports.deleteOne({
        ...ownedBy(id, owner),
        state: { $in: discardableStates },
      });
      if (deletedCount === 0) {
        const { state } = await findOwnedOrThrow(id, owner);
        throw conflict(state === 'applied' ? importMessages.applied : importMessages.underWay);
      }
      await deleteParts(id);
      return { message: importMessages.discarded };
    },
  };
}

function assertChecked({ state }: StoredImport): void {
  if (state === 'checked') return;
  if (state === 'applied') throw conflict(importMessages.applied);
  throw conflict(
    state === 'applying' || state === 'undoing' ? importMessages.underWay : importMessages.notChecked,
  );
}

function toImportLine({ line, thing, title, outcome, notes, place, cells }: StoredLine): ImportLine {
  return { line, thing, title, outcome, notes, ...(cells ? { correction: { place, cells } } : {}) };
}

function toImport(row: StoredImport): Import {
  const {
    _id: id,
    kind,
    fileName,
    state,
    progress,
    counts,
    workingCopies,
    problem,
    createdAt,
    updatedAt,
  } = row;
  if (kind === 'lesson-edits' || kind === 'quiz-edits') throw new Error('Edits are no import');
  return {
    id,
    kind,
    fileName,
    state,
    progress,
    counts,
    ...(workingCopies ? { workingCopies } : {}),
    problem,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
