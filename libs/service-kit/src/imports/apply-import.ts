import { importMessages } from '@khmer-learning/contracts';
import type { FilterQuery } from 'mongoose';
import { ApiError } from '../http/api-error.ts';
import type { Lease } from '../jobs/lease.ts';
import { nextIds } from '../mongo/serial-ids.ts';
import type { Transaction } from '../outbox/transact.ts';
import { commit, type ServiceContext } from '../store/service-context.ts';
import {
  type ImportCollections,
  type JournalEntry,
  retentionExpiry,
  type StoredImport,
  type StoredWrite,
  withUpdatedAt,
} from './import.model.ts';
import type { EntityWriter, Importer, WriteInput } from './importer.ts';

/** A write that has become impossible since the check. */
export class ImportConflict extends Error {
  override readonly name = 'ImportConflict';

  constructor({ thing, title }: Pick<StoredWrite, 'thing' | 'title'>, reason: ApiError) {
    super(`${importMessages.changedMeanwhile} (${thing} "${title}": ${reason.message})`);
  }
}

/** What is needed to write an import. */
export interface ApplyDeps {
  readonly serviceContext: ServiceContext;
  readonly collections: ImportCollections;
  readonly importer: Importer;
  readonly lease: Lease<StoredImport>;
}

/** Most writes in one transaction; the rest of what keeps it small and short is their weight. */
const maxWritesPerTransaction = 100;
/**
 * Bytes of new and former texts in one transaction: a few dozen ordinary lessons, so that it is short. An oplog entry
 * of MongoDB 4.0, at most 16 MB, has each of them twice or three times, and their keys.
 */
const maxBytesPerTransaction = 256 * 1024;

const creatorContext = ({ actor, requestId, address }: StoredImport) => ({ actor, requestId, address });

/**
 * Stores the next few writes, their events and the journal of what was there before, in one transaction.
 *
 * @returns the import after it; `applied` once nothing is left to write
 * @throws Impossible, LeaseLost
 */
export async function applyNextBatch(deps: ApplyDeps, current: StoredImport): Promise<StoredImport> {
  const { serviceContext, collections, importer, lease } = deps;
  const batch = await nextBatch(collections, current);
  const expectedState = { state: 'applying', applied: current.applied } as const;
  const [first] = batch;
  if (!first) {
    return commit(serviceContext, creatorContext(current), async (tx) => {
      const { create, change: changed } = current.counts;
      tx.audit(
        { service: importer.service, entity: importer.entity },
        {
          action: 'imported',
          id: '',
          title: current.fileName,
          detail: `${create} lines created, ${changed} changed`,
        },
      );
      return lease.update(
        { $set: withUpdatedAt({ state: 'applied' as const, expiresAt: retentionExpiry() }) },
        expectedState,
        tx.session,
      );
    });
  }

  const thing = writerFor(importer, first);
  const created = await createdIds(collections, current, batch);
  const ids =
    first.target === null ? await nextIds(serviceContext.connection, thing.counter, batch.length) : [];
  const applied = current.applied + batch.length;
  return commit(serviceContext, creatorContext(current), async (tx) => {
    const journal = await writeAll(thing, batch, { created, ids }, tx);
    await collections.writes.bulkWrite(
      batch.map(({ importId, run, seq }, index) => ({
        updateOne: { filter: { importId, run, seq }, update: { $set: { journal: journal[index] ?? null } } },
      })),
      { session: tx.session },
    );
    const progress = { done: applied, total: current.writes };
    return lease.update(
      { $set: withUpdatedAt({ applied, progress, failures: 0 }) },
      expectedState,
      tx.session,
    );
  });
}

/**
 * Takes the last few writes back, in one transaction: what was created goes, what was changed becomes what it was,
 * unless somebody has changed it again since.
 *
 * @returns the import after it; `failed` once nothing is left
 * @throws LeaseLost
 */
