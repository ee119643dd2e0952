import { importMessages } from '@khmer-learning/contracts';
import {
  ApiError,
  type AuditRecordInput,
  type BatchItemResult,
  commit,
  type Lease,
  nextIds,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import {
  dayMs,
  type ImportCollections,
  type JournalEntry,
  retentionExpiry,
  type StoredImport,
  type StoredWrite,
  undoExpiry,
  withUpdatedAt,
} from './import.model.ts';
import type { AnyImporter, CreateInput, EntityWriter } from './importer.ts';

/** A write that became impossible after the check, or that is not allowed. */
export class ImportConflict extends Error {
  override readonly name = 'ImportConflict';

  constructor(
    private readonly write: Pick<StoredWrite, 'thing' | 'title'>,
    private readonly reason: ApiError,
  ) {
    super(reason.message);
  }

  /** Names the item and the reason. @param edits of the import, if it is one of edits */
  describe({ edits }: Pick<StoredImport, 'edits'>): string {
    const { thing, title } = this.write;
    if (this.reason.status === 403)
      return `You may not make all of these changes (${thing} "${title}": ${this.message})`;
    return edits
      ? `Nothing was changed, because of one item (${thing} "${title}": ${this.message})`
      : `${importMessages.changedMeanwhile} (${thing} "${title}": ${this.message})`;
  }
}

/** What applying or undoing an import needs. */
export interface ApplyDeps {
  readonly serviceContext: ServiceContext;
  readonly collections: ImportCollections;
  readonly importer: AnyImporter;
  readonly lease: Lease<StoredImport>;
}

/** Maximum number of writes in one transaction, of edits and of an import: few, because reads wait meanwhile. Their weight limits it further. */
const maxWritesPerTransaction = 100;
const maxImportWritesPerTransaction = 25;
/** Bytes of new and old texts in a transaction: an oplog entry (16 MB) has each of them up to three times, and the keys. */
export const maxBytesPerTransaction = 256 * 1024;

/** Commits what `write` stores with the fields that it returns, if the import is as it was read. */
const commitStep = (
  { serviceContext, lease }: ApplyDeps,
  { actor, requestId, address, state, applied }: StoredImport,
  rights: StoredImport['rights'],
  write: (tx: Transaction) => Promise<Partial<StoredImport>>,
): Promise<StoredImport> =>
  commit(serviceContext, { actor, requestId, address, rights: rights ?? undefined }, async (tx) =>
    lease.update({ $set: withUpdatedAt(await write(tx)) }, { state, applied }, tx.session),
  );

/** Applies the next writes, with events and journal; `applied` at the end. @throws ImportConflict, LeaseLostError */
export async function applyNextBatch(deps: ApplyDeps, current: StoredImport): Promise<StoredImport> {
  const { serviceContext, collections, importer } = deps;
  const batch = await readBatch(collections, current, 1);
  const [first] = batch;
  if (!first)
    return commitStep(deps, current, null, async (tx) => {
      tx.audit(importer, toAuditInput(current));
      // An import can be undone for longer than edits.
      const undoUntil = undoExpiry();
      const expiry = current.edits ? { expiresAt: retentionExpiry() } : { undoUntil, expiresAt: undoUntil };
      return { state: 'applied', ...expiry };
    });

  const thing = writerFor(importer, first);
  const created = await createdIds(collections, current, batch);
  const ids =
    first.target === null ? await nextIds(serviceContext.connection, thing.counter, batch.length) : [];
  const applied = (batch.at(-1)?.seq ?? current.applied) + 1;
  // A day after the import.
  const expiresAt = new Date((current.edits ? retentionExpiry() : undoExpiry()).getTime() + dayMs);
  return commitStep(deps, current, current.rights, async (tx) => {
    const journal = await writeAll(thing, batch, { created, ids }, tx);
    await collections.writes.bulkWrite(
      batch.map(({ importId, run, seq }, index) => ({
        updateOne: {
          filter: { importId, run, seq },
          update: { $set: { journal: journal[index] ?? null, expiresAt }, $unset: { payload: 1 } },
        },
      })),
      { session: tx.session },
    );
    const progress = { done: current.progress.done + batch.length, total: current.writes };
    return { applied, progress, failures: 0 };
  });
}

/** Undoes the last writes, but for what was changed since; `failed` at the end. @throws LeaseLostError */
export async function undoLastBatch(deps: ApplyDeps, current: StoredImport): Promise<StoredImport> {
  const { collections, importer } = deps;
  const batch = await readBatch(collections, current, -1);
  const last = batch.at(-1)?.seq;
  if (last === undefined)
    return commitStep(deps, current, null, async (tx) => {
      if (!current.isUndone) return { state: 'failed', expiresAt: retentionExpiry() };
      tx.audit(importer, toAuditInput(current));
      return { state: 'undone', expiresAt: undoExpiry() };
    });

  // Whoever takes changes back later needs the right to change the items then.
  const rights = current.edits || current.isUndone ? current.rights : null;
  return commitStep(deps, current, rights, async (tx) => {
    const skipped: string[] = [];
    for (const write of batch) {
      if (!(await undoWrite(writerFor(importer, write), write, tx)))
        skipped.push(`${write.thing} "${write.title}"`);
    }
    const progress = { done: current.progress.done + batch.length, total: current.progress.total };
    const reasons = [
      current.problem,
      skipped.length > 0 ? `Kept because someone has changed it since: ${skipped.join(', ')}` : '',
    ];
    const problem = reasons.filter(Boolean).join('. ').slice(0, maxProblemLength) || null;
    return { applied: last, progress, problem, failures: 0 };
  });
}

const actions = {
  edited: 'edited-together',
  published: 'status',
  unpublished: 'status',
  deleted: 'deleted',
} as const;

function toAuditInput({ fileName: title, counts, edits, writes, isUndone }: StoredImport): AuditRecordInput {
  const items = writes === 1 ? '1 item' : `${writes} items`;
  if (edits) {
    const { fields, change } = edits;
    const detail = change === 'edited' ? items : `${change}, ${items}`;
    return { action: isUndone ? 'edits-undone' : actions[change], id: '', title, fields, detail };
  }
  if (isUndone) return { action: 'import-undone', id: '', title, detail: items };
  const { create, change: changed, refuse: refused } = counts;
  const detail =
    refused > 0
      ? `${create} lines created, ${changed} changed, ${refused} refused`
      : `${create} lines created, ${changed} changed`;
  return { action: 'imported', id: '', title, detail };
}

const maxProblemLength = 1_000;

/**
 * The next writes of one type in order, or the last ones that are applied, the last first: as many as fit into a transaction. Only
 * they are read whole, because a hundred may be 100 MB. A quarter after each consecutive failure: the batch may have been too large.
 */
async function readBatch(
  { writes }: ImportCollections,
  { _id: importId, run, applied, failures, edits }: StoredImport,
  direction: 1 | -1,
): Promise<StoredWrite[]> {
  const isUndo = direction === -1;
  const seq = isUndo ? { $lt: applied } : { $gte: applied };
  const found = await writes
    .find({ importId, run, seq }, { seq: 1, thing: 1, target: 1, weight: 1 })
    .sort({ seq: direction })
    .limit(maxWritesPerTransaction)
    .lean<Pick<StoredWrite, 'seq' | 'thing' | 'target' | 'weight'>[]>();
  const [first] = found;
  if (!first) return [];
  const share = 4 ** -failures;
  const maxWrites = edits ? maxWritesPerTransaction : maxImportWritesPerTransaction;
  let weight = 0;
  const end = found.findIndex((write, index) => {
    weight += write.weight;
    const isOther = write.thing !== first.thing || (write.target === null) !== (first.target === null);
    const isTooMuch = weight > maxBytesPerTransaction * share || index >= maxWrites * share;
    return index > 0 && (isTooMuch || (isOther && !isUndo));
  });
  const fitting = (end < 0 ? found : found.slice(0, end)).map((write) => write.seq);
  return writes
    .find({ importId, run, seq: { $in: fitting } }, isUndo ? { payload: 0 } : {})
    .sort({ seq: direction })
    .lean<StoredWrite[]>();
}

function writerFor({ writers }: AnyImporter, { thing }: StoredWrite): EntityWriter {
  const found = writers[thing];
  if (!found) throw new Error(`No importer for ${thing}`);
  return found;
}

async function createdIds(
  { writes }: ImportCollections,
  { _id: importId, run }: StoredImport,
  batch: readonly StoredWrite[],
): Promise<Map<number, number>> {
  const needed = [...new Set(batch.flatMap(({ needs }) => needs))];
  const found = await writes
    .find({ importId, run, seq: { $in: needed } }, { seq: 1, journal: 1 })
    .lean<Pick<StoredWrite, 'seq' | 'journal'>[]>();
  return new Map(found.flatMap(({ seq, journal }) => (journal ? [[seq, journal.id]] : [])));
}

/** Writes a batch, new items together if the writer can. @throws ImportConflict when the entity's rules reject a write */
async function writeAll(
  writer: EntityWriter,
  batch: readonly StoredWrite[],
  { created, ids }: { readonly created: ReadonlyMap<number, number>; readonly ids: readonly number[] },
  tx: Transaction,
): Promise<JournalEntry[]> {
  const inputs = batch.map((write, at) => ({ write, payload: write.payload, created, id: ids[at] ?? 0 }));
  const [first] = batch;
  const results =
    first?.target === null ? await writer.createAll?.(inputs, tx).catch(rethrowAsConflict(first)) : undefined;
  const journal: JournalEntry[] = [];
  for (const [at, { write, ...input }] of inputs.entries())
    journal.push(await writeOne(writer, write, input, results?.[at], tx).catch(rethrowAsConflict(write)));
  return journal;
}

/** @param result of a new item that is written already, with others */
async function writeOne(
  writer: EntityWriter,
  { target }: StoredWrite,
  input: CreateInput,
  result: BatchItemResult<{ version: number }> | undefined,
  tx: Transaction,
): Promise<JournalEntry> {
  if (target) return { id: target.id, ...(await writer.update(target, input, tx)) };
  if (result && 'error' in result) throw result.error;
  const { version } = result?.value ?? (await writer.create(input, tx));
  return { id: input.id, version, before: null };
}

/** A rejection by the entity's rules ends the import; any other error is retried. */
function rethrowAsConflict(write: StoredWrite): (error: unknown) => never {
  return (error) => {
    throw error instanceof ApiError && error.status < 500 ? new ImportConflict(write, error) : error;
  };
}

/** Undoes one write; returns false when part of it had to be kept. */
async function undoWrite(thing: EntityWriter, { journal }: StoredWrite, tx: Transaction): Promise<boolean> {
  if (!journal) return true;
  const { before, ...written } = journal;
  try {
    if (before === null) await thing.remove(written, tx);
    else await thing.restore(written, before, tx);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Already deleted: nothing of the import is left.
    return error.status === 404;
  }
}
