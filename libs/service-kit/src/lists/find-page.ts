import { type ListTotal, maxUnpagedRows } from '@khmer-learning/contracts';
import type { Model } from 'mongoose';
import type { ListStore } from '../store/service-context.ts';
import { findMatches, type Matches, scanPage } from './find-matches.ts';
import {
  findOrderedIds,
  type IndexOrder,
  type ListOrder,
  type Relevance,
  rankMatches,
  rankRows,
  sortOf,
} from './find-ordered.ts';
import { type ListQuery, readDocuments, searchKeysOf } from './list-query.ts';
import { countList, needsMatching } from './list-total.ts';
import type { Page } from './page.ts';

/** Where a page begins. */
export interface PageStart extends Page {
  /** A condition on the fields of the sort: only rows after that place. */
  readonly after?: object | undefined;
}

type Projection = Readonly<Record<string, 0 | 1>>;

/** Most matches of a search that are ranked: their titles and descriptions are read for each page. */
const maxRanked = 255;

const unpaged: Page = { limit: maxUnpagedRows, offset: 0 };

/** The rows of a page. */
export interface FoundPage<Row> {
  readonly rows: Row[];
  /**
   * Only in a search that examined `maxExaminedCandidates` without filling the page: the sort values of the last
   * candidate, after which further matches may follow.
   */
  readonly resumeAfter?: readonly number[];
  /** With `resumeAfter`, or when another order ended in the same way: the number of matches until there. */
  readonly matches?: number;
  /** Only of a search from the start of the list that found all of its matches. */
  readonly total?: number;
}

/**
 * Reads a page of a list. A search of several words, or with other filters, examines a limited number of candidates
 * (`findMatches`).
 *
 * @param page undefined: the first `maxUnpagedRows` rows
 * @param projection of the rows
 * @param order another order than the query's: of an index (`findOrderedIds`), or of a search's text by relevance
 *   (`rankMatches`); not together with `after` or `restriction`
 */
export async function findPage<T, Row extends { readonly _id: unknown }>(
  { unpagedLimiter }: Pick<ListStore, 'unpagedLimiter'>,
  model: Model<T>,
  query: ListQuery,
  page: PageStart | undefined,
  projection: Projection,
  order?: ListOrder,
): Promise<FoundPage<Row>> {
  const find = (start: PageStart): Promise<FoundPage<Row>> => {
    if (!order) return findRows(model, query, start, projection);
    return 'search' in order
      ? findRankedRows(model, query, start, projection, order)
      : findOrderedRows(model, query, start, projection, order);
  };
  return page ? find(page) : unpagedLimiter(() => find(unpaged));
}

/** `findPage` with the total of the list. */
export async function readPage<T, Row extends { readonly _id: unknown }>(
  store: ListStore,
  model: Model<T>,
  query: ListQuery,
  page: PageStart | undefined,
  projection: Projection,
  order?: ListOrder,
): Promise<FoundPage<Row> & ListTotal> {
  const find = () => findPage<T, Row>(store, model, query, page, projection, order);
  const count = () =>
    // What a caller may read changes without a write that clears the cache.
    query.restriction
      ? countList(model, query)
      : store.counts.get(`${model.modelName} ${JSON.stringify(query.where)}`, () =>
          countList(model, query.counted ?? query),
        );
  // A search often finds its total with its page.
  const [found, counted] =
    needsMatching(query) || (order && 'search' in order)
      ? await find().then(async (searched) => [searched, totalOf(searched) ?? (await count())] as const)
      : await Promise.all([find(), count()]);
  return { ...found, ...(page?.after ? counted : correctEstimate(counted, page ?? unpaged, found)) };
}

function totalOf({ total }: FoundPage<unknown>): ListTotal | undefined {
  return total === undefined ? undefined : { total };
}

async function findRows<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  query: ListQuery,
  { limit, offset, after }: PageStart,
  projection: Projection,
): Promise<FoundPage<Row>> {
  const { where, hint, sort } = query;
  if (!needsMatching(query)) {
    const range = { where: after ? { $and: [where, after] } : where, hint };
    return { rows: await readDocuments(model, range, { projection, sort, limit, skip: offset }) };
  }
  const scanned = await scanPage<T, Row>(model, query, { limit, offset, after }, projection);
  if (scanned) return toFoundPage(scanned, { limit, offset, after });
  const needed = offset + limit;
  const matches = await findMatches(model, query, { needed, after, unchecked: true });
  return readMatches(model, query, { limit, offset, after }, projection, matches);
}

/** The page of a word that was looked for in its first documents. */
function toFoundPage<Row>(
  { rows, isComplete }: { readonly rows: Row[]; readonly isComplete: boolean },
  { limit, offset, after }: PageStart,
): FoundPage<Row> {
  // A page that is not full, and is not behind the end, shows the total.
  const isTotal = isComplete && !after && rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, ...(isTotal ? { total: offset + rows.length } : {}) };
}

