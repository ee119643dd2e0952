import { importMessages } from '@khmer-learning/contracts';
import type { FilterQuery } from 'mongoose';
import { ApiError } from '../http/api-error.ts';
import type { Lease } from '../jobs/lease.ts';
import { nextIds } from '../mongo/serial-ids.ts';
import type { Transaction } from '../outbox/unit-of-work.ts';
import { change, type EntityStore } from '../store/entity-store.ts';
import {
  type ImportCollections,
  type Journal,
  keptUntil,
  type StoredImport,
  type StoredWrite,
  touched,
} from './import.model.ts';
import type { DueWrite, ImportedThing, Importer } from './import-kind.ts';

/** A write that has become impossible since the check. */
export class Impossible extends Error {
  override readonly name = 'Impossible';

  constructor({ thing, title }: Pick<StoredWrite, 'thing' | 'title'>, reason: ApiError) {
    super(`${importMessages.changedMeanwhile} (${thing} "${title}": ${reason.message})`);
  }
}

/** What is needed to write an import. */
export interface ApplyDeps {
  readonly store: EntityStore;
  readonly collections: ImportCollections;
  readonly importer: Importer;
  readonly lease: Lease<StoredImport>;
}

/** Most writes in one transaction; the rest of what keeps it small and short is their weight. */
const writesAtOnce = 100;
/**
 * Bytes of new and former texts in one transaction: a few dozen ordinary lessons, so that it is short. An oplog entry
 * of MongoDB 4.0, at most 16 MB, has each of them twice or three times, and their keys.
 */
const weightAtOnce = 256 * 1024;

const byCreator = ({ actor, requestId, address }: StoredImport) => ({ actor, requestId, address });

/**
 * Stores the next few writes, their events and the journal of what was there before, in one transaction.
 *
 * @returns the import after it; `applied` once nothing is left to write
 * @throws Impossible, LeaseLost
 */
export async function applyStep(deps: ApplyDeps, current: StoredImport): Promise<StoredImport> {
  const { store, collections, importer, lease } = deps;
  const batch = await nextBatch(collections, current);
  const still = { state: 'applying', applied: current.applied } as const;
  const [first] = batch;
  if (!first) {
    return change(store, byCreator(current), async (tx) => {
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
        { $set: touched({ state: 'applied' as const, expiresAt: keptUntil() }) },
        still,
        tx.session,
      );
    });
  }

  const thing = thingOf(importer, first);
  const created = await createdIds(collections, current, batch);
  const ids = first.target === null ? await nextIds(store.connection, thing.counter, batch.length) : [];
  const applied = current.applied + batch.length;
  return change(store, byCreator(current), async (tx) => {
    const journal = await writeAll(thing, batch, { created, ids }, tx);
    await collections.writes.bulkWrite(
      batch.map(({ importId, run, seq }, index) => ({
        updateOne: { filter: { importId, run, seq }, update: { $set: { journal: journal[index] ?? null } } },
      })),
      { session: tx.session },
    );
    const progress = { done: applied, total: current.writes };
    return lease.update({ $set: touched({ applied, progress, failures: 0 }) }, still, tx.session);
  });
}

/**
 * Takes the last few writes back, in one transaction: what was created goes, what was changed becomes what it was,
 * unless somebody has changed it again since.
 *
 * @returns the import after it; `failed` once nothing is left
 * @throws LeaseLost
 */
export async function undoStep(deps: ApplyDeps, current: StoredImport): Promise<StoredImport> {
  const { store, collections, importer, lease } = deps;
  const { _id: importId, run, applied } = current;
  const still = { state: 'undoing', applied } as const;
  if (applied === 0)
    return lease.update({ $set: touched({ state: 'failed' as const, expiresAt: keptUntil() }) }, still);

  const light = await lightWrites(collections, { importId, run, seq: { $lt: applied } }, -1);
  const last = applied - sizeOf(light, current);
  const batch = await collections.writes
    .find({ importId, run, seq: { $gte: last, $lt: applied } }, { payload: 0 })
    .sort({ seq: -1 })
    .lean<StoredWrite[]>();
  return change(store, byCreator(current), async (tx) => {
    const kept: string[] = [];
    for (const write of batch) {
      if (!(await takeBack(thingOf(importer, write), write, tx)))
        kept.push(`${write.thing} "${write.title}"`);
    }
    const progress = { done: (current.progress.total ?? applied) - last, total: current.progress.total };
    const problem = [
      current.problem,
      kept.length > 0 ? `Kept, as others have changed it since: ${kept.join(', ')}` : '',
    ]
      .filter(Boolean)
      .join('. ')
      .slice(0, longestProblem);
    return lease.update(
      { $set: touched({ applied: last, progress, problem, failures: 0 }) },
      still,
      tx.session,
    );
  });
}

