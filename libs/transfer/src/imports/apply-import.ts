import { importMessages } from '@khmer-learning/contracts';
import {
  ApiError,
  type AuditRecordInput,
  commit,
  type Lease,
  nextIds,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { FilterQuery } from 'mongoose';
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
import type { Applier, CreateInput, EntityWriter } from './importer.ts';

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
  readonly importer: Applier;
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
  const batch = await nextBatch(collections, current);
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
  const { _id: importId, run, applied } = current;
  const summaries = await findWriteSummaries(collections, { importId, run, seq: { $lt: applied } }, -1);
  const fitting = summaries.slice(0, countFitting(summaries, current)).map(({ seq }) => seq);
  const last = fitting.at(-1);
  if (last === undefined)
    return commitStep(deps, current, null, async (tx) => {
      if (!current.isUndone) return { state: 'failed', expiresAt: retentionExpiry() };
      tx.audit(importer, toAuditInput(current));
      return { state: 'undone', expiresAt: undoExpiry() };
    });

  const batch = await collections.writes
    .find({ importId, run, seq: { $in: fitting } }, { payload: 0 })
    .sort({ seq: -1 })
    .lean<StoredWrite[]>();
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
/** The fields that decide how many writes fit into a transaction: a hundred complete writes may be 100 MB. */
type WriteSummary = Pick<StoredWrite, 'seq' | 'thing' | 'target' | 'weight'>;

const findWriteSummaries = (
  { writes }: ImportCollections,
  filter: FilterQuery<StoredWrite>,
  direction: 1 | -1,
) =>
  writes
    .find(filter, { seq: 1, thing: 1, target: 1, weight: 1 })
    .sort({ seq: direction })
    .limit(maxWritesPerTransaction)
    .lean<WriteSummary[]>();

/** The next writes of one type, in order, as many as fit into a transaction. */
async function nextBatch(collections: ImportCollections, current: StoredImport): Promise<StoredWrite[]> {
  const { _id: importId, run, applied } = current;
  const found = await findWriteSummaries(collections, { importId, run, seq: { $gte: applied } }, 1);
  const [first] = found;
  if (!first) return [];
  const other = found.findIndex(
    ({ thing, target }) => thing !== first.thing || (target === null) !== (first.target === null),
  );
  const similar = other < 0 ? found : found.slice(0, other);
  const fitting = similar.slice(0, countFitting(similar, current)).map(({ seq }) => seq);
  return collections.writes
    .find({ importId, run, seq: { $in: fitting } })
    .sort({ seq: 1 })
    .lean<StoredWrite[]>();
}

/** How many of the first writes fit: a quarter after each consecutive failure, as the batch may have been too large. */
function countFitting(
  writes: readonly WriteSummary[],
  { failures, edits }: Pick<StoredImport, 'failures' | 'edits'>,
): number {
  const share = 4 ** -failures;
  const maxWrites = edits ? maxWritesPerTransaction : maxImportWritesPerTransaction;
  let weight = 0;
  const firstTooMany = writes.findIndex((write, index) => {
    weight += write.weight;
    return weight > maxBytesPerTransaction * share || index >= maxWrites * share;
  });
  return firstTooMany < 0 ? writes.length : Math.max(1, firstTooMany);
}

function writerFor({ writers }: Applier, { thing }: StoredWrite): EntityWriter {
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

async function writeAll(
  thing: EntityWriter,
  batch: readonly StoredWrite[],
  { created, ids }: { readonly created: ReadonlyMap<number, number>; readonly ids: readonly number[] },
  tx: Transaction,
): Promise<JournalEntry[]> {
  const inputs = batch.map((write, at) => ({ write, payload: write.payload, created, id: ids[at] ?? 0 }));
  if (batch[0]?.target === null && thing.createAll) {
    const outcomes = await thing.createAll(inputs, tx).catch(rethrowAsConflict(batch[0]));
    return inputs.map(({ write, id }, at) => {
      const outcome = outcomes[at];
      if (!outcome || 'error' in outcome) return rethrowAsConflict(write)(outcome?.error);
      return { id, version: outcome.value.version, before: null };
    });
  }
  const journal: JournalEntry[] = [];
  for (const { write, ...input } of inputs)
    journal.push(await writeOne(thing, write, input, tx).catch(rethrowAsConflict(write)));
  return journal;
}

async function writeOne(
  { create, update }: EntityWriter,
  { target, thing }: StoredWrite,
  input: CreateInput,
  tx: Transaction,
): Promise<JournalEntry> {
  if (target === null) return { id: input.id, version: (await create(input, tx)).version, before: null };
  if (!update) throw new Error(`A ${thing} cannot be updated by an import`);
  return { id: target.id, ...(await update(target, input, tx)) };
}

/** A rejection by the entity's rules ends the import; any other error is retried. */
function rethrowAsConflict(write: StoredWrite): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.status < 500) throw new ImportConflict(write, error);
    throw error ?? new Error(`The batch returned no result for a ${write.thing}`);
  };
}

/** Undoes one write; returns false when part of it had to be kept. */
async function undoWrite(thing: EntityWriter, { journal }: StoredWrite, tx: Transaction): Promise<boolean> {
  if (!journal) return true;
  const { before, ...written } = journal;
  try {
    if (before === null) await thing.remove(written, tx);
    else await thing.restore?.(written, before, tx);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Already deleted: nothing of the import is left.
    return error.status === 404;
  }
}
