import { defaultPageSize } from '@khmer-learning/contracts';

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