const longestProblem = 1_000;
/** As much of writes as says how many fit into a transaction: all of a hundred may be a hundred megabytes. */
type LightWrite = Pick<StoredWrite, 'seq' | 'thing' | 'target' | 'weight'>;

function lightWrites(
  { writes }: ImportCollections,
  where: FilterQuery<StoredWrite>,
  direction: 1 | -1,
): Promise<LightWrite[]> {
  return writes
    .find(where, { seq: 1, thing: 1, target: 1, weight: 1 })
    .sort({ seq: direction })
    .limit(writesAtOnce)
    .lean<LightWrite[]>();
}

/** Writes of one sort, in order, as many as fit into a transaction. */
async function nextBatch(collections: ImportCollections, current: StoredImport): Promise<StoredWrite[]> {
  const { _id: importId, run, applied } = current;
  const found = await lightWrites(collections, { importId, run, seq: { $gte: applied } }, 1);
  const [first] = found;
  if (!first) return [];
  const other = found.findIndex(
    ({ thing, target }) => thing !== first.thing || (target === null) !== (first.target === null),
  );
  const size = sizeOf(other < 0 ? found : found.slice(0, other), current);
  return collections.writes
    .find({ importId, run, seq: { $gte: applied, $lt: applied + size } })
    .sort({ seq: 1 })
    .lean<StoredWrite[]>();
}

/** How many of the first fit: after each failure in a row a quarter, as they may have been too many. */
function sizeOf(writes: readonly LightWrite[], { failures }: Pick<StoredImport, 'failures'>): number {
  const share = 4 ** -failures;
  let weight = 0;
  const tooMuch = writes.findIndex((write, index) => {
    weight += write.weight;
    return weight > weightAtOnce * share || index >= writesAtOnce * share;
  });
  return tooMuch < 0 ? writes.length : Math.max(1, tooMuch);
}

function thingOf({ things }: Importer, { thing }: StoredWrite): ImportedThing {
  const found = things[thing];
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
  thing: ImportedThing,
  batch: readonly StoredWrite[],
  { created, ids }: { readonly created: ReadonlyMap<number, number>; readonly ids: readonly number[] },
  tx: Transaction,
): Promise<Journal[]> {
  if (batch[0]?.target === null) {
    const due = batch.map(({ payload }, index) => ({ payload, created, id: ids[index] ?? 0 }));
    const outcomes = await thing.create(due, tx).catch(impossible(batch[0]));
    return batch.map((write, index) => {
      const outcome = outcomes[index];
      if (outcome && 'value' in outcome) return { id: ids[index] ?? 0, ...outcome.value, before: null };
      return impossible(write)(outcome?.error);
    });
  }
  const journal: Journal[] = [];
  for (const write of batch)
    journal.push(await changeOne(thing, write, { payload: write.payload, created }, tx));
  return journal;
}

async function changeOne(
  thing: ImportedThing,
  write: StoredWrite,
  due: DueWrite,
  tx: Transaction,
): Promise<Journal> {
  const { target } = write;
  if (!target || !thing.change) throw new Error(`A ${write.thing} cannot be changed`);
  const { version, before } = await thing.change(target, due, tx).catch(impossible(write));
  return { id: target.id, version, before };
}

/** A refusal of the entity's own rules ends the import; any other error is that of this attempt. */
function impossible(write: StoredWrite): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.status < 500) throw new Impossible(write, error);
    throw error ?? new Error(`A ${write.thing} has no outcome`);
  };
}

/** @returns false when something of it had to stay */
async function takeBack(thing: ImportedThing, { journal }: StoredWrite, tx: Transaction): Promise<boolean> {
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
