import { type ListTotal, maxExactTotal } from '@khmer-learning/contracts';
import type { Model } from 'mongoose';
import { findMatches } from './find-matches.ts';
import {
  filtersByWordsAlone,
  type IndexRange,
  type ListQuery,
  readSortedRows,
  searchKeysOf,
} from './list-query.ts';

/** Parts of a list whose density is measured, and rows read in each of them. */
const samples = 20;
const rowsPerSample = 50;

/**
 * Counts the documents of a list: exactly up to `maxExactTotal`, beyond that by an estimate. The cost does not depend
 * on the size of the collection. A search that examines too many candidates counts the matches among them.
 */
export async function countList<T>(model: Model<T>, query: ListQuery): Promise<ListTotal> {
  if (!needsMatching(query)) return countRange(model, query, query);
  const { rows, examined, source, candidates, last } = await findMatches(model, query, {
    needed: maxExactTotal + 1,
  });
  if (!last) return { total: rows.length };
  if (rows.length <= maxExactTotal) return { total: rows.length, totalIsEstimate: true };
  const count = candidates ?? (await countRange(model, source, query)).total;
  return estimateOf((count * rows.length) / examined, rows.length);
}

/** Whether a search has to look for its matches: it has several keys, or its index does not have all filters. */
export function needsMatching(query: ListQuery): boolean {
  const keys = searchKeysOf(query);
  if (keys.length === 1) return query.restriction !== undefined || !filtersByWordsAlone(query);
  return keys.length > 1;
}

async function countRange<T>(model: Model<T>, range: IndexRange, { sort }: ListQuery): Promise<ListTotal> {
  const { where, hint } = range;
  const counted = await model.countDocuments(where, { hint, limit: maxExactTotal + 1 });
  if (counted <= maxExactTotal) return { total: counted };
  const total =
    Object.keys(where).length === 0
      ? await model.estimatedDocumentCount()
      : await estimateRange(model, range, sort);
  return estimateOf(total, counted);
}

/** An estimate of three digits, and not less than what was counted. */
function estimateOf(total: number, counted: number): ListTotal {
  return { total: Math.max(Number(total.toPrecision(3)), counted), totalIsEstimate: true };
}

/**
 * Estimates the number of rows of a range: splits it into equal parts by the first field of the sort, reads the first
 * rows of each part, and takes the rest of the part to be as dense as they are.
 */
async function estimateRange<T>(
  model: Model<T>,
  range: IndexRange,
  sort: ListQuery['sort'],
): Promise<number> {
  const [[field, direction] = ['_id', 1]] = Object.entries(sort);
  const backwards = Object.fromEntries(
    Object.entries(sort).map(([one, way]) => [one, way === 1 ? -1 : 1] as const),
  );
  const [[first], [last]] = await Promise.all([
    readSortedRows(model, range, sort, { limit: 1 }),
    readSortedRows(model, range, backwards, { limit: 1 }),
  ]);
  if (!first || !last) return 0;
  const isDate = first[field] instanceof Date;
  const from = Number(first[field]);
  const width = (Number(last[field]) - from) / samples;
  const toValue = (place: number) => (isDate ? new Date(place) : place);
  const counts = await Promise.all(
    Array.from({ length: samples }, async (_, part) => {
      const start = from + part * width;
      const end = start + width;
      const bounds =
        direction === 1
          ? { $gte: toValue(start), $lt: toValue(end) }
          : { $lte: toValue(start), $gt: toValue(end) };
      const inPart = { ...range, where: { $and: [range.where, { [field]: bounds }] } };
      const rows = await readSortedRows(model, inPart, sort, { limit: rowsPerSample });
      const reached = Math.abs(Number(rows.at(-1)?.[field]) - start);
      return rows.length < rowsPerSample || reached === 0
        ? rows.length
        : (rows.length * Math.abs(width)) / reached;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
