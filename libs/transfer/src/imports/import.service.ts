import {
  type BodyOf,
  type contentImports,
  type Import,
  type ImportLine,
  type ImportOutcome,
  type ImportState,
  importMessages,
  maxListedRefusedLines,
  messages,
  type ResponseOf,
  type TransferKind,
} from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  conflict,
  type JobRunner,
  nextId,
  notFound,
  type Page,
  type RequestContext,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ClientSession, FilterQuery, UpdateQuery } from 'mongoose';
import { jsonChunks } from '../exports/send-export.ts';
import { hasRequired } from '../tables/columns.ts';
import {
  fitsExcel,
  formatTable,
  type RefusedLine,
  refusedRows,
  type TableFormat,
  templateRows,
} from '../tables/write-table.ts';
import { countListedLines, zeroCounts } from './check-import.ts';
import { correctionKey, mergeCorrections } from './corrections.ts';
import {
  type FileFormat,
  importCollections,
  newestIndex,
  retentionExpiry,
  type StoredImport,
  type StoredLine,
  sourceIndex,
  withUpdatedAt,
} from './import.model.ts';
import { storeUploadedFile } from './import-file.ts';
import { createImportJob, deleteParts } from './import-job.ts';
import type { Importer, JsonImporter } from './importer.ts';
import { rememberMapping } from './mappings.ts';
import { jsonOf } from './open-file.ts';
import { findChangesSince, startUndo } from './undo.ts';

/** The calling user. */
type Owner = Pick<RequestContext, 'actor' | 'rights'>;

/** Maximum number of a user's unapplied imports; the oldest ones beyond it are deleted. And of those under way. */
const maxUnappliedImports = 5;
/** Default number of lines of a response. */
const defaultLineCount = 100;
/** Number of a user's imports that are listed. */
const listedImports = 20;

/** The fields of an import whose check begins. */
const checking = { state: 'checking', progress: { done: 0, total: null }, failures: 0 } as const;

const discardableStates: readonly ImportState[] = ['mapping', 'checking', 'checked', 'failed'];
const unfinishedStates: readonly ImportState[] = ['applying', 'undoing'];

