import { defaultPageSize, maxPageSize } from '@khmer-learning/contracts';
import { ApiError } from '../errors/api-error.ts';

/** The requested part of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Reads `limit` and `offset`. Defaults when only one is given: 15 rows, from the first.
 *
 * @returns undefined without both: all rows
 */
export function pageOf(query: {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}): Page | undefined {
  const { limit, offset } = query;
  if (limit === undefined && offset === undefined) return undefined;
  return { limit: limit ?? defaultPageSize, offset: offset ?? 0 };
}

/** A page of a list of `/api/v1`. */
export interface PublicPage extends Page {
  /** The sort values of the last row of the previous page; undefined for the first page. */
  readonly after: readonly number[] | undefined;
}

/**
 * Reads `limit`, `offset` and `cursor` of a list of `/api/v1`. Without `limit` and `offset` the page has 100 rows.
 *
 * @param sortLength the number of sort values in a cursor of this list
 * @throws ApiError 400 when the cursor is not of a list with this sort
 */
export function publicPageOf(
  query: {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
    readonly cursor?: string | undefined;
  },
  sortLength: number,
): PublicPage {
  const page = pageOf(query) ?? { limit: maxPageSize, offset: 0 };
  return { ...page, after: query.cursor === undefined ? undefined : parseCursor(query.cursor, sortLength) };
}

/** The page with one more row, which shows whether there is a next page. */
export function withNextRow({ limit, offset }: Page): Page {
  return { limit: limit + 1, offset };
}

/**
 * Splits the rows of `withNextRow` into those of the page and the cursor of the next one.
 *
 * @param sortValuesOf the values of a row by which the list is sorted; the last one is unique
 * @param resumeAfter where a search goes on that ended before the page was full (`FoundPage`)
 */
export function cutPage<R>(
  rows: readonly R[],
  { limit }: Page,
  sortValuesOf: (row: R) => readonly number[],
  resumeAfter?: readonly number[],
): { rows: readonly R[]; next: { nextCursor?: string } } {
  const last = rows[limit - 1];
  const after = rows.length > limit && last !== undefined ? sortValuesOf(last) : resumeAfter;
  if (after === undefined) return { rows, next: {} };
  const nextCursor = Buffer.from(JSON.stringify(after)).toString('base64url');
  return { rows: rows.slice(0, limit), next: { nextCursor } };
}

function parseCursor(cursor: string, sortLength: number): readonly number[] {
  const values: unknown = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (Array.isArray(values) && values.length === sortLength && values.every(Number.isFinite)) return values;
  throw new ApiError(400, 'cursor is not valid');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