/** Reads a page of what a search has found. */
async function readMatches<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  query: ListQuery,
  page: PageStart,
  projection: Projection,
  { rows: matches, last, isUnchecked }: Matches,
): Promise<FoundPage<Row>> {
  const { limit, offset, after } = page;
  const ids = matches.slice(offset, offset + limit).map(({ _id }) => _id);
  const rows = await readRows<T, Row>(model, query, ids, projection);
  if (isUnchecked) {
    if (matches.length === 0) return { rows, total: 0 };
    // A deleted one before the page would move it.
    if (offset === 0 && rows.length === ids.length) return { rows };
    const checked = await findMatches(model, query, { needed: offset + limit, after });
    return readMatches(model, query, page, projection, checked);
  }
  if (!last) return { rows, ...(after ? {} : { total: matches.length }) };
  if (matches.length >= offset + limit) return { rows };
  return {
    rows,
    matches: matches.length,
    resumeAfter: Object.keys(query.sort).map((field) => Number(last[field])),
  };
}

/** A page of a search, ranked if it has few matches. */
async function findRankedRows<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  query: ListQuery,
  page: Page,
  projection: Projection,
  { search }: Relevance,
): Promise<FoundPage<Row>> {
  const { limit, offset } = page;
  if (offset === 0 && !needsMatching(query)) {
    const first = await findRows<T, Row>(model, query, page, projection);
    if (first.rows.length < limit) return toRankedPage(model, first.rows, search);
  }
  const scannedLimit = Math.min(limit, Math.max(0, maxRanked - offset));
  const scanned = await scanPage<T, Row>(model, query, { limit: scannedLimit, offset }, projection);
  if (scanned && !scanned.isComplete)
    return scannedLimit === limit ? toFoundPage(scanned, page) : findRows(model, query, page, projection);
  if (scanned && offset === 0 && scanned.rows.length < scannedLimit)
    return toRankedPage(model, scanned.rows, search);
  if (!scanned && !needsMatching(query)) return findRows(model, query, page, projection);
  const matches = await findMatches(model, query, { needed: offset + limit, unchecked: true });
  const { rows: found, isFew } = matches;
  // Of a word in more documents, other pages are newest first.
  const isFrequentWord = !scanned && searchKeysOf(query).length === 1;
  if (!isFew || isFrequentWord || found.length > maxRanked)
    return readMatches(model, query, page, projection, matches);
  const ids = await rankMatches(
    model,
    found.map(({ _id }) => _id),
    search,
  );
  const rows = await readRows<T, Row>(model, query, ids.slice(offset, offset + limit), projection);
  return { rows, total: ids.length };
}

/** All matches of a search, by relevance. */
async function toRankedPage<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  rows: readonly Row[],
  search: string,
): Promise<FoundPage<Row>> {
  return { rows: await rankRows(model, rows, search), total: rows.length };
}

async function findOrderedRows<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  query: ListQuery,
  page: Page,
  projection: Projection,
  order: IndexOrder,
): Promise<FoundPage<Row>> {
  if (Object.keys(query.where).length === 0) {
    const range = { where: {}, hint: order.index };
    const { limit, offset: skip } = page;
    return { rows: await readDocuments(model, range, { projection, sort: sortOf(order), limit, skip }) };
  }
  const { ids, ...ended } = await findOrderedIds(model, query, order, page);
  return { rows: await readRows<T, Row>(model, query, ids, projection), ...ended };
}

/** Reads the rows of a list that have these ids, in the order of the ids. */
async function readRows<T, Row extends { readonly _id: unknown }>(
  model: Model<T>,
  { where }: ListQuery,
  ids: readonly number[],
  projection: Projection,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const range = { where: { $and: [where, { _id: { $in: ids } }] }, hint: { _id: 1 } } as const;
  const found = await readDocuments<T, Row>(model, range, { projection, limit: ids.length });
  const byId = new Map<unknown, Row>(found.map((row) => [row._id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Corrects an estimate by a page: a page that is not full shows where the list ends. */
function correctEstimate(
  counted: ListTotal,
  { limit, offset }: Page,
  { rows, matches }: FoundPage<unknown>,
): ListTotal {
  if (!counted.totalIsEstimate) return counted;
  if (matches !== undefined) return { total: matches, totalIsEstimate: true };
  const end = offset + rows.length;
  if (rows.length === limit) return { total: Math.max(counted.total, end + 1), totalIsEstimate: true };
  if (rows.length > 0 || offset === 0) return { total: end };
  return { total: Math.min(counted.total, offset), totalIsEstimate: true };
}
