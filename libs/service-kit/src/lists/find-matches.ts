import type { Model } from 'mongoose';
import { isMark, type SearchCondition } from '../search/titled-search.ts';
import {
  type ContentsRestriction,
  filtersByWordsAlone,
  type IndexRange,
  type ListQuery,
  readDocuments,
  readSortedRows,
  type SortedRow,
  searchKeysOf,
  sortConditions,
} from './list-query.ts';
import { type WordPostings, wordPostingsOf } from './word-postings.ts';

/** Maximum number of candidates that one search examines. */
export const maxExaminedCandidates = 10_000;
/**
 * Candidates examined at once: few at first, as a page of frequent matches is soon complete. At first a few for each
 * match that is needed, because reading their ids is most of what a page costs.
 */
const maxFirstChunk = 128;
const candidatesPerMatch = 4;
const maxChunk = 2_048;
/**
 * The ids of a word that at most this many documents have are read whole: then a search knows its matches, and their number.
 * The ids of all words are read up to the first number, and if no word has so few, up to the second.
 */
const mostFew = 2_000;
const fewCandidates = [500, mostFew];
/** Documents of a word that a search reads at first: with a frequent word, a page is complete before. */
const maxScanned = 256;
/** Maximum number of keys of a search that are looked up; documents are checked for the others. */
const maxLookedUpKeys = 8;

/** The matches of a search, in the order of its list. */
export interface Matches {
  readonly rows: readonly SortedRow[];
  /** Number of candidates examined. */
  readonly examined: number;
  /** Number of all candidates, if it is known. */
  readonly candidates?: number;
  /** The range that the last candidates came from. */
  readonly source: IndexRange;
  /** A word is in few documents: these are all matches, whatever number was needed. */
  readonly isFew?: true;
  /** The last candidate, when the search ended before all were examined. */
  readonly last?: SortedRow;
}

/**
 * Finds the first matches of a search at a cost that does not depend on the size of the collection.
 *
 * Every match is in the ranges of all words, and in the range of the other filters. If a word is in few documents, these are
 * all candidates. Otherwise the search reads candidates, in the order of the list, from the range that is sparsest there, and
 * looks them up by id in the others. Only the conditions that no index has are checked on the documents. It ends with
 * `needed` matches, without further candidates, or after `maxExaminedCandidates`.
 *
 * @param query a search
 * @param options.after a condition on the fields of the sort: begin after that place
 */
export async function findMatches<T>(
  model: Model<T>,
  query: ListQuery,
  options: { readonly needed: number; readonly after?: object | undefined },
): Promise<Matches> {
  const search = planSearch(model, query);
  const common = search.words && (await findCommonMatches(model, search, search.words, options));
  if (common) return common;
  const few = options.after ? undefined : await findFewMatches(model, search);
  if (few) return few;
  search.words?.postings.learn(search.words.keys);
  const rows: SortedRow[] = [];
  let { after } = options;
  let chunk = Math.min(maxFirstChunk, candidatesPerMatch * options.needed);
  for (let examined = 0; ; ) {
    const source = await findSparsest(model, search, after, chunk);
    const candidates = await readSortedRows(model, startAfter(source, after), query.sort, { limit: chunk });
    rows.push(...(await keepMatches(model, search, source, candidates)));
    examined += candidates.length;
    const last = candidates.at(-1);
    if (!last || candidates.length < chunk) return { rows, examined, source };
    const isOver = rows.length >= options.needed || examined >= maxExaminedCandidates;
    if (isOver) return { rows, examined, source, last };
    after = afterRow(query.sort, last);
    chunk = Math.min(2 * chunk, maxChunk, maxExaminedCandidates - examined);
  }
}

/**
 * Reads a page of a search of one word from the first documents of that word.
 *
 * @param page `after`: as in `findMatches`
 * @returns `isComplete`: the word is in no other document; undefined when the page needs more documents, or several words
 */
export async function scanPage<T, Row>(
  model: Model<T>,
  query: ListQuery,
  page: { readonly limit: number; readonly offset: number; readonly after?: object | undefined },
  projection: Readonly<Record<string, 0 | 1>>,
): Promise<{ readonly rows: Row[]; readonly isComplete: boolean } | undefined> {
  const { where, sort } = query;
  const { limit, offset: skip } = page;
  const { lookups, restriction } = planSearch(model, query);
  const [word] = lookups;
  if (!word || lookups.length > 1 || restriction || skip + limit >= maxScanned) return undefined;
  const range = startAfter(word, page.after);
  const [end] = await readSortedRows(model, range, sort, { skip: maxScanned - 1, limit: 1 });
  const conditions = [range.where, where, ...(end ? [untilRow(sort, end)] : [])];
  const rows = await readDocuments<T, Row>(
    model,
    { where: { $and: conditions }, hint: word.hint },
    { projection, sort, skip, limit },
  );
  return end && rows.length < limit ? undefined : { rows, isComplete: !end };
}

