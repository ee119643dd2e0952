import type { Model } from 'mongoose';
import type { SearchCondition } from '../search/titled-search.ts';
import {
  type ContentsRestriction,
  filtersByWordsAlone,
  type IndexRange,
  type ListQuery,
  readDocuments,
  readIds,
  readSortedRows,
  type SortedRow,
  searchKeysOf,
  sortConditions,
} from './list-query.ts';
import { intersectIds, wordPostingsOf } from './word-postings.ts';

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
/** The ids of words in more documents are kept in memory (`WordPostings`). */
const mostRead = 100;
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
  /** Some may have been deleted. */
  readonly isUnchecked?: true;
  /** The last candidate, when the search ended before all were examined. */
  readonly last?: SortedRow;
}

interface MatchOptions {
  readonly needed: number;
  readonly after?: object | undefined;
  readonly unchecked?: boolean;
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
 * @param options.unchecked the caller finds out which of a few matches have been deleted
 */
export async function findMatches<T>(
  model: Model<T>,
  query: ListQuery,
  options: MatchOptions,
): Promise<Matches> {
  const search = planSearch(model, query);
  const common = await findCommonMatches(model, search, options);
  if (common) return common;
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
  const { lookups, restriction, postings } = planSearch(model, query);
  const [word] = lookups;
  if (!word || lookups.length > 1 || restriction || skip + limit >= maxScanned) return undefined;
  const range = startAfter(word, page.after);
  // It limits what is read, whatever was saved since the ids were kept.
  const kept = page.after ? undefined : postings?.newest(word.key, maxScanned);
  const [end] = kept
    ? [{ _id: kept }]
    : await readSortedRows(model, range, sort, { skip: maxScanned - 1, limit: 1 });
  if (end && !kept && !filtersByWordsAlone(query)) postings?.learn([word.key]);
  const conditions = [range.where, where, ...(end ? [untilRow(sort, end)] : [])];
  const rows = await readDocuments<T, Row>(
    model,
    { where: { $and: conditions }, hint: word.hint },
    { projection, sort, skip, limit },
  );
  return end && rows.length < limit ? undefined : { rows, isComplete: !end };
}

/**
 * The matches of a search among the documents that have its words. The ids of a word are kept in memory, or are read once if it
 * is in few documents.
 *
 * @returns undefined when the ids of no word are known, or those of a frequent one alone, or a filter may leave fewer documents
 */
async function findCommonMatches<T>(
  model: Model<T>,
  search: SearchPlan,
  { needed, after, unchecked = false }: MatchOptions,
): Promise<Matches | undefined> {
  const { lookups, sources, postings, sort } = search;
  const kept = await postings?.find(lookups.map(({ key }) => key));
  if (after && (lookups.length === 0 || kept?.size !== lookups.length)) return undefined;
  const isFiltered = sources.length > lookups.length;
  for (const most of fewCandidates) {
    const words = await Promise.all(
      lookups.map(async (source) => {
        const keptIds = kept?.get(source.key);
        if (keptIds) return { source, ids: keptIds, isComplete: true };
        const ids = await readIds(model, source, [{ $sort: sort }, { $limit: most + 1 }]);
        return { source, ids: Uint32Array.from(ids).sort(), isComplete: ids.length <= most };
      }),
    );
    postings?.learn(words.flatMap(({ source, ids }) => (ids.length > mostRead ? [source.key] : [])));
    const complete = words.filter(({ isComplete }) => isComplete).sort((a, b) => a.ids.length - b.ids.length);
    const [rarest, ...others] = complete;
    if (!rarest || (rarest.ids.length > most && complete.length < words.length)) continue;
    const isFew = rarest.ids.length <= mostFew;
    const ids = others.reduce((common, other) => intersectIds(common, other.ids), rarest.ids);
    if (isFiltered && !isFew && ids.length > maxChunk) return undefined;
    const areKnown = complete.length === words.length && hasNoCheck(search);
    if (unchecked && isFew && !after && kept?.size && areKnown) {
      const rows = Array.from(ids.toReversed(), (_id) => ({ _id }));
      return { rows, examined: rows.length, source: rarest.source, isFew, isUnchecked: true };
    }
    const incomplete = words.filter(({ isComplete }) => !isComplete).map(({ source }) => source);
    return examine(model, {
      search: { ...search, lookups: incomplete, ...(kept?.size ? { check: search.unkept } : {}) },
      source: rarest.source,
      ids,
      isFew: isFew && !after,
      needed,
      after,
    });
  }
  return undefined;
}

const hasNoCheck = ({ unkept, restriction }: SearchPlan) =>
  Object.keys(unkept).length === 0 && restriction === undefined;

/** Examines the candidates of a search: all at once if they are few. */
async function examine<T>(
  model: Model<T>,
  options: {
    readonly search: SearchPlan;
    readonly source: IndexRange;
    /** In ascending order. */
    readonly ids: Uint32Array;
    readonly isFew: boolean;
    readonly needed: number;
    readonly after: object | undefined;
  },
): Promise<Matches> {
  const { search, source, isFew, needed } = options;
  const { $lt: before = Number.POSITIVE_INFINITY } =
    (options.after as { _id?: { $lt?: number } } | undefined)?._id ?? {};
  const ids = options.ids.filter((id) => id < before).reverse();
  const rows: SortedRow[] = [];
  let chunk = isFew ? ids.length : Math.min(maxFirstChunk, candidatesPerMatch * needed);
  for (let examined = 0; ; ) {
    const part = Array.from(ids.subarray(examined, examined + chunk), (_id) => ({ _id }));
    rows.push(...(await keepMatches(model, search, source, part)));
    examined += part.length;
    const found = { rows, examined, source, candidates: ids.length };
    const last = part.at(-1);
    if (!last || examined === ids.length) return { ...found, ...(isFew ? { isFew } : {}) };
    if (rows.length >= needed || examined >= maxExaminedCandidates) return { ...found, last };
    chunk = Math.min(2 * chunk, maxChunk, maxExaminedCandidates - examined);
  }
}

type SearchPlan = ReturnType<typeof planSearch>;

function planSearch<T>(model: Model<T>, query: ListQuery) {
  const { where, hint, sort, unsearched, restriction, changes } = query;
  const keys = searchKeysOf(query);
  // Longer keys are rarer.
  const lookedUp = [...keys].sort((a, b) => b.length - a.length).slice(0, maxLookedUpKeys);
  const onSort = sortConditions(query);
  const words = lookedUp.map((key) => ({ key, where: { ...onSort, searchKeys: key }, hint }));
  const sortsById = Object.keys(sort).length === 1;
  const areWordsLookedUp = sortsById && lookedUp.length === keys.length;
  const { searchKeys, ...others } = where as SearchCondition;
  // MongoDB would compare each word with all keys of a document.
  const unkept = areWordsLookedUp ? others : where;
  return {
    sort,
    /** Every match is in all of them. */
    sources: (unsearched ? [...words, unsearched] : words) as readonly IndexRange[],
    /** Those in which a document is found by its id. */
    lookups: sortsById ? words : [],
    /** What documents are checked for; null when the lookups cover everything. */
    check: areWordsLookedUp && filtersByWordsAlone(query) ? null : unkept,
    /** What documents of which all looked up words are known are checked for: kept ids may be those of deleted documents. */
    unkept,
    restriction,
    postings: changes && sortsById ? wordPostingsOf(model, hint, changes) : undefined,
  };
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
