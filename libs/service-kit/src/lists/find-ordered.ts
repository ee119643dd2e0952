import { createRelevance, type RankedMatch, wordPlaces } from '@khmer-learning/khmer-text';
import type { Model } from 'mongoose';
import { inBatches } from '../concurrency/in-batches.ts';
import { findMatches, keepMatching, maxExaminedCandidates } from './find-matches.ts';
import { type ListQuery, readSortedRows, type SortedRow } from './list-query.ts';
import { needsMatching } from './list-total.ts';
import type { Page } from './page.ts';

/** An order of a list that its filters' indexes do not have. */
export interface IndexOrder {
  /** The index of the order. Its last field is unique. */
  readonly index: Readonly<Record<string, 1 | -1>>;
  readonly isDescending: boolean;
}

/** The order of a search by relevance (`createRelevance`): its text as typed. */
export interface Relevance {
  readonly search: string;
}

/** Another order of a list than that of its filters' indexes. */
export type ListOrder = IndexOrder | Relevance;

/**
 * The order that a `sort` parameter names.
 *
 * @param indexes the index of each order
 * @param sort the name of one of them, after `-` for the reverse
 * @param search as typed: without `sort`, its matches are ordered by relevance
 * @returns undefined without either
 */
export function listOrder<Name extends string>(
  indexes: Readonly<Record<Name, IndexOrder['index']>>,
  sort: Name | `-${Name}` | undefined,
  search?: string,
): ListOrder | undefined {
  if (sort === undefined) return search === undefined ? undefined : { search };
  const isDescending = sort.startsWith('-');
  return { index: indexes[(isDescending ? sort.slice(1) : sort) as Name], isDescending };
}

/** Up to this number of matches are sorted at once, without reading the index of the order. */
const fewMatches = 1_000;
/** Rows of the order's index that are compared with the filters at once. */
const chunkSize = 512;

/** The ids of a page of an ordered list. */
export interface OrderedIds {
  readonly ids: readonly number[];
  /** Only of a list that ended early: the number of matches that were found. */
  readonly matches?: number;
}

/**
 * Finds a page of a list with filters or a search in another order, at a cost that does not depend on the size of the
 * collection. Up to 1,000 matches are found by the filters' indexes and sorted. If there are more, the index of the order is
 * read, and its rows are compared with the filters. If `maxExaminedCandidates` of them do not fill the page, all matches are
 * sorted. If there are more than that as well, the list ends early: after the matches in the index of the order come the first
 * ones that the filters' indexes have, sorted.
 *
 * @param query the list in the order of its filters' indexes
 */
export async function findOrderedIds<T>(
  model: Model<T>,
  query: ListQuery,
  order: IndexOrder,
  { limit, offset }: Page,
): Promise<OrderedIds> {
  const end = offset + limit;
  const few = await findAllMatches(model, query, fewMatches);
  if (few.isComplete) return { ids: (await sortRows(model, few.ids, order)).slice(offset, end) };
  const read = await readInOrder(model, query, order, end);
  if (!read.endedEarly) return { ids: read.ids.slice(offset, end) };
  const many = await findAllMatches(model, query, maxExaminedCandidates);
  const sorted = await sortRows(model, many.ids, order);
  if (many.isComplete) return { ids: sorted.slice(offset, end) };
  // All that the index of the order has is before the others, so pages that are filled by it alone go on with this one.
  const ids = [...new Set([...read.ids, ...sorted])];
  return { ids: ids.slice(offset, end), matches: ids.length };
}

/** The sort of an order, as MongoDB takes it. */
export function sortOf({ index, isDescending }: IndexOrder): ListQuery['sort'] {
  if (!isDescending) return index;
  return Object.fromEntries(Object.entries(index).map(([field, way]) => [field, way === 1 ? -1 : 1]));
}

interface RankedRow extends RankedMatch {
  readonly _id: number;
}

