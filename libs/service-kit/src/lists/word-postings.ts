import { setTimeout as delay } from 'node:timers/promises';
import type { IndexDefinition, Model } from 'mongoose';
import { coalesceReads } from '../mongo/coalesce-reads.ts';
import { isMark } from '../search/titled-search.ts';
import { readIds } from './list-query.ts';

/** A word in more documents is not kept. */
const maxIdsPerWord = 500_000;
/** The ids of all words of a collection that are kept: 16 MB. The words that were not searched longest go first. */
const maxIds = 4_000_000;
/** Ids read by one command. */
const batchSize = 2_000;
/** What a word counts that is in too many documents: strangers choose the words. */
const sizeOfUnkept = 50_000;
/** With more documents changed since a word was read, it is read again. */
const maxChanged = 1_000;
/** A change may commit this much later than its time says: a transaction's longest life, and clocks that differ. */
const maxCommitDelayMs = 120_000;
/** After a word was read, nothing is read for this many times as long. */
const pauseFactor = 4;
/** Words that wait to be read. */
const maxWaiting = 32;

/** The ids of the documents that have a word, in ascending order, as of a time. */
interface Posting {
  readonly ids: Uint32Array;
  readonly asOf: number;
}

/**
 * The ids of the documents of frequent words, kept in memory. They are read in the background once a search has needed
 * them, and before each use brought up to date by the documents that have changed since: so several instances need not
 * tell each other anything, and a save costs nothing.
 */
export type WordPostings = ReturnType<typeof createWordPostings>;

const postingsByModel = new WeakMap<object, WordPostings>();

/** The postings of a collection; see `createWordPostings`. */
export function wordPostingsOf<T>(
  model: Model<T>,
  words: IndexDefinition,
  changes: IndexDefinition,
): WordPostings {
  const known = postingsByModel.get(model) ?? createWordPostings(model, words, changes);
  postingsByModel.set(model, known);
  return known;
}

/**
 * @param words the index on `searchKeys`, then `_id` descending
 * @param changes the index on `updatedAt`, which every write of `searchKeys` sets
 */
function createWordPostings<T>(model: Model<T>, words: IndexDefinition, changes: IndexDefinition) {
  /** In the order of their last use. Null: the word is in too many documents. */
  const postings = new Map<string, Posting | null>();
  const waiting = new Set<string>();
  let reading = Promise.resolve();

  const keep = (key: string, posting: Posting | null) => {
    postings.delete(key);
    postings.set(key, posting);
    let size = 0;
    for (const [other, one] of [...postings].reverse()) {
      size += one?.ids.length ?? sizeOfUnkept;
      if (size > maxIds) postings.delete(other);
    }
  };

  /** The documents that have changed since a time. Concurrent searches share it. */
  const readChanges = coalesceReads(async (_connection, times: readonly number[]) => {
    const now = Date.now();
    const since = new Date(Math.min(...times) - maxCommitDelayMs);
    const range = { where: { updatedAt: { $gte: since } }, hint: changes };
    return { now, changed: await readIds(model, range, [{ $limit: maxChanged + 1 }]) };
  });

  async function read(key: string): Promise<void> {
    const asOf = Date.now();
    const ids: number[] = [];
    for (let last = Number.MAX_SAFE_INTEGER; ids.length <= maxIdsPerWord; ) {
      const range = { where: { searchKeys: key, _id: { $lt: last } }, hint: words };
      const batch = await readIds(model, range, [{ $limit: batchSize }], 'background');
      ids.push(...batch);
      if (batch.length < batchSize) break;
      last = Math.min(...batch.slice(-1));
    }
    keep(key, ids.length > maxIdsPerWord ? null : { ids: Uint32Array.from(ids).reverse(), asOf });
  }

  async function readWaiting(key: string): Promise<void> {
    const startedAt = performance.now();
    // A search that needs the word again tries again.
    await read(key).catch(() => undefined);
    waiting.delete(key);
    await delay(pauseFactor * (performance.now() - startedAt), undefined, { ref: false });
  }

  /** Brings a posting up to date. */
  async function update(key: string, { ids, asOf }: Posting, changed: readonly number[], now: number) {
    const where = { searchKeys: key, _id: { $in: changed } };
    const present = new Set(changed.length === 0 ? [] : await readIds(model, { where, hint: words }));
    const wasPresent = (id: number) => ids[firstAtLeast(ids, id)] === id;
    const isOutdated = changed.some((id) => present.has(id) !== wasPresent(id));
    const updated = isOutdated ? replaceIds(ids, new Set(changed), present) : ids;
    keep(key, { ids: updated, asOf: Math.max(asOf, now) });
    return updated;
  }

  return {
    /**
     * The ids of the documents with each of these words that is kept, in ascending order; some may have been deleted since.
     * None, when very many documents have changed.
     */
    async find(keys: readonly string[]): Promise<ReadonlyMap<string, Uint32Array>> {
      const known = keys.flatMap((key) => {
        const posting = postings.get(key);
        return posting ? [{ key, posting }] : [];
      });
      if (known.length === 0) return new Map();
      const since = Math.min(...known.map(({ posting }) => posting.asOf));
      const { now, changed } = await readChanges(model.db, since);
      if (changed.length > maxChanged) {
        for (const { key } of known) postings.delete(key);
        return new Map();
      }
      return new Map(
        await Promise.all(
          known.map(async ({ key, posting }) => [key, await update(key, posting, changed, now)] as const),
        ),
      );
    },
    /** The id of the `count`th newest document of a word, as of when it was read; undefined if it is not kept or has fewer. */
    newest: (key: string, count: number): number | undefined => postings.get(key)?.ids.at(-count),
    /** Reads the ids of these words in the background, one word at a time. */
    learn(keys: readonly string[]): void {
      for (const key of keys) {
        if (isMark(key) || postings.has(key) || waiting.has(key) || waiting.size >= maxWaiting) continue;
        waiting.add(key);
        reading = reading.then(() => readWaiting(key));
      }
    },
    /** Resolves when nothing is being read. */
    settled: (): Promise<void> => reading,
  };
}

function replaceIds(ids: Uint32Array, removed: ReadonlySet<number>, added: ReadonlySet<number>): Uint32Array {
  const kept = ids.filter((id) => !removed.has(id));
  const replaced = new Uint32Array(kept.length + added.size);
  replaced.set(kept);
  replaced.set([...added], kept.length);
  return replaced.sort();
}

/** The index of the first id that is not smaller. What is near `from` is found in few steps. */
function firstAtLeast(ids: Uint32Array, id: number, from = 0): number {
  let low = from;
  let step = 1;
  while (low + step < ids.length && (ids[low + step] ?? 0) < id) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, ids.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ids that are in both; all are in ascending order. */
export function intersectIds(few: Uint32Array, many: Uint32Array): Uint32Array {
  let at = 0;
  return few.filter((id) => {
    at = firstAtLeast(many, id, at);
    return many[at] === id;
  });
}
