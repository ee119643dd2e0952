import multipart from '@fastify/multipart';
import {
  type contentImports,
  type Import,
  type ImportLine,
  type ImportOutcome,
  type ImportState,
  importMessages,
  maxListedRefusedLines,
  messages,
  type peopleImports,
  type quizImports,
  transfers,
} from '@khmer-learning/contracts';
import {
  ApiError,
  commit,
  conflict,
  type JobRunner,
  mountEndpoint,
  nextId,
  notFound,
  pageOf,
  type RequestContext,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { ClientSession, FilterQuery, UpdateQuery } from 'mongoose';
import { jsonChunks, sendFile } from '../exports/send-export.ts';
import { fieldsByColumn, recogniseColumns } from '../tables/columns.ts';
import {
  fitsExcel,
  formatTable,
  type RefusedLine,
  refusedRows,
  templateRows,
} from '../tables/write-table.ts';
import { zeroCounts } from './check-import.ts';
import { mergeCorrections } from './corrections.ts';
import {
  type FileFormat,
  importCollections,
  isOfJson,
  newestIndex,
  retentionExpiry,
  type StoredImport,
  type StoredLine,
  sourceIndex,
  withUpdatedAt,
} from './import.model.ts';
import { storeUploadedFile } from './import-file.ts';
import { createImportJob, deleteParts, ofKind } from './import-job.ts';
import type { Importer, JsonImporter } from './importer.ts';
import { rememberMapping } from './mappings.ts';
import { findChangesSince, undoing } from './undo.ts';

/** A call about one import. */
type Call = RequestContext & { readonly params: { readonly id: number } };

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

/**
 * Mounts the import endpoints of a service, and registers their job. An import is visible only to the user who started it; see
 * docs/import-export.md. @param importers one for each type of file
 */
export function mountImports(
  app: FastifyInstance,
  jobs: JobRunner,
  serviceContext: ServiceContext,
  importers: readonly Importer[],
  calls: typeof contentImports | typeof quizImports | typeof peopleImports,
): void {
  const { connection } = serviceContext;
  const collections = importCollections(connection);
  const { imports, lines, chunks, corrections } = collections;
  const wake = jobs.register(createImportJob('import', serviceContext, collections, importers));

  const ofThese: FilterQuery<StoredImport> = { kind: { $in: importers.map(({ kind }) => kind) } };
  const ownedBy = ({ params, actor }: Call) => ({ _id: params.id, ...ofThese, 'actor.id': actor?.id ?? 0 });

  async function find(where: FilterQuery<StoredImport>): Promise<StoredImport> {
    const found = await imports.findOne(where).lean<StoredImport>();
    if (!found) throw notFound('Import');
    return found;
  }
  const findOwned = (call: Call) => find(ownedBy(call));

  const importerOf = (row: StoredImport) => ofKind(importers, row);
  const toImport = (row: StoredImport) => toResponse(row, importerOf(row));

  /** Lets the job go on with an import that is `ready`. @param refusalOf why another one cannot; null if it goes on already */
  async function goOn(
    where: FilterQuery<StoredImport>,
    ready: FilterQuery<StoredImport>,
    fields: Partial<StoredImport>,
    refusalOf: (found: StoredImport) => string | null,
  ): Promise<Import> {
    const change = { $set: withUpdatedAt(fields), $unset: { expiresAt: 1 } };
    const started = await imports
      .findOneAndUpdate({ ...where, ...ready }, change, { new: true })
      .lean<StoredImport>();
    if (started) wake();
    const found = started ?? (await find(where));
    const refusal = started ? null : refusalOf(found);
    if (refusal !== null) throw conflict(refusal);
    return toImport(found);
  }

  /** Starts another check of a checked table, and stores what it depends on in the same transaction. */
  async function checkAgain(
    found: StoredImport,
    change: UpdateQuery<StoredImport>,
    context: RequestContext,
    storeWith: (session: ClientSession) => Promise<unknown>,
  ): Promise<Import> {
    const where = { _id: found._id, run: found.run, state: { $in: ['mapping', 'checked'] } };
    const update = { ...change, $set: { ...change.$set, ...withUpdatedAt(checking) } };
    const updated = await commit(serviceContext, context, async ({ session }) => {
      const updated = await imports
        .findOneAndUpdate(where, update, { new: true, session })
        .lean<StoredImport>();
      if (!updated) throw conflict(importMessages.notChecked);
      await storeWith(session);
      return updated;
    });
    wake();
    return toImport(updated);
  }

  async function deleteOldest(actorId: number): Promise<void> {
    const discardable = { state: { $in: discardableStates } };
    const surplus = await imports
      .find({ 'actor.id': actorId, ...discardable }, { _id: 1 })
      .sort({ _id: -1 })
      .skip(maxUnappliedImports)
      .lean();
    for (const { _id } of surplus) {
      const { deletedCount } = await imports.deleteOne({ _id, ...discardable });
      if (deletedCount > 0) await deleteParts(collections, _id);
    }
  }

  /** The users who are sending files to this process: each once for each file. */
  const arriving: number[] = [];

  /** Runs `receive` unless too many of the user's imports are under way: sent, applied or undone. */
  async function receiveFew<T>(actorId: number, receive: () => Promise<T>): Promise<T> {
    arriving.push(actorId);
    const sent = arriving.filter((id) => id === actorId).length;
    try {
      const unfinished = { 'actor.id': actorId, state: { $in: unfinishedStates } };
      if (sent + (await imports.countDocuments(unfinished)) > maxUnappliedImports)
        throw conflict(importMessages.tooManyOpen);
      return await receive();
    } finally {
      arriving.splice(arriving.indexOf(actorId), 1);
    }
  }

  // The stream reports a too large file, so that our own message is used.
  void app.register(multipart, { throwFileSizeLimit: false });
  void app.register(async (scope) => {
    for (const importer of importers) {
      const { kind, table } = importer;
      const { import: begin, template } = transfers[kind];
      // Stores the file of a multipart request and starts the dry run. 409 while five of the user's are under way.
      mountEndpoint(scope, begin, async ({ actor, requestId, address = null, reply }) => {
        if (!actor) throw new ApiError(403, messages.auth.forbidden);
        const id = await nextId(connection, 'import');
        const now = new Date();
        const expiresAt = retentionExpiry(now.getTime());
        const { fileName, format } = await receiveFew(actor.id, () =>
          storeUploadedFile(reply.request, id, collections, { importer, expiresAt }),
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
      });
      // A file with the columns of a type of table and two filled lines.
      if (template)
        mountEndpoint(scope, template, async ({ reply, query: { format = 'csv' } }) => {
          const rows = templateRows(table?.fields ?? []);
          return sendFile(reply, { name: `${kind}-template`, extension: format }, formatTable(format, rows));
        });
    }

    // 404 for an unknown import, or another user's.
    mountEndpoint(scope, calls.get, async (call) => toImport(await findOwned(call)));

    mountEndpoint(scope, calls.lines, async (call) => {
      const { outcome } = call.query;
      const found = await findOwned(call);
      const { limit, offset } = pageOf(call.query) ?? { limit: defaultLineCount, offset: 0 };
      const rows = await lines
        .find({ importId: found._id, run: found.run, ...(outcome ? { outcome } : {}) }, { source: 0 })
        .sort({ place: 1 })
        .skip(offset)
        .limit(limit)
        .lean<StoredLine[]>();
      const refuse = Math.min(found.counts.refuse, maxListedRefusedLines);
      const listed = { ...found.counts, refuse };
      const counts = outcome ? [listed[outcome]] : Object.values(listed);
      return { lines: rows.map(toImportLine), total: counts.reduce((sum, count) => sum + count, 0) };
    });

    // The user's last imports, the newest first.
    mountEndpoint(scope, calls.list, async ({ actor }) => {
      const found = await imports
        .find({ 'actor.id': actor?.id ?? 0, ...ofThese })
        .sort({ _id: -1 })
        .limit(listedImports)
        .hint(newestIndex)
        .lean<StoredImport[]>();
      return { data: found.map(toImport) };
    });

    // Says which column of a table is which field, and checks it again; corrections are dropped.
    // 400 for an unknown column or sheet, and for a required field without one; 409 while it is checked or applied.
    mountEndpoint(scope, calls.setColumns, async (call) => {
      const { sheet: wanted, fields } = call.body;
      const found = await findOwned(call);
      const { _id, table } = found;
      const known = importerOf(found).table?.fields ?? [];
      if (!table) throw conflict(importMessages.notChecked);
      const sheet = wanted ?? table.sheet;
      if (wanted !== undefined && !table.sheets.includes(wanted)) throw columnError('sheet');
      const isOther = sheet !== table.sheet || !fields;
      const names = Object.keys(fields ?? {});
      const chosen = fieldsByColumn(table.columns, fields ?? {});
      const { columns, isComplete } = recogniseColumns(table.columns, known, chosen);
      const mapped = columns.filter(({ field }) => field !== null);
      const isUnknown = names.some((name) => !known.some((field) => field.name === name));
      if (isUnknown || (!isOther && (mapped.length !== names.length || !isComplete)))
        throw columnError('fields');
      const change = isOther
        ? { $set: { mapping: { sheet, ...(fields ? { fields } : {}) } }, $unset: { table: 1 } }
        : { $set: { table: { ...table, columns } } };
      const started = await checkAgain(found, change, call, (session) =>
        corrections.deleteOne({ _id }, { session }),
      );
      if (!isOther) await rememberMapping(collections, found, columns);
      return started;
    });

    // Adds corrections, or chooses what is created, and checks the file again. 404 for an unknown line; 409 when the import is not
    // checked, a cell cannot be corrected, or there are too many corrections.
    mountEndpoint(scope, calls.check, async (call) => {
      const { create, lines: corrected = [], replacements } = call.body;
      const found = await findOwned(call);
      const { _id, run, state, expiresAt = retentionExpiry() } = found;
      if (isApplied(state)) throw conflict(importMessages.applied);
      if (unfinishedStates.includes(state)) throw conflict(importMessages.underWay);
      if (state !== 'checked') throw conflict(importMessages.notChecked);
      // Older versions deleted the file once it was checked.
      if (!(await chunks.exists({ importId: _id }))) throw conflict(importMessages.notCorrectable);
      const places = corrected.map(({ place }) => place);
      const stored = await lines
        .find({ importId: _id, run, place: { $in: places } }, { source: 0 })
        .lean<StoredLine[]>();
      if (stored.length < new Set(places).size) throw notFound('Line');
      return checkAgain(found, create ? { $set: { create } } : {}, call, async (session) => {
        const before = await corrections.findById(_id, null, { session }).lean();
        const merged = mergeCorrections(before, { lines: corrected, replacements }, stored, isOfJson(found));
        const fields = { ...merged, expiresAt };
        await corrections.updateOne({ _id }, { $set: fields }, { upsert: true, session });
      });
    });

    // Sends the refused lines as a file of the same format. 409 before the check has ended and above `maxListedRefusedLines`.
    mountEndpoint(scope, calls.refused, async (call) => {
      const found = await findOwned(call);
      const { _id: importId, state, run, counts, format } = found;
      const { json, table } = importerOf(found);
      if (state === 'checking' || state === 'mapping') throw conflict(importMessages.notChecked);
      if (counts.refuse > maxListedRefusedLines) throw conflict(importMessages.tooManyToDownload);
      async function* linesOf(thing?: string, only?: ImportOutcome): AsyncGenerator<RefusedLine> {
        const common = { importId, run, ...(thing ? { thing } : {}), source: { $exists: true } };
        const listed = only ? lines.find({ ...common, outcome: only }) : lines.find(common).hint(sourceIndex);
        const rows = listed.sort({ place: 1 }).lean<StoredLine>().cursor();
        for await (const { source, outcome, notes } of rows)
          yield { source: JSON.parse(source ?? 'null'), reasons: outcome === 'refuse' ? notes : [] };
      }
      const send = (extension: FileFormat, file: AsyncIterable<string | Uint8Array>) =>
        sendFile(call.reply, { name: 'refused-lines', extension }, file);
      if (json && isOfJson(found)) return send('json', jsonChunks(json.format, refusedItems(json, linesOf)));
      const fields = table?.fields ?? [];
      // Older versions did not store the columns of vocabulary.
      const columns = found.table?.columns ?? fields.map(({ name, label }) => ({ name: label, field: name }));
      const rows = () => refusedRows(fields, columns, () => linesOf(undefined, 'refuse'));
      const extension = format === 'xlsx' && (await fitsExcel(rows)) ? format : 'csv';
      return send(extension, formatTable(extension, rows()));
    });

    // Starts applying what is not refused. Idempotent. 409 when it is not checked, has failed, or all is refused.
    mountEndpoint(scope, calls.apply, (call) =>
      goOn(
        ownedBy(call),
        { state: 'checked', $or: [{ 'counts.refuse': 0 }, { writes: { $gt: 0 } }] },
        { ...checking, state: 'applying', rights: call.rights ?? null },
        ({ state, problem }) => {
          if (state === 'checking' || state === 'mapping') return importMessages.notChecked;
          if (state === 'checked') return importMessages.allRefused;
          // A repeated call does not apply it twice.
          return state === 'applying' || isApplied(state)
            ? null
            : (problem ?? importMessages.changedMeanwhile);
        },
      ),
    );

    // Resumes the rollback of a stopped import. Admins may do so for others.
    mountEndpoint(scope, calls.retry, (call) =>
      goOn(
        call.actor?.role === 'admin' ? { _id: call.params.id, ...ofThese } : ownedBy(call),
        { state: 'stopped' },
        { state: 'undoing', failures: 0 },
        ({ state }) => (state === 'undoing' ? null : importMessages.notStopped),
      ),
    );

    // What has changed since an import was applied. 409 when it cannot be undone.
    mountEndpoint(scope, calls.changesSince, async (call) => {
      const found = await findOwned(call);
      assertUndoable(found);
      return findChangesSince(collections, importerOf(found), found);
    });

    // Undoes an applied import, but for what has changed since. Idempotent. 409 later than 30 days.
    mountEndpoint(scope, calls.undo, async (call) => {
      const found = await findOwned(call);
      if (found.isUndone) return toImport(found);
      if (found.state !== 'applying') assertUndoable(found);
      const ready = { state: { $in: ['applying', 'applied'] } };
      return goOn(ownedBy(call), ready, undoing(found, call), () => null);
    });

    // Deletes an unapplied import. 409 while it is being applied, and afterwards.
    mountEndpoint(scope, calls.discard, async (call) => {
      const where = { ...ownedBy(call), state: { $in: discardableStates } };
      if ((await imports.deleteOne(where)).deletedCount === 0) {
        const { state } = await findOwned(call);
        throw conflict(isApplied(state) ? importMessages.applied : importMessages.underWay);
      }
      await deleteParts(collections, call.params.id);
      return { message: importMessages.discarded };
    });
  });
}

const isApplied = (state: ImportState) => state === 'applied' || state === 'undone';

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