/** The imports of one service, each visible only to the user who started it; see docs/import-export.md. */
export function createImportService(
  jobRunner: JobRunner,
  serviceContext: ServiceContext,
  importers: readonly Importer[],
) {
  const { connection } = serviceContext;
  const collections = importCollections(connection);
  const { imports, lines, chunks, corrections } = collections;
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

  function importerOf(kind: StoredImport['kind']): Importer {
    const found = importers.find((one) => one.kind === kind);
    if (!found) throw new ApiError(403, messages.auth.forbidden);
    return found;
  }

  const toImport = (row: StoredImport) => toResponse(row, importerOf(row.kind));

  /** Starts another check of a checked table, and stores what it depends on in the same transaction. */
  async function checkAgain(
    found: StoredImport,
    change: UpdateQuery<StoredImport>,
    context: RequestContext,
    storeWith: (session: ClientSession) => Promise<unknown>,
  ): Promise<Import> {
    const updated = await commit(serviceContext, context, async ({ session }) => {
      const updated = await imports
        .findOneAndUpdate(
          { _id: found._id, run: found.run, state: { $in: ['mapping', 'checked'] } },
          {
            ...change,
            $set: { ...change.$set, ...withUpdatedAt(checking) },
          },
          { new: true, session },
        )
        .lean<StoredImport>();
      if (!updated) throw conflict(importMessages.notChecked);
      await storeWith(session);
      return updated;
    });
    wake();
    return toImport(updated);
  }

  async function deleteOldest(actorId: number): Promise<void> {
    const surplus = await imports
      .find({ 'actor.id': actorId, state: { $in: discardableStates } }, { _id: 1 })
      .sort({ _id: -1 })
      .skip(maxUnappliedImports)
      .lean();
    for (const { _id } of surplus) {
      const { deletedCount } = await imports.deleteOne({ _id, state: { $in: discardableStates } });
      if (deletedCount > 0) await deleteParts(collections, _id);
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
    /** Stores the file of a multipart request and starts the dry run. 409 while five of the user's are under way. */
    async begin(
      kind: TransferKind,
      request: FastifyRequest,
      { actor, requestId, address = null }: RequestContext,
    ): Promise<Import> {
      const importer = importerOf(kind);
      if (!actor) throw new ApiError(403, messages.auth.forbidden);
      const id = await nextId(connection, 'import');
      const now = new Date();
      const expiresAt = retentionExpiry(now.getTime());
      const { fileName, format } = await receiveFew(actor.id, () =>
        storeUploadedFile(request, id, collections, { importer, expiresAt }),
      );
      const row: StoredImport = {
        ...{ _id: id, kind, fileName, format, actor, requestId, address },
        ...{ ...checking, counts: zeroCounts(), problem: null, run: 0, writes: 0, applied: 0 },
        ...{ holder: null, heldUntil: new Date(0), createdAt: now, updatedAt: now, expiresAt },
      };
      await imports.insertMany([row], { lean: true });
      wake();
      await deleteOldest(actor.id);
      return toImport(row);
    },

    /** @throws ApiError 404 for an unknown import, or another user's */
    async get(id: number, owner: Owner): Promise<Import> {
      return toImport(await findOwnedOrThrow(id, owner));
    },

    async lines(
      id: number,
      { outcome, page }: { outcome: ImportOutcome | undefined; page: Page | undefined },
      owner: Owner,
    ): Promise<{ lines: ImportLine[]; total: number }> {
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

    /** The user's last imports, the newest first. */
    async list({ actor }: Owner): Promise<{ data: Import[] }> {
      const found = await imports
        .find({ 'actor.id': actor?.id ?? 0, ...ofThese })
        .sort({ _id: -1 })
        .limit(listedImports)
        .hint(newestIndex)
        .lean<StoredImport[]>();
      return { data: found.map(toImport) };
    },

    /**
     * Says which column of a table is which field, and checks it again; corrections are dropped.
     * 400 for an unknown column or sheet, and for a required field without one; 409 while it is checked or applied.
     */
    async setColumns(
      id: number,
      { sheet: wanted, fields }: BodyOf<typeof contentImports.setColumns>,
      context: RequestContext,
    ): Promise<Import> {
      const found = await findOwnedOrThrow(id, context);
      const { table, kind } = found;
      const known = importerOf(kind).table?.fields ?? [];
      if (!table) throw conflict(importMessages.notChecked);
      const sheet = wanted ?? table.sheet;
      if (wanted !== undefined && !table.sheets.includes(wanted)) throw columnError('sheet');
      const isOther = sheet !== table.sheet || !fields;
      const names = Object.keys(fields ?? {});
      const columns = table.columns.map((column, at) => ({
        ...column,
        field: names.find((name) => fields?.[name] === at) ?? null,
      }));
      const mapped = columns.map(({ field }) => field);
      if (fields && names.some((name) => !known.some((field) => field.name === name)))
        throw columnError('fields');
      if (!isOther && (mapped.filter(Boolean).length !== names.length || !hasRequired(mapped, known)))
        throw columnError('fields');
      const change = isOther
        ? { $set: { mapping: { sheet, ...(fields ? { fields } : {}) } }, $unset: { table: 1 } }
        : { $set: { table: { ...table, columns } } };
      const started = await checkAgain(found, change, context, (session) =>
        corrections.deleteOne({ _id: id }, { session }),
      );
      if (!isOther) await rememberMapping(collections, found, columns);
      return started;
    },

    /**
     * Adds corrections, or chooses what is created, and checks the file again. 404 for an unknown line; 409 when the import is not
     * checked, a cell cannot be corrected, or there are too many corrections.
     */
    async check(
      id: number,
      { create, lines: corrected = [], replacements }: BodyOf<typeof contentImports.check>,
      context: RequestContext,
    ): Promise<Import> {
      const found = await findOwnedOrThrow(id, context);
      assertChecked(found);
      const { run, kind, expiresAt } = found;
      // Older versions deleted the file once it was checked.
      if (!(await chunks.exists({ importId: id }))) throw conflict(importMessages.notCorrectable);
      const places = corrected.map(({ place }) => place);
      const stored = await lines
        .find({ importId: id, run, place: { $in: places } }, { source: 0 })
        .lean<StoredLine[]>();
      if (stored.length < new Set(places).size) throw notFound('Line');
      const isJson = jsonOf(importerOf(kind), found) !== undefined;
      const byPlace = new Map(
        stored.map((line) => [
          line.place,
          { line, key: correctionKey(line.line, isJson ? line.thing : undefined) },
        ]),
      );
      return checkAgain(found, create ? { $set: { create } } : {}, context, async (session) => {
        const before = await corrections.findById(id, null, { session }).lean();
        const merged = mergeCorrections(
          before ?? { lines: [], replacements: [] },
          { lines: corrected, replacements },
          byPlace,
        );
        const fields = { ...merged, expiresAt: expiresAt ?? retentionExpiry() };
        await corrections.updateOne({ _id: id }, { $set: fields }, { upsert: true, session });
      });
    },

    /** The refused lines as a file of the same format. 409 before the check has ended and above `maxListedRefusedLines`. */
    async refused(
      id: number,
      owner: Owner,
    ): Promise<{ extension: FileFormat; chunks: AsyncIterable<string | Uint8Array> }> {
      const found = await findOwnedOrThrow(id, owner);
      const { state, kind, run, counts, format } = found;
      const { table } = importerOf(kind);
      const json = jsonOf(importerOf(kind), found);
      if (state === 'checking' || state === 'mapping') throw conflict(importMessages.notChecked);
      if (counts.refuse > maxListedRefusedLines) throw conflict(importMessages.tooManyToDownload);
      async function* linesOf(thing?: string, only?: ImportOutcome): AsyncGenerator<RefusedLine> {
        const common = { importId: id, run, ...(thing ? { thing } : {}), source: { $exists: true } };
        const listed = only ? lines.find({ ...common, outcome: only }) : lines.find(common).hint(sourceIndex);
        const rows = listed.sort({ place: 1 }).lean<StoredLine>().cursor();
        for await (const { source, outcome, notes } of rows)
          yield { source: JSON.parse(source ?? 'null'), reasons: outcome === 'refuse' ? notes : [] };
      }
      if (json) return { extension: 'json', chunks: jsonChunks(json.format, refusedItems(json, linesOf)) };
      const fields = table?.fields ?? [];
      // Older versions did not store the columns of vocabulary.
      const columns = found.table?.columns ?? fields.map(({ name, label }) => ({ name: label, field: name }));
      const rows = () => refusedRows(fields, columns, () => linesOf(undefined, 'refuse'));
      const extension = format === 'xlsx' && (await fitsExcel(rows)) ? format : 'csv';
      return { extension, chunks: formatTable(extension, rows()) };
    },

    /** A file with the columns of a type of table and two filled lines. */
    template: (kind: TransferKind, format: TableFormat): AsyncIterable<string | Uint8Array> =>
      formatTable(format, templateRows(importerOf(kind).table?.fields ?? [])),

    /** Starts applying what is not refused. Idempotent. 409 when it is not checked, has failed, or all is refused. */
    async apply(id: number, owner: Owner): Promise<Import> {
      const started = await imports
        .findOneAndUpdate(
          { ...ownedBy(id, owner), state: 'checked', $or: [{ 'counts.refuse': 0 }, { writes: { $gt: 0 } }] },
          {
            $set: withUpdatedAt({ ...checking, state: 'applying', rights: owner.rights ?? null }),
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
      if (found.state === 'checking' || found.state === 'mapping') throw conflict(importMessages.notChecked);
      if (found.state === 'checked') throw conflict(importMessages.allRefused);
      if (found.state === 'undoing' || found.state === 'stopped' || found.state === 'failed')
        throw conflict(found.problem ?? importMessages.changedMeanwhile);
      // A repeated call does not apply it twice.
      return toImport(found);
    },

    /** Resumes the rollback of a stopped import. Admins may do so for others. */
    async retry(id: number, owner: Owner): Promise<Import> {
      const where = owner.actor?.role === 'admin' ? { _id: id, ...ofThese } : ownedBy(id, owner);
      const found = await imports
        .findOneAndUpdate(
          { ...where, state: 'stopped' },
          { $set: withUpdatedAt({ state: 'undoing', failures: 0 }), $unset: { expiresAt: 1 } },
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

    /** What has changed since an import was applied. 409 when it cannot be undone. */
    async changesSince(id: number, owner: Owner): Promise<ResponseOf<typeof contentImports.changesSince>> {
      const found = await findOwnedOrThrow(id, owner);
      assertUndoable(found);
      return findChangesSince(collections, importerOf(found.kind), found);
    },

    /** Undoes an applied import, but for what has changed since. Idempotent. 409 later than 30 days. */
    async undo(id: number, context: RequestContext): Promise<Import> {
      const found = await findOwnedOrThrow(id, context);
      if (found.isUndone) return toImport(found);
      assertUndoable(found);
      const started = await startUndo(imports, found, ['applied'], context);
      wake();
      return toImport(started ?? (await findOwnedOrThrow(id, context)));
    },

    /** Deletes an unapplied import. 409 while it is being applied, and afterwards. */
    async discard(id: number, owner: Owner): Promise<{ message: string }> {
      const { deletedCount } = await imports.deleteOne({
        ...ownedBy(id, owner),
        state: { $in: discardableStates },
      });
      if (deletedCount === 0) {
        const { state } = await findOwnedOrThrow(id, owner);
        throw conflict(isApplied(state) ? importMessages.applied : importMessages.underWay);
      }
      await deleteParts(collections, id);
      return { message: importMessages.discarded };
    },
  };
}

const isApplied = (state: ImportState) => state === 'applied' || state === 'undone';

function assertChecked({ state }: StoredImport): void {
  if (state === 'checked') return;
  if (isApplied(state)) throw conflict(importMessages.applied);
  throw conflict(
    state === 'applying' || state === 'undoing' ? importMessages.underWay : importMessages.notChecked,
  );
}

function toImportLine({ line, thing, title, outcome, notes, place, cells }: StoredLine): ImportLine {
  return { line, thing, title, outcome, notes, ...(cells ? { correction: { place, cells } } : {}) };
}

function assertUndoable({ state, undoUntil }: StoredImport): void {
  if (state !== 'applied' || !undoUntil || undoUntil < new Date()) throw conflict(importMessages.notUndoable);
}

const columnError = (path: string) =>
  new ApiError(400, importMessages.columns, { issues: [{ path, message: importMessages.columns }] });

/** The items of the lists of refused lines, with their reasons as `problems`, which an import ignores. */
function refusedItems(
  json: JsonImporter,
  linesOf: (thing: string) => AsyncIterable<RefusedLine>,
): Record<string, AsyncIterable<object>> {
  async function* itemsOf(thing: string): AsyncGenerator<object> {
    for await (const { source, reasons } of linesOf(thing)) {
      const item = typeof source === 'object' && !Array.isArray(source) ? source : { value: source };
      // `streamJsonValues` rejects a list whose first item has no title.
      yield { title: '', ...item, ...(reasons.length > 0 ? { problems: reasons } : {}) };
    }
  }
  return Object.fromEntries(Object.entries(json.lists).map(([name, { thing }]) => [name, itemsOf(thing)]));
}

function toResponse(row: StoredImport, importer: Importer): Import {
  const { _id: id, kind, fileName, state, progress, counts, workingCopies, table, problem } = row;
  const { missing = [], create = [], undoUntil, createdAt, updatedAt } = row;
  if (kind === 'lesson-edits' || kind === 'quiz-edits') throw new Error('Edits are no import');
  const known = importer.table?.fields ?? [];
  const fields = known.map(({ name, label, required }) => ({ name, label, required }));
  return {
    ...{ id, kind, fileName, state, progress, counts, problem },
    ...(workingCopies ? { workingCopies } : {}),
    ...(table ? { table: { ...table, fields } } : {}),
    ...(missing.length > 0
      ? { missing: missing.map((found) => ({ ...found, isCreated: create.includes(found.thing) })) }
      : {}),
    ...(state === 'applied' && undoUntil ? { undoUntil: undoUntil.toISOString() } : {}),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