export async function undoLastBatch(deps: ApplyDeps, current: StoredImport): Promise<StoredImport> {
  const { serviceContext, collections, importer, lease } = deps;
  const { _id: importId, run, applied } = current;
  const expectedState = { state: 'undoing', applied } as const;
  if (applied === 0)
    return lease.update(
      { $set: withUpdatedAt({ state: 'failed' as const, expiresAt: retentionExpiry() }) },
      expectedState,
    );

  const summaries = await findWriteSummaries(collections, { importId, run, seq: { $lt: applied } }, -1);
  const last = applied - countFitting(summaries, current);
  const batch = await collections.writes
    .find({ importId, run, seq: { $gte: last, $lt: applied } }, { payload: 0 })
    .sort({ seq: -1 })
    .lean<StoredWrite[]>();
  return commit(serviceContext, creatorContext(current), async (tx) => {
    const skipped: string[] = [];
    for (const write of batch) {
      if (!(await undoWrite(writerFor(importer, write), write, tx)))
        skipped.push(`${write.thing} "${write.title}"`);
    }
    const progress = { done: (current.progress.total ?? applied) - last, total: current.progress.total };
    const problem = [
      current.problem,
      skipped.length > 0 ? `Kept, as others have changed it since: ${skipped.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join('. ')
      .slice(0, maxProblemLength);
    return lease.update(
      { $set: withUpdatedAt({ applied: last, progress, problem, failures: 0 }) },
      expectedState,
      tx.session,
    );
  });
}

const maxProblemLength = 1_000;
/** As much of writes as says how many fit into a transaction: all of a hundred may be a hundred megabytes. */
type WriteSummary = Pick<StoredWrite, 'seq' | 'thing' | 'target' | 'weight'>;

function findWriteSummaries(
  { writes }: ImportCollections,
  filter: FilterQuery<StoredWrite>,
  direction: 1 | -1,
): Promise<WriteSummary[]> {
  return writes
    .find(filter, { seq: 1, thing: 1, target: 1, weight: 1 })
    .sort({ seq: direction })
    .limit(maxWritesPerTransaction)
    .lean<WriteSummary[]>();
}

/** Writes of one sort, in order, as many as fit into a transaction. */
async function nextBatch(collections: ImportCollections, current: StoredImport): Promise<StoredWrite[]> {
  const { _id: importId, run, applied } = current;
  const found = await findWriteSummaries(collections, { importId, run, seq: { $gte: applied } }, 1);
  const [first] = found;
  if (!first) return [];
  const other = found.findIndex(
    ({ thing, target }) => thing !== first.thing || (target === null) !== (first.target === null),
  );
  const size = countFitting(other < 0 ? found : found.slice(0, other), current);
  return collections.writes
    .find({ importId, run, seq: { $gte: applied, $lt: applied + size } })
    .sort({ seq: 1 })
    .lean<StoredWrite[]>();
}

/** How many of the first fit: after each failure in a row a quarter, as they may have been too many. */
function countFitting(writes: readonly WriteSummary[], { failures }: Pick<StoredImport, 'failures'>): number {
  const share = 4 ** -failures;
  let weight = 0;
  const firstTooMany = writes.findIndex((write, index) => {
    weight += write.weight;
    return weight > maxBytesPerTransaction * share || index >= maxWritesPerTransaction * share;
  });
  return firstTooMany < 0 ? writes.length : Math.max(1, firstTooMany);
}

function writerFor({ writers }: Importer, { thing }: StoredWrite): EntityWriter {
  const found = writers[thing];
  if (!found) throw new Error(`Nobody imports a ${thing}`);
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
  if (batch[0]?.target === null) {
    const input = batch.map(({ payload }, index) => ({ payload, created, id: ids[index] ?? 0 }));
    const outcomes = await thing.create(input, tx).catch(rethrowAsConflict(batch[0]));
    return batch.map((write, index) => {
      const outcome = outcomes[index];
      if (outcome && 'value' in outcome) return { id: ids[index] ?? 0, ...outcome.value, before: null };
      return rethrowAsConflict(write)(outcome?.error);
    });
  }
  const journal: JournalEntry[] = [];
  for (const write of batch)
    journal.push(await updateOne(thing, write, { payload: write.payload, created }, tx));
  return journal;
}

async function updateOne(
  thing: EntityWriter,
  write: StoredWrite,
  input: WriteInput,
  tx: Transaction,
): Promise<JournalEntry> {
  const { target } = write;
  if (!target || !thing.update) throw new Error(`A ${write.thing} cannot be changed`);
  const { version, before } = await thing.update(target, input, tx).catch(rethrowAsConflict(write));
  return { id: target.id, version, before };
}

/** A refusal of the entity's own rules ends the import; any other error is that of this attempt. */
function rethrowAsConflict(write: StoredWrite): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.status < 500) throw new ImportConflict(write, error);
    throw error ?? new Error(`A ${write.thing} has no outcome`);
  };
}

/** @returns false when something of it had to stay */
async function undoWrite(thing: EntityWriter, { journal }: StoredWrite, tx: Transaction): Promise<boolean> {
  if (!journal) return true;
  const { id, version, before } = journal;
  if (before === null) return thing.remove(id, tx);
  try {
    await thing.restore?.({ id, version }, before, tx);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Gone altogether by now: nothing of the import is left in it.
    return error.status === 404;
  }
}