/** Sorts matches of a search by relevance, those of equal rank as they are. */
export async function rankMatches<T>(
  model: Model<T>,
  ids: readonly number[],
  search: string,
): Promise<readonly number[]> {
  if (ids.length < 2) return ids;
  const { rank, words } = createRelevance(search);
  const ranks = new Map((await readRanked(model, ids, words)).map((row) => [row._id, rank(row)]));
  return ids.filter((id) => ranks.has(id)).sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** `rankMatches`, of rows that are read: their contents only if titles and descriptions do not decide. */
export async function rankRows<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  rows: readonly Row[],
  search: string,
): Promise<Row[]> {
  const { rank, words, isTitled } = createRelevance(search);
  const ranked = rows as readonly (Row & RankedRow)[];
  const untitled = ranked.filter((row) => !isTitled(row)).map(({ _id }) => _id);
  const read = untitled.length < 2 ? [] : await readRanked(model, untitled, words);
  const contentsOf = new Map(read.map((row) => [row._id, row]));
  const ranks = new Map(ranked.map((row) => [row, rank(contentsOf.get(row._id) ?? row)]));
  return ranked.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/** Reads what documents are ranked by. How their texts have a word, MongoDB finds out: they may be long. */
async function readRanked<T>(
  model: Model<T>,
  ids: readonly number[],
  words: readonly string[],
): Promise<readonly RankedRow[]> {
  const text = { $concat: [' ', { $ifNull: ['$searchText', ''] }, ' '] };
  const has = (part: string) => ({ $gte: [{ $indexOfBytes: ['$$text', part] }, 0] });
  const contents = words.map((word) => {
    const { whole, beginning, inside } = wordPlaces;
    const begins = { $cond: [has(` ${word}`), beginning, inside] };
    return { $cond: [has(` ${word} `), whole, begins] };
  });
  return model.db
    .collection(model.collection.collectionName)
    .aggregate<RankedRow>(
      [
        { $match: { _id: { $in: [...ids] } } },
        { $project: { title: 1, description: 1, contents: { $let: { vars: { text }, in: contents } } } },
      ],
      { hint: { _id: 1 }, batchSize: ids.length },
    )
    .toArray();
}

/** Finds the matches by the indexes of the filters: the first `most`, or fewer when a search ends early. */
async function findAllMatches<T>(
  model: Model<T>,
  query: ListQuery,
  most: number,
): Promise<{ ids: readonly number[]; isComplete: boolean }> {
  const { rows, last } = needsMatching(query)
    ? await findMatches(model, query, { needed: most + 1 })
    : { rows: await readSortedRows(model, query, query.sort, { limit: most + 1 }), last: undefined };
  return { ids: rows.slice(0, most).map(({ _id }) => _id), isComplete: !last && rows.length <= most };
}

async function sortRows<T>(
  model: Model<T>,
  ids: readonly number[],
  order: IndexOrder,
): Promise<readonly number[]> {
  const sort = sortOf(order);
  const values = await model.db
    .collection<SortedRow>(model.collection.collectionName)
    .find(
      { _id: { $in: [...ids] } },
      { projection: toProjection(sort), hint: { _id: 1 }, batchSize: maxExaminedCandidates },
    )
    .toArray();
  return values.sort((a, b) => compareRows(a, b, sort)).map(({ _id }) => _id);
}

/** Reads the index of the order and compares its rows with the filters, until there are `needed` matches. */
async function readInOrder<T>(
  model: Model<T>,
  { where }: ListQuery,
  order: IndexOrder,
  needed: number,
): Promise<{ ids: readonly number[]; endedEarly: boolean }> {
  const sort = sortOf(order);
  const cursor = model.db.collection<SortedRow>(model.collection.collectionName).find(
    // The index itself leaves out what its own fields tell.
    Object.fromEntries(Object.entries(where).filter(([field]) => field in order.index)),
    {
      projection: { _id: 1 },
      sort: { ...sort },
      hint: { ...order.index },
      limit: maxExaminedCandidates,
      batchSize: chunkSize,
    },
  );
  const matches: number[] = [];
  let examined = 0;
  // Leaving the loop closes the cursor.
  for await (const chunk of inBatches(cursor, chunkSize)) {
    const ids = chunk.map(({ _id }) => _id);
    const kept = new Set(await keepMatching(model, ids, where));
    matches.push(...ids.filter((id) => kept.has(id)));
    examined += ids.length;
    if (matches.length >= needed) break;
  }
  return { ids: matches, endedEarly: matches.length < needed && examined === maxExaminedCandidates };
}

function toProjection(sort: ListQuery['sort']): Record<string, 1> {
  return { _id: 1, ...Object.fromEntries(Object.keys(sort).map((field) => [field, 1] as const)) };
}

/** Compares as MongoDB does: nothing is first, and text is compared by its bytes. */
function compareRows(a: SortedRow, b: SortedRow, sort: ListQuery['sort']): number {
  for (const [field, direction] of Object.entries(sort)) {
    const difference = compareValues(a[field] ?? null, b[field] ?? null) * direction;
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareValues(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