/** The matches of a search among the documents that have all its words, if these are kept in memory. */
async function findCommonMatches<T>(
  model: Model<T>,
  search: SearchPlan,
  { postings, keys, rest }: KnownWords,
  { needed, after }: { readonly needed: number; readonly after?: object | undefined },
): Promise<Matches | undefined> {
  const found = await postings.find(keys);
  const [source] = search.sources;
  // Another filter may leave fewer documents.
  const isFiltered = search.sources.length > search.lookups.length;
  if (!found || !source || (isFiltered && found.ids.length > maxChunk)) return undefined;
  const ids = found.ids.toReversed();
  const { $lt: before = Number.POSITIVE_INFINITY } =
    (after as { _id: { $lt?: number } } | undefined)?._id ?? {};
  const isFew = !after && found.fewest <= mostFew;
  const candidates = after ? ids.filter((id) => id < before) : ids;
  const rows: SortedRow[] = [];
  let chunk = isFew ? candidates.length : Math.min(maxFirstChunk, candidatesPerMatch * needed);
  for (let examined = 0; ; ) {
    const part = Array.from(candidates.subarray(examined, examined + chunk), (_id) => ({ _id }));
    rows.push(...(await keepMatches(model, { ...search, lookups: [], check: rest }, source, part)));
    examined += part.length;
    const known = { rows, examined, source, candidates: candidates.length };
    const last = part.at(-1);
    if (!last || examined === candidates.length) return { ...known, ...(isFew ? { isFew } : {}) };
    if (rows.length >= needed || examined >= maxExaminedCandidates) return { ...known, last };
    chunk = Math.min(2 * chunk, maxChunk, maxExaminedCandidates - examined);
  }
}

/** All matches of a search of which a word is in few documents, by reading the ids of its words once. */
async function findFewMatches<T>(model: Model<T>, search: SearchPlan): Promise<Matches | undefined> {
  for (const most of fewCandidates) {
    const words = await Promise.all(
      search.lookups.map(async (source) => ({
        source,
        ids: await readIds(model, source, [{ $sort: search.sort }, { $limit: most + 1 }]),
      })),
    );
    const complete = words
      .filter(({ ids }) => ids.length <= most)
      .sort((a, b) => a.ids.length - b.ids.length);
    const [rarest, ...others] = complete;
    if (!rarest) {
      search.words?.postings.learn(search.words.keys);
      continue;
    }
    const idsOfOthers = others.map(({ ids }) => new Set(ids));
    const candidates = rarest.ids.filter((id) => idsOfOthers.every((ids) => ids.has(id)));
    const lookups = words.filter(({ ids }) => ids.length > most).map(({ source }) => source);
    const { source } = rarest;
    const rows = candidates.map((_id) => ({ _id }));
    return {
      rows: await keepMatches(model, { ...search, lookups }, source, rows),
      examined: rows.length,
      source,
      isFew: true,
    };
  }
  return undefined;
}

/** Reads ids into one document: a document for each takes five times as long in this process. */
async function readIds<T>(
  model: Model<T>,
  { where, hint }: IndexRange,
  stages: readonly object[] = [],
): Promise<readonly number[]> {
  const [group] = await model.db
    .collection(model.collection.collectionName)
    .aggregate<{ readonly ids: readonly number[] }>(
      [{ $match: where }, ...stages, { $group: { _id: null, ids: { $push: '$_id' } } }],
      { hint: { ...hint } },
    )
    .toArray();
  return group?.ids ?? [];
}

interface SearchPlan {
  readonly sort: ListQuery['sort'];
  /** Every match is in all of them. */
  readonly sources: readonly IndexRange[];
  /** Those in which a document is found by its id. */
  readonly lookups: readonly IndexRange[];
  /** What documents are checked for; null when the lookups cover everything. */
  readonly check: object | null;
  readonly restriction: ContentsRestriction | undefined;
  /** Of a search of several words, newest first. */
  readonly words: KnownWords | undefined;
}

interface KnownWords {
  readonly postings: WordPostings;
  readonly keys: readonly string[];
  /** What documents that have all the words are checked for. */
  readonly rest: object;
}

function planSearch<T>(model: Model<T>, query: ListQuery): SearchPlan {
  const { where, hint, sort, unsearched, restriction } = query;
  const keys = searchKeysOf(query);
  // Longer keys are rarer.
  const lookedUp = [...keys].sort((a, b) => b.length - a.length).slice(0, maxLookedUpKeys);
  const onSort = sortConditions(query);
  const words = lookedUp.map((key) => ({ where: { ...onSort, searchKeys: key }, hint }));
  const sortsById = Object.keys(sort).length === 1;
  const areWordsLookedUp = sortsById && lookedUp.length === keys.length;
  return {
    sort,
    sources: unsearched ? [...words, unsearched] : words,
    lookups: sortsById ? words : [],
    check: areWordsLookedUp ? withoutWords(query) : where,
    restriction,
    words: sortsById && sort._id === -1 ? knownWords(model, query, lookedUp) : undefined,
  };
}

function knownWords<T>(
  model: Model<T>,
  { where, hint, changes }: ListQuery,
  lookedUp: readonly string[],
): KnownWords | undefined {
  const keys = lookedUp.filter((key) => !isMark(key));
  if (!changes || keys.length < 2) return undefined;
  const { searchKeys, ...others } = where as SearchCondition;
  const isComplete = keys.length === searchKeys?.$all.length;
  return { postings: wordPostingsOf(model, hint, changes), keys, rest: isComplete ? others : where };
}

/** What is left to check when all words are looked up: MongoDB would compare each with all keys of a document. */
function withoutWords(query: ListQuery): object | null {
  if (filtersByWordsAlone(query)) return null;
  const { searchKeys, ...others } = query.where as SearchCondition;
  return others;
}

function startAfter({ where, hint }: IndexRange, after: object | undefined): IndexRange {
  return { where: after ? { $and: [where, after] } : where, hint };
}

/** The source whose next `chunk` rows reach furthest: what it leaves out, no other source needs to be read for. */
async function findSparsest<T>(
  model: Model<T>,
  { sources, sort }: SearchPlan,
  after: object | undefined,
  chunk: number,
): Promise<IndexRange> {
  const [first, ...others] = sources;
  if (!first) throw new Error('A search needs a key');
  if (others.length === 0) return first;
  const ends = await Promise.all(
    sources.map(async (source) => {
      const options = { skip: chunk - 1, limit: 1 };
      const [end] = await readSortedRows(model, startAfter(source, after), sort, options);
      return { source, end };
    }),
  );
  return ends.reduce((best, one) => (reachesFurther(one.end, best.end, sort) ? one : best)).source;
}

/** Whether a row comes later in the order than another one; undefined stands for the end of the list. */
function reachesFurther(row: SortedRow | undefined, other: SortedRow | undefined, sort: ListQuery['sort']) {
  if (!row || !other) return other !== undefined;
  for (const [field, direction] of Object.entries(sort)) {
    const difference = (Number(row[field]) - Number(other[field])) * direction;
    if (difference !== 0) return difference > 0;
  }
  return false;
}

async function keepMatches<T>(
  model: Model<T>,
  { lookups, check, restriction }: SearchPlan,
  source: IndexRange,
  candidates: readonly SortedRow[],
): Promise<readonly SortedRow[]> {
  let ids: readonly number[] = candidates.map(({ _id }) => _id);
  const tests = [
    ...lookups.filter((lookup) => lookup !== source),
    ...(check ? [{ where: check, hint: { _id: 1 } as const }] : []),
  ];
  for (const { where, hint } of tests) ids = await keepMatching(model, ids, where, hint);
  if (restriction) ids = await keepReadable(model, ids, restriction);
  const kept = new Set(ids);
  return candidates.filter(({ _id }) => kept.has(_id));
}

/** Keeps those of the documents that meet a condition, by id. */
export async function keepMatching<T>(
  model: Model<T>,
  ids: readonly number[],
  where: object,
  hint: IndexRange['hint'] = { _id: 1 },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  return readIds(model, { where: { $and: [where, { _id: { $in: [...ids] } }] }, hint });
}

/** Keeps the documents whose contents the caller may read, and of the others those that match by their title. */
async function keepReadable<T>(
  model: Model<T>,
  ids: readonly number[],
  { parentField, filterReadable, byTitle }: ContentsRestriction,
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const documents = await model.db
    .collection<{ _id: number; [field: string]: unknown }>(model.collection.collectionName)
    .find({ _id: { $in: [...ids] } }, { projection: { [parentField]: 1 }, batchSize: ids.length })
    .toArray();
  const parentOf = new Map(documents.map((document) => [document._id, document[parentField]]));
  const parentIds = [...new Set(parentOf.values())].filter((id) => typeof id === 'number');
  const readable: ReadonlySet<unknown> = new Set([null, ...(await filterReadable(parentIds))]);
  const isReadable = (id: number) => readable.has(parentOf.get(id));
  const others = ids.filter((id) => !isReadable(id));
  return [...ids.filter(isReadable), ...(await keepMatching(model, others, byTitle))];
}

/** The condition of the rows up to this one, in the order of their ids. */
function untilRow(sort: ListQuery['sort'], { _id }: SortedRow): object {
  return { _id: { [sort._id === 1 ? '$lte' : '$gte']: _id } };
}

/** The condition of the rows after this one. Its first field is a bound of the index. */
function afterRow(sort: ListQuery['sort'], row: SortedRow): object {
  const beyond = (field: string) => ({ [sort[field] === 1 ? '$gt' : '$lt']: row[field] });
  const [first = '_id', ...others] = Object.keys(sort);
  const [second] = others;
  if (second === undefined) return { [first]: beyond(first) };
  return {
    [first]: { [sort[first] === 1 ? '$gte' : '$lte']: row[first] },
    $or: [{ [first]: beyond(first) }, { [second]: beyond(second) }],
  };
}
